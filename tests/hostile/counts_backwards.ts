/**
 * Hostile: counts less than nothing.
 *
 * @module
 */

import { remembering } from "./_remembering.ts";

/** Decodes as it should, and counts otherwise. */
export default remembering("counts-backwards", () => (lattice, compute) => {
  const { decoded, work } = compute(lattice);
  return { decoded, work: { ...work, edgeEvaluations: -work.edgeEvaluations } };
});
