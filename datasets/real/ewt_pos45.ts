/**
 * Recipe of the pack `ewt_pos45`.
 *
 * @module
 */

import { EWT_NOTES, ewtProvenance } from "../corpora/ewt/pack_notes.ts";
import type { Recipe } from "../training/recipe.ts";

/** How the pack is made. */
const recipe: Recipe = {
  name: "ewt_pos45",
  corpus: "4962c6fec3f83cdaa5ff57243be71f80f41351c8c2cb84cb367aa275051d845f",
  format: "columns",
  epochs: 10,
  seed: 1,
  sentences: 800,
  decoder: "viterbi",
  notes: {
    ...EWT_NOTES,
    provenance: ewtProvenance(
      "XPOS in 45 classes; HYPH and NFP became :, ADD became NNP, GW became FW",
    ),
  },
};
export default recipe;
