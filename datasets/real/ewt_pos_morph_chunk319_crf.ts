/**
 * Recipe of the pack `ewt_pos_morph_chunk319_crf`.
 *
 * @module
 */

import type { Recipe } from "../training/recipe.ts";
import perceptron from "./ewt_pos_morph_chunk319.ts";

/**
 * How the pack is made. Of 0.03, 0.1, 0.3 and 1 the ℓ2 is the one that had most right tokens on the
 * dev part of UD English EWT, learned from a part of its train part.
 */
const recipe: Recipe = {
  ...perceptron,
  name: "ewt_pos_morph_chunk319_crf",
  folder: "ewt_pos_morph_chunk319",
  epochs: 500,
  decoder: "dominance{bound=row,kernel=simd}",
  crf: { optimiser: "l-bfgs", tolerance: 1e-3, l1: 0, l2: 0.1, penalty: "all" },
};
export default recipe;
