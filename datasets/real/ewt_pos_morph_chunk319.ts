/**
 * Recipe of the pack `ewt_pos_morph_chunk319`.
 *
 * @module
 */

import { EWT_NOTES, ewtProvenance } from "../corpora/ewt/pack_notes.ts";
import type { Recipe } from "../training/recipe.ts";

/** How the pack is made. */
const recipe: Recipe = {
  name: "ewt_pos_morph_chunk319",
  corpus: "87d8a75de212a61237e6fad53588eaa27be7cc56e3f8483e8ee893ef0d3c1e3c",
  format: "columns",
  epochs: 10,
  seed: 1,
  sentences: 400,
  decoder: "dominance{bound=row,kernel=simd}",
  notes: {
    ...EWT_NOTES,
    provenance: ewtProvenance(
      "XPOS | Degree, NumType, Number, Polarity and PronType of the features | base chunk in BIO " +
        "notation, read off the dependency tree",
    ),
  },
};
export default recipe;
