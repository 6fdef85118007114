/**
 * Wrong: visits the sources of a position in descending order of their prefix scores and stops at
 * the first that cannot raise any label, though a later one may have a better transition.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { best, decoded, type Hypothesis, plain } from "./_plain.ts";

/** Sorted sources with a stopping rule that is for another order: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "sources-by-prefix",
  title: "Sources in the order of their prefixes",
  maxK: 1,
  prepare: ({ labelCount, transitions }) => (lattice, _k, work) => {
    const { length, emissions } = lattice;
    const labels = Array.from({ length: labelCount }, (_, label) => label);
    const largest = labels.map((x) =>
      Math.max(...transitions.subarray(x * labelCount, (x + 1) * labelCount))
    );
    let hypotheses = labels.map((label): Hypothesis => ({
      score: emissions[label]!,
      label,
      previous: undefined,
    }));
    for (let t = 1; t < length; t++) {
      const values = labels.map((label): Hypothesis => ({
        score: -Infinity,
        label,
        previous: undefined,
      }));
      for (const previous of best(hypotheses, labelCount)) {
        const least = Math.min(...values.map(({ score }) => score));
        if (previous.score + largest[previous.label]! <= least) break;
        labels.forEach((label) => {
          const score = previous.score + transitions[previous.label * labelCount + label]!;
          if (score > values[label]!.score) values[label] = { score, label, previous };
        });
        work.nodeExpansions++;
        work.edgeEvaluations += labelCount;
      }
      hypotheses = values.map((value) => ({
        ...value,
        score: value.score + emissions[t * labelCount + value.label]!,
      }));
    }
    work.iterations++;
    return decoded(best(hypotheses, 1), length);
  },
};
export default decoder;
