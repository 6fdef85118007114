/**
 * Recipe of the pack `ewt_ccg_apart_dev`.
 *
 * @module
 */

import type { ParsingRecipe } from "../../training/parsing/parsing_recipe.ts";
import { ewtCcg } from "./_ewt_ccg.ts";

/** Supertagger and parser of 3,000 derivations, trained apart. */
const recipe: ParsingRecipe = ewtCcg({
  name: "ewt_ccg_apart_dev",
  part: "dev",
  pos: "bank",
  models: "apart",
  sentences: 600,
});
export default recipe;
