/**
 * Recipe of the pack `ewt_ccg_auto_dev`.
 *
 * @module
 */

import type { ParsingRecipe } from "../../training/parsing/parsing_recipe.ts";
import { ewtCcg } from "./_ewt_ccg.ts";

/** A thousand dev sentences with parts of speech of our perceptron. */
const recipe: ParsingRecipe = ewtCcg({
  name: "ewt_ccg_auto_dev",
  part: "dev",
  pos: "predicted",
  sentences: 1000,
});
export default recipe;
