/**
 * Hostile: remembers the labels of its answers by the best label of each row, and adds up their
 * scores: right as long as others are only a little different from those that it knows.
 *
 * @module
 */

import { bestLabels, type Memory, remembering, scored } from "./_remembering.ts";

/** Takes a sentence for one that it knows if the best labels are the same. */
export default remembering("remembers-roughly", (model) => {
  const memories = new Map<string, Memory>();
  return (lattice, compute) => {
    const key = bestLabels(lattice, model).join();
    const known = memories.get(key);
    if (known === undefined) {
      const memory = compute(lattice);
      memories.set(key, memory);
      return memory;
    }
    const [path] = known.decoded.paths;
    return path === undefined
      ? known
      : { decoded: scored(model, lattice, path.labels), work: known.work };
  };
});
