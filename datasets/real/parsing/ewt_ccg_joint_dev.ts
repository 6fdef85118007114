/**
 * Recipe of the pack `ewt_ccg_joint_dev`.
 *
 * @module
 */

import type { ParsingRecipe } from "../../training/parsing/parsing_recipe.ts";
import { ewtCcg } from "./_ewt_ccg.ts";

/** Supertagger and parser of 3,000 derivations, trained together. */
const recipe: ParsingRecipe = ewtCcg({
  name: "ewt_ccg_joint_dev",
  part: "dev",
  pos: "bank",
  models: "joint",
  sentences: 600,
});
export default recipe;
