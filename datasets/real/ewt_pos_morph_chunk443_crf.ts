/**
 * Recipe of the pack `ewt_pos_morph_chunk443_crf`.
 *
 * @module
 */

import type { Recipe } from "../training/recipe.ts";
import perceptron from "./ewt_pos_morph_chunk443.ts";
import coarse from "./ewt_pos_morph_chunk319_crf.ts";

/**
 * How the pack is made. Its labels are those of `ewt_pos_morph_chunk319` in more detail, so it is
 * learned as that task is; nothing was chosen on its own dev sentences.
 */
const recipe: Recipe = {
  ...coarse,
  ...perceptron,
  name: "ewt_pos_morph_chunk443_crf",
  folder: "ewt_pos_morph_chunk443",
  epochs: coarse.epochs,
};
export default recipe;
