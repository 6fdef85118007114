/**
 * From a bank of derivations to a grammar and a supertagger, and to the supertagger's model file.
 *
 * @module
 */

import dominance from "../../../decoders/dominance.ts";
import type { Derivation } from "../../../decoders/parsing/model.ts";
import { CcgGrammar, goldDerivation, type NoDerivation } from "../../ccg/grammar.ts";
import { type BankSentence, type TaggedSentence, wordsOf } from "../../ccg/tree.ts";
import { learnedModel, modelFile } from "../../models/trellis.ts";
import { SUPERTAG_TEMPLATES } from "../../models/words.ts";
import { factoredFile } from "../../packs/factored.ts";
import { packDataset } from "../../packs/pack.ts";
import type { TensorFile } from "../../packs/tensors.ts";
import type { TrainingCounts } from "../pages.ts";
import { type Accuracy, tokenAccuracy } from "../path_finder.ts";
import type { ModelSettings } from "../recipe.ts";
import { grammarTables } from "./parser_weights.ts";
import { type Supertagger, trainSupertagger } from "./supertagger.ts";

/** A supertagger and what it was trained on. */
export interface TrainedTagger {
  readonly grammar: ReturnType<typeof grammarTables>;
  readonly derived: readonly { sentence: TaggedSentence; derivation: Derivation }[];
  readonly lacking: TrainingCounts["lacking"];
  readonly sentences: readonly TaggedSentence[];
  readonly tagger: Supertagger;
}

/**
 * Learns a grammar of all sentences, and a supertagger of those that it derives, or, without a
 * number, of all.
 *
 * @throws RangeError for a bank without anything to learn from
 */
export async function trainTagger(
  bank: readonly BankSentence[],
  settings: ModelSettings,
): Promise<TrainedTagger> {
  const ccg = new CcgGrammar(bank);
  const grammar = grammarTables(ccg);
  const { derived, lacking } = derive(ccg, bank, settings.sentences ?? Infinity);
  const sentences = settings.sentences === undefined
    ? bank.map(wordsOf)
    : derived.map(({ sentence }) => sentence);
  if (derived.length === 0) throw new RangeError("Cannot train a parser: nothing is derivable");
  const { taggerEpochs: epochs, taggerL2: l2, seed } = settings;
  const tagger = await trainSupertagger(sentences, { tags: grammar.tags, l2, epochs, seed });
  return { grammar, derived, lacking, sentences, tagger };
}

/** The first sentences that a grammar derives, and what it lacks for those before. */
function derive(grammar: CcgGrammar, bank: readonly BankSentence[], most: number) {
  const derived: { sentence: TaggedSentence; derivation: Derivation }[] = [];
  const lacking: Partial<Record<NoDerivation, number>> = {};
  for (const sentence of bank) {
    if (derived.length >= most) break;
    const derivation = goldDerivation(grammar, sentence);
    if (typeof derivation === "string") lacking[derivation] = (lacking[derivation] ?? 0) + 1;
    else derived.push({ sentence: wordsOf(sentence), derivation });
  }
  return { derived, lacking };
}

/** How many tags of a bank's sentences the best paths of a supertagger have right. */
export function taggerAccuracy(
  { tagger: { model, encoder } }: TrainedTagger,
  bank: readonly BankSentence[],
): Accuracy {
  const tested = encoder.encode(bank.map(wordsOf));
  return tokenAccuracy(packDataset(factoredFile(model, tested, {}), "supertags"), dominance);
}

/** The model file of a supertagger, for words with parts of speech. */
export function taggerFile(
  { grammar: { tags }, tagger: { model, encoder } }: TrainedTagger,
  metadata: Readonly<Record<string, string>>,
): TensorFile {
  return modelFile(learnedModel(model, encoder.features, tags, SUPERTAG_TEMPLATES), metadata);
}
