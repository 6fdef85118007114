/**
 * Recipe of the pack `ewt_pos45_crf`.
 *
 * @module
 */

import type { Recipe } from "../training/recipe.ts";
import perceptron from "./ewt_pos45.ts";

/**
 * How the pack is made. ℓ2 was chosen on the dev part of UD English EWT with 3,000 training
 * sentences and 60 passes: right are 90.40% of its tokens at 0.03, 90.41% at 0.1 and at 0.3, and
 * 89.92% at 1.
 */
const recipe: Recipe = {
  ...perceptron,
  name: "ewt_pos45_crf",
  folder: "ewt_pos45",
  epochs: 500,
  decoder: "dominance{bound=row,kernel=simd}",
  crf: { optimiser: "l-bfgs", tolerance: 1e-4, l1: 0, l2: 0.3, penalty: "all" },
};
export default recipe;
