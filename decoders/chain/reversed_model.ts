/**
 * A model read from right to left.
 *
 * @module
 */

import { transpose } from "./dense_forward.ts";
import type { Model } from "../lattice.ts";

/**
 * The model with transposed transitions: it gives a sentence read backwards the scores that the
 * model gives the sentence. Cost: O(L²).
 */
export function reversedModel(model: Model): Model {
  const { labelCount, exactSums, float32Exact } = model;
  return {
    labelCount,
    transitions: transpose(model.transitions, labelCount),
    exactSums,
    float32Exact,
  };
}
