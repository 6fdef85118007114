/**
 * What a recipe of a parsing pack is.
 *
 * @module
 */

import type { Part } from "../../corpora/corpus.ts";
import type { NOTES } from "../recipe.ts";

/** How models are trained. */
export interface ModelSettings {
  /** Learn from the first so many sentences that the grammar derives; from all without. */
  readonly sentences?: number;
  /** Passes of the supertagger. */
  readonly taggerEpochs: number;
  /** ℓ2 of the supertagger's weights. */
  readonly taggerL2: number;
  /** Passes of the parser. */
  readonly parserEpochs: number;
  /** Seed of the orders of sentences. */
  readonly seed: number;
  /** Train both through so many rounds of belief propagation, with the parser's passes. */
  readonly joint?: number;
}

/** What to pack, and what to train. */
export interface ParsingSettings {
  /** Name of the dataset. */
  readonly name: string;
  /** The part that is packed. */
  readonly part: Exclude<Part, "train">;
  /** The parts of speech of its words: those of the bank, or those of a perceptron. */
  readonly pos: "bank" | "predicted";
  /** The first so many sentences; all without. */
  readonly sentences?: number;
  /** The first so many have slots down to the beam 0.00001, the others to 0.001. */
  readonly deep: number;
  /** How the models are trained. */
  readonly model: ModelSettings;
  /** Licence, provenance, attribution, where given. */
  readonly notes: Readonly<Partial<Record<(typeof NOTES)[number], string>>>;
}

/** How to make one pack. */
export interface ParsingRecipe extends ParsingSettings {
  /** Folder of the bank or treebank. */
  readonly folder: string;
  /** `bankHash` of it. */
  readonly bank: string;
}
