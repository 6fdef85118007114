/**
 * Hostile: counts no work at all.
 *
 * @module
 */

import { remembering } from "./_remembering.ts";

/** Decodes as it should, and counts otherwise. */
export default remembering("counts-nothing", () => (lattice, compute) => {
  const { decoded } = compute(lattice);
  return { decoded, work: { iterations: 0, nodeExpansions: 0, edgeEvaluations: 0 } };
});
