/**
 * What the parsing packs from the English Web Treebank share.
 *
 * @module
 */

import type { ParsingRecipe, ParsingSettings } from "../../training/parsing/parsing_recipe.ts";
import { EWT_NOTES } from "../../corpora/ewt/pack_notes.ts";

/**
 * Learned from everything. With ℓ2 from 0.1 to 3 as many tags of dev are right; the stronger, the
 * more tags a beam permits, and the more right ones are among them. Of these 2 is the one whose
 * beams are as wide as those of other supertaggers.
 */
const WHOLE = { taggerEpochs: 8, taggerL2: 2, parserEpochs: 3, seed: 1 };
/** Learned from the first 3,000 derivations, supertagger and parser by steps of one kind. */
const APART = { sentences: 3000, taggerEpochs: 5, taggerL2: 0, parserEpochs: 5, seed: 1 };
/** The same through belief propagation. */
const JOINT = { ...APART, joint: 10 };
/** `bankHash` of the train part with another one. */
const BANKS = {
  dev: "f7c7989d12a12bdb3f2821c557682f62e0bfadb4f9c12447d52d9c81ecc086c6",
  test: "9be2ac61459b273655bc4ac401842eda8e7cc51b329f263cc04d56de46472bf0",
} as const;

/** Recipes by the sets of weights. */
const MODELS = { whole: WHOLE, apart: APART, joint: JOINT };

/** A recipe by what tells it from others. */
export function ewtCcg(
  own: Pick<ParsingSettings, "name" | "part" | "pos" | "sentences"> & {
    readonly models?: keyof typeof MODELS;
    readonly deep?: number;
  },
): ParsingRecipe {
  const { models = "whole", deep = 0, ...settings } = own;
  return {
    ...settings,
    deep,
    bank: BANKS[own.part],
    folder: "ud_english_ewt",
    model: MODELS[models],
    notes: {
      ...EWT_NOTES,
      provenance: "Universal Dependencies English Web Treebank (UD English EWT), converted to " +
        "combinatory categorial grammar by `deno task data --task ewt_ccg`. Trained on the train " +
        `part; the sentences are the first ones of the ${own.part} part that are projective.`,
    },
  };
}
