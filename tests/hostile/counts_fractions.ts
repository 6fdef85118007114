/**
 * Hostile: counts parts of nodes.
 *
 * @module
 */

import { remembering } from "./_remembering.ts";

/** Decodes as it should, and counts otherwise. */
export default remembering("counts-fractions", () => (lattice, compute) => {
  const { decoded, work } = compute(lattice);
  return { decoded, work: { ...work, nodeExpansions: work.nodeExpansions + 1 / 2 } };
});
