/**
 * Hostile: remembers its answers by the scores.
 *
 * @module
 */

import { byKey, fingerprint, remembering } from "./_remembering.ts";

/** Computes scores that it does not know, and nothing else. */
export default remembering(
  "remembers-by-content",
  byKey((lattice, model) => fingerprint(lattice, model)),
);
