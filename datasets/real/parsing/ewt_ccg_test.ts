/**
 * Recipe of the pack `ewt_ccg_test`.
 *
 * @module
 */

import type { ParsingRecipe } from "../../training/parsing/parsing_recipe.ts";
import { ewtCcg } from "./_ewt_ccg.ts";

/** A thousand test sentences. */
const recipe: ParsingRecipe = ewtCcg({
  name: "ewt_ccg_test",
  part: "test",
  pos: "bank",
  sentences: 1000,
});
export default recipe;
