/**
 * Hostile: remembers the labels of its answers by what scores differ from the first of their row,
 * and adds up the scores of those labels: a constant more at a position makes no difference.
 *
 * @module
 */

import { fingerprint, labelsByKey, remembering } from "./_remembering.ts";

/** Adds up scores of labels that it remembers. */
export default remembering(
  "remembers-centred",
  labelsByKey((lattice, model) => fingerprint(lattice, model, true)),
);
