/**
 * Wrong: reads the path off by recursion, which is as deep as the sentence is long.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { best, type Hypothesis, plain, search } from "./_plain.ts";

/** Recursion over positions: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "recursive-backtrace",
  title: "Recursion over positions",
  maxK: 1,
  prepare: (model) => (lattice, _k, work) => {
    const last = search(model, lattice, (candidates) => {
      return candidates.map((hypotheses) => best(hypotheses, 1));
    }, work);
    const labels = new Int32Array(lattice.length);
    const trace = (hypothesis: Hypothesis): number => {
      const t = hypothesis.previous ? trace(hypothesis.previous) + 1 : 0;
      labels[t] = hypothesis.label;
      return t;
    };
    return {
      paths: best(last, 1).map((hypothesis) => {
        trace(hypothesis);
        return { score: hypothesis.score, labels };
      }),
    };
  },
};
export default decoder;
