/**
 * Recipe of the pack `ewt_factorial360`: two chains with a cross factor.
 *
 * @module
 */

import { EWT_NOTES, ewtProvenance } from "../corpora/ewt/pack_notes.ts";
import { trainFactorial } from "../training/factorial.ts";
import type { Recipe } from "../training/recipe.ts";

const recipe: Recipe = {
  name: "ewt_factorial360",
  folder: "ewt_pos_morph_chunk319",
  train: trainFactorial,
  corpus: "87d8a75de212a61237e6fad53588eaa27be7cc56e3f8483e8ee893ef0d3c1e3c",
  format: "columns",
  epochs: 10,
  seed: 1,
  sentences: 800,
  decoder: "viterbi{transitions=structured}",
  notes: {
    ...EWT_NOTES,
    provenance: ewtProvenance(
      "pairs of XPOS in 45 classes (HYPH and NFP became :, ADD became NNP, GW became FW) and base " +
        "chunks read off the dependency tree in 8 (O; B- and I- of NP, VP and AP, which is ADJP or " +
        "ADVP; B-PP; SBAR, PRT and INTJ became O)",
    ),
  },
};
export default recipe;
