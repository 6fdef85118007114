/**
 * Hostile: counts what is no number.
 *
 * @module
 */

import { remembering } from "./_remembering.ts";

/** Decodes as it should, and counts otherwise. */
export default remembering("counts-no-number", () => (lattice, compute) => {
  const { decoded, work } = compute(lattice);
  return { decoded, work: { ...work, iterations: NaN } };
});
