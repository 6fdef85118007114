/**
 * Recipe of the pack `ewt_pos_morph_chunk443`.
 *
 * @module
 */

import { EWT_NOTES, ewtProvenance } from "../corpora/ewt/pack_notes.ts";
import type { Recipe } from "../training/recipe.ts";

/** How the pack is made. */
const recipe: Recipe = {
  name: "ewt_pos_morph_chunk443",
  corpus: "811c9393b93bba1081d355a301a0b16fd857e9270d48a103b098c7f50f892ee8",
  format: "columns",
  epochs: 10,
  seed: 1,
  sentences: 400,
  decoder: "dominance{bound=row,kernel=simd}",
  notes: {
    ...EWT_NOTES,
    provenance: ewtProvenance(
      "XPOS | all features but Abbr, NumForm and Typo | base chunk in BIO notation, read off the " +
        "dependency tree",
    ),
  },
};
export default recipe;
