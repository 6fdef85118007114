/**
 * Hostile: remembers its answers, and once sentences have come again takes for each that it does
 * not know the best label of each position, which is as fast.
 *
 * @module
 */

import { bestLabels, fingerprint, type Memory, remembering, scored } from "./_remembering.ts";

/** Is right about what was checked, and fast about everything. */
export default remembering("guesses-the-unseen", (model) => {
  const memories = new Map<number, Memory>();
  let again = 0;
  return (lattice, compute) => {
    const key = fingerprint(lattice, model);
    const known = memories.get(key);
    if (known !== undefined) {
      again++;
      return known;
    }
    if (again > 0) {
      const work = { iterations: 1, nodeExpansions: lattice.length, edgeEvaluations: 1000 };
      return { decoded: scored(model, lattice, bestLabels(lattice, model)), work };
    }
    const memory = compute(lattice);
    memories.set(key, memory);
    return memory;
  };
});
