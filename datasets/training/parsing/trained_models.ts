/**
 * A grammar, a supertagger and a parser, learned from one bank.
 *
 * @module
 */

import { type BankSentence, type TaggedSentence, wordsOf } from "../../ccg/tree.ts";
import { goldDerivation, type NoDerivation } from "../../ccg/derivations.ts";
import { CcgGrammar } from "../../ccg/grammar.ts";
import type { Derivation } from "../../../decoders/parsing/model.ts";
import { beamLevel } from "../../search_space.ts";
import { progressPrinter, type TrainingProgress } from "../learn.ts";
import type { LinearModel } from "../linear_model.ts";
import { type Beams, beams } from "./beams.ts";
import { Candidates } from "./candidates.ts";
import type { ParserWeights } from "./parser_weights.ts";
import { sentenceSlots } from "./sentence_slots.ts";
import { trainSupertagger } from "./supertagger.ts";
import { type Example, type ForestInsight, WIDEST_BEAM } from "./forest_learner.ts";
import { trainJoint } from "./train_joint.ts";
import { trainParser } from "./train_parser.ts";
import { grammarTables, type NamedTables } from "./grammar_tables.ts";

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

/** What has been learned. */
export interface TrainedModels {
  readonly grammar: NamedTables;
  /** Its pairs of tags. */
  readonly tagger: Pick<LinearModel, "unitExponent" | "transitions">;
  readonly beams: Beams;
  readonly weights: ParserWeights;
  /** How many sentences there were, and what became of them. */
  readonly counts: TrainingCounts;
}

/** What became of the sentences of a bank. */
export interface TrainingCounts {
  /** All of the bank. */
  readonly bank: number;
  /** Those that the supertagger learned from. */
  readonly tagger: number;
  /** Those that the parser learned from. */
  readonly parser: number;
  /** Those whose charts were too large in all beams, at the last pass. */
  readonly tooLarge: number;
  /** Those that the grammar does not derive, by what it lacks. */
  readonly lacking: Readonly<Partial<Record<NoDerivation, number>>>;
}

/** The first steps of the supertagger have this length, in batches of so many sentences. */
const TAGGER = { optimiser: "sgd", rate: 0.1, batch: 8, l1: 0, penalty: "all" } as const;

/**
 * Learns a grammar of all sentences, and a supertagger and a parser of those that it derives, or,
 * without a number, a supertagger of all. The same bank and settings give the same bits.
 *
 * Progress goes to standard error.
 *
 * @throws RangeError for a bank without anything to learn from
 */
export async function trainModels(
  bank: readonly BankSentence[],
  settings: ModelSettings,
): Promise<TrainedModels> {
  const ccg = new CcgGrammar(bank);
  const grammar = grammarTables(ccg);
  const { tags } = grammar;
  const { derived, lacking } = derive(ccg, bank, settings.sentences ?? Infinity);
  const sentences = settings.sentences === undefined
    ? bank.map(wordsOf)
    : derived.map(({ sentence }) => sentence);
  if (derived.length === 0) throw new RangeError("Cannot train a parser: nothing is derivable");
  const tagger = await trainSupertagger(sentences, {
    tags,
    settings: { ...TAGGER, l2: settings.taggerL2 },
    ...{ epochs: settings.taggerEpochs, seed: settings.seed, workers: 1 },
  });
  const found = beams(tagger, new Candidates(sentences, tags), tags.length);
  const unit = 2 ** -tagger.model.unitExponent;
  const depth = beamLevel(WIDEST_BEAM);
  const examples = derived.map(({ sentence, derivation }): Example => ({
    ...{ sentence, derivation },
    slots: sentenceSlots(found.of(sentence), tags.length, depth, derivation.tags, unit),
  }));
  let tooLarge = 0;
  const print = progressPrinter<ForestInsight>(
    ...[examples.length, settings.parserEpochs, tellForests] as const,
  );
  const onProgress = (progress: TrainingProgress & ForestInsight) => {
    tooLarge = progress.skipped;
    print(progress);
  };
  const { parserEpochs: epochs, seed, joint } = settings;
  const passes = { epochs, seed };
  const together = joint === undefined ? undefined : await trainJoint(
    ...[grammar.tables, tags, examples, { ...passes, iterations: joint }, onProgress] as const,
  );
  const weights = together?.weights ??
    await trainParser(grammar.tables, examples, passes, onProgress);
  return {
    ...{ grammar, weights },
    tagger: (together?.tagger ?? tagger).model,
    // Both ways of training search the same slots.
    beams: together === undefined ? found : {
      of: (sentence) => ({
        ...found.of(sentence),
        emissions: together.tagger.emissions(sentence),
      }),
    },
    counts: {
      ...{ bank: bank.length, tagger: sentences.length, parser: examples.length, tooLarge },
      lacking,
    },
  };
}

/** "loss 3.142 a sentence, 12 charts too large" */
function tellForests({ loss, skipped, sentences }: TrainingProgress & ForestInsight): string {
  const mean = loss / Math.max(1, sentences - skipped);
  return `loss ${mean.toFixed(3)} a sentence, ${skipped} charts too large`;
}

/** The first sentences that a grammar derives, and what it lacks for those before. */
function derive(
  grammar: CcgGrammar,
  bank: readonly BankSentence[],
  most: number,
): {
  derived: { sentence: TaggedSentence; derivation: Derivation }[];
  lacking: Partial<Record<NoDerivation, number>>;
} {
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
