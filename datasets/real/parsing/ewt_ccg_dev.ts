/**
 * Recipe of the pack `ewt_ccg_dev`.
 *
 * @module
 */

import type { ParsingRecipe } from "../../training/parsing/parsing_recipe.ts";
import { ewtCcg } from "./_ewt_ccg.ts";

/** The whole dev part, its first sentences to the widest beam. */
const recipe: ParsingRecipe = ewtCcg({
  name: "ewt_ccg_dev",
  part: "dev",
  pos: "bank",
  deep: 300,
});
export default recipe;
