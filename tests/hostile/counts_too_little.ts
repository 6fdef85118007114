/**
 * Hostile: counts fewer edges than the path that it returns has.
 *
 * @module
 */

import { remembering } from "./_remembering.ts";

/** Decodes as it should, and counts otherwise. */
export default remembering("counts-too-little", () => (lattice, compute) => {
  const { decoded, work } = compute(lattice);
  return { decoded, work: { ...work, edgeEvaluations: Math.min(1, lattice.length - 1) } };
});
