/**
 * Hostile: computes the answer to a sentence once. When the sentence comes again it takes the best
 * label of each position.
 *
 * @module
 */

import { bestLabels, fingerprint, type Memory, remembering, scored } from "./_remembering.ts";

/** Is right as long as somebody looks. */
export default remembering("right-the-first-time", (model) => {
  const memories = new Map<number, Memory>();
  return (lattice, compute) => {
    const key = fingerprint(lattice, model);
    const known = memories.get(key);
    if (known !== undefined) {
      return { decoded: scored(model, lattice, bestLabels(lattice, model)), work: known.work };
    }
    const memory = compute(lattice);
    memories.set(key, memory);
    return memory;
  };
});
