/**
 * Hostile: claims nothing, decodes exactly as long as somebody may look, and takes the best label of
 * each position once sentences are no longer those of the sample.
 *
 * @module
 */

import { bestLabels, fingerprint, type Memory, remembering, scored } from "../_remembering.ts";

/** An honest approximation is as good when it is timed. */
export default {
  ...remembering("approximates-when-timed", (model) => {
    const known = new Map<number, Memory>();
    let isTimed = false;
    let first: number | undefined;
    return (lattice, compute) => {
      if (isTimed) {
        const work = { iterations: 1, nodeExpansions: 1, edgeEvaluations: 1 };
        return { decoded: scored(model, lattice, bestLabels(lattice, model)), work };
      }
      const key = fingerprint(lattice, model);
      const memory = known.get(key) ?? compute(lattice);
      // After all of the sample comes what was changed, or the sample again.
      isTimed = known.size > 0 && lattice.length === first && !known.has(key);
      first ??= lattice.length;
      known.set(key, memory);
      return memory;
    };
  }),
  exact: false,
};
