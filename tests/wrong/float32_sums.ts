/**
 * Wrong: decodes in float32 even where the model does not say that it may, and adds the score of
 * the path it found up in float64.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { scorePath } from "../../decoders/lattice.ts";
import { best, labelsOf, plain, search } from "./_plain.ts";

/** Sums in float32 without leave: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "float32-sums",
  title: "Sums in float32 without leave",
  maxK: 1,
  prepare: (model) => (lattice, _k, work) => {
    const last = search(
      model,
      lattice,
      (candidates) =>
        candidates.map((hypotheses) =>
          best(hypotheses.map((one) => ({ ...one, score: Math.fround(one.score) })), 1)
        ),
      work,
    );
    return {
      paths: best(last, 1).map((hypothesis) => {
        const labels = labelsOf(hypothesis, lattice.length);
        return { score: scorePath(model, lattice, labels), labels };
      }),
    };
  },
};
export default decoder;
