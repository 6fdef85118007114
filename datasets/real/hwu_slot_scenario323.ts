/**
 * Recipe of the pack `hwu_slot_scenario323`.
 *
 * @module
 */

import type { Recipe } from "../training/recipe.ts";

/** How the pack is made. */
const recipe: Recipe = {
  name: "hwu_slot_scenario323",
  corpus: "6daefa3e5c549b5155877b3ecf5bb534cda24ac1d3a9da6de26882cece52e07e",
  format: "columns",
  epochs: 10,
  seed: 1,
  sentences: 826,
  decoder: "viterbi",
  notes: {
    licence: "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/",
    provenance:
      "NLU-Evaluation-Data (HWU64), utterances to a home assistant. Labels: slot in BIO " +
      "notation | scenario on every token. The lattices are those of test utterances of at most 5 " +
      "tokens.",
    attribution: 'NLU-Evaluation-Data, Liu et al. 2019, "Benchmarking Natural Language ' +
      'Understanding Services for building Conversational Agents". Changed: only weights computed ' +
      "from the data and names of labels are given, no text.",
  },
};
export default recipe;
