/**
 * Wrong: takes the k-th best of the scores α + β of all nodes for a score that k paths reach,
 * though nodes may share their best path, and removes the nodes below it.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { best, decoded, plain, search } from "./_plain.ts";

/** Pruning by a lower bound to which one path contributes many times: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "counted-twice",
  title: "Lower bound of paths counted twice",
  prepare: (model) => (lattice, k, work) => {
    const { labelCount } = model;
    const { length } = lattice;
    const through = new Float64Array(length * labelCount).fill(-Infinity);
    // The best score through a node: that of the best path without the other nodes there.
    for (let node = 0; node < through.length; node++) {
      const position = Math.floor(node / labelCount);
      const emissions = lattice.emissions.map((score, other) =>
        Math.floor(other / labelCount) === position && other !== node ? -Infinity : score
      );
      const [path] = best(
        search(
          model,
          { length, emissions },
          (candidates) => candidates.map((hypotheses) => best(hypotheses, 1)),
          work,
        ),
        1,
      );
      if (path) through[node] = path.score;
    }
    const lowerBound = through.toSorted().at(-k) ?? -Infinity;
    const paths = search(
      model,
      lattice,
      (candidates, t) =>
        candidates.map((hypotheses) =>
          best(hypotheses, k).filter(({ label }) => through[t * labelCount + label]! >= lowerBound)
        ),
      work,
    );
    return decoded(best(paths, k), length);
  },
};
export default decoder;
