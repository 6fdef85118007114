/**
 * Recipe of the pack `erg_supertag2597`.
 *
 * @module
 */

import type { Recipe } from "../training/recipe.ts";

/** How the pack is made. */
const recipe: Recipe = {
  name: "erg_supertag2597",
  corpus: "977bb9aec328ce222b03c28a1ddb1d7966102d221386c8e407ded8383179dda7",
  format: "columns",
  epochs: 9,
  seed: 1,
  sentences: 200,
  decoder: "dominance{bound=row,kernel=simd}",
  notes: {
    licence:
      "MIT-style licence of the English Resource Grammar: free use, copies and changes, if " +
      "the copyright and permission notices are kept; without warranty",
    provenance:
      "Gold profiles of the English Resource Grammar (ERG). Labels, for each token: class " +
      "of the lexical entry & lexical rules [first phrasal rule that the word heads] > rule by " +
      "which it is attached if it heads nothing. The tagger also sees predicted parts of speech. " +
      "Trained on the train part; the lattices are those of the first sentences of the test part.",
    attribution: "English Resource Grammar, copyright CSLI, Stanford University, and others. " +
      "Changed: only weights computed from the profiles and names of labels are given, no text.",
  },
};
export default recipe;
