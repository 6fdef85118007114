/**
 * Hostile: remembers the labels of its answers by what scores differ from the first of their row,
 * and adds up the scores of those labels: a constant more at a position makes no difference.
 *
 * @module
 */

import { fingerprint, type Memory, remembering, scored } from "./_remembering.ts";

/** Adds up scores of labels that it remembers. */
export default remembering("remembers-centred", (model) => {
  const memories = new Map<number, Memory>();
  return (lattice, compute) => {
    const key = fingerprint(lattice, model, true);
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
