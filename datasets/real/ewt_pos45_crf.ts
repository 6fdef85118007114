/**
 * Recipe of the pack `ewt_pos45_crf`.
 *
 * @module
 */

import type { Recipe } from "../training/recipe.ts";
import perceptron from "./ewt_pos45.ts";

/**
 * How the pack is made. Of 0.03, 0.1, 0.3 and 1 the ℓ2 is the strongest that had most right tokens
 * on the dev part of UD English EWT, learned from 3,000 sentences of its train part.
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
