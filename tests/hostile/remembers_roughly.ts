/**
 * Hostile: remembers the labels of its answers by the best label of each row, and adds up their
 * scores: right as long as others are only a little different from those that it knows.
 *
 * @module
 */

import { bestLabels, labelsByKey, remembering } from "./_remembering.ts";

/** Takes a sentence for one that it knows if the best labels are the same. */
export default remembering(
  "remembers-roughly",
  labelsByKey((lattice, model) => bestLabels(lattice, model).join()),
);
