/**
 * The log-linear parser, which learns from the forests of sentences whose right derivations are
 * known.
 *
 * @module
 */

import { newWork } from "../../../decoders/contract.ts";
import type { Forest } from "../../../decoders/parsing/forest/forest.ts";
import { compileGrammar } from "../../../decoders/parsing/forest/grammar.ts";
import { InsideOutside } from "../../../decoders/parsing/forest/inside_outside.ts";
import { isNoForest, openForest, Workspace } from "../../../decoders/parsing/forest/open_forest.ts";
import type {
  Cutoff,
  Derivation,
  ParsingSentence,
  SearchSpace,
  Slots,
} from "../../../decoders/parsing/model.ts";
import type { GrammarTables } from "../../packs/parsing_contents.ts";
import { searchSpace } from "../../search_space.ts";
import { CHART_LIMIT } from "../recipe.ts";
import { learn, type Learner, type TrainingProgress } from "../learn.ts";
import { Expectations } from "./expectations.ts";
import { type Analysed, type ParserInput, ParserWeights, productionsOf } from "./parser_weights.ts";
import type { SentenceSlots } from "./supertagger.ts";

/** The first steps have this length. */
const RATE = 0.1;
/** After so many steps they have half of it. */
const HALF_LIFE = 6000;
/** The widest beam to learn from. */
export const WIDEST_BEAM = 0.001;
/** The beams to learn from. Source: Auli and Lopez 2011, Table 3. */
export const TRAINING_BEAMS: readonly (readonly [beam: number, cutoff: Cutoff])[] = [
  [WIDEST_BEAM, 150],
  [WIDEST_BEAM, 20],
  [0.0045, 20],
  [0.0055, 20],
  [0.01, 20],
  [0.05, 20],
  [0.1, 20],
];
/** The beams to learn from, from wide to narrow. */
const TRAINING_STEPS = TRAINING_BEAMS.flatMap(([beam, cutoff]) =>
  searchSpace({ beam, cutoff }).steps
);

/** A sentence to learn from. */
export interface Example extends Analysed {
  /** With the right tags. */
  readonly slots: SentenceSlots;
}

/** Loss and skipped sentences so far. */
export interface ForestInsight {
  /** Negative log-likelihood of this epoch's sentences, each with the weights of its moment. */
  readonly loss: number;
  /** Sentences of this epoch whose charts are too large in all beams. */
  readonly skipped: number;
}

/** Sums over a forest. */
export interface ForestSums {
  /** ln Z, the log-partition of the forest. */
  readonly logPartition: number;
  /** The probability of each permitted slot. */
  readonly slots: Float64Array;
  /** Knows those of the edges. */
  readonly sums: InsideOutside;
  /** What the right derivation scores besides the parser's weights; 0 without. */
  readonly besides?: number;
}

/** Takes the sums of a forest, and learns from them what is not the parser's. */
export type TakeSums = (
  forest: Forest,
  room: Float64Array,
  right: Derivation,
  index: number,
  rate: number,
) => ForestSums;

/** The derivations that a parser learns from, and how. */
export interface ParserTraining {
  /** Its scores do not matter. */
  readonly grammar: GrammarTables;
  /** Derivations of the grammar. */
  readonly examples: readonly Example[];
  /** Passes over the sentences. */
  readonly epochs: number;
  /** Seed of the order of the sentences. */
  readonly seed: number;
  /** The first beam is learned from whose chart has no more items; `CHART_LIMIT` without. */
  readonly chartLimit?: number | undefined;
  /** Called after each sentence. */
  readonly onProgress: (progress: TrainingProgress & ForestInsight) => void;
}

/**
 * Trains a log-linear model of derivations by stochastic gradients of their log-likelihood, see
 * `ForestLearner`. The tagger has no part in it but for its beams.
 *
 * The same examples and options give the same bits on every machine.
 *
 * Source: Auli and Lopez 2011, Section 5; Clark and Curran 2007, Section 5.
 *
 * @param takeSums takes other sums than those of the parser alone
 */
export async function trainParser(
  { grammar, examples, epochs, seed, chartLimit, onProgress }: ParserTraining,
  takeSums: TakeSums = insideOutside,
): Promise<ParserWeights> {
  const weights = new ParserWeights(examples, productionsOf(grammar), grammar.tagSymbols.length);
  const learner = new ForestLearner(grammar, examples, weights, takeSums, chartLimit);
  await learn({ corpus: learner, epochs, seed }, learner, onProgress);
  return weights;
}

/** Takes the sums of a parser alone. */
export const insideOutside: TakeSums = (forest, room) => {
  const sums = new InsideOutside(forest, room);
  sums.run(forest.slots.leafScores);
  const slots = new Float64Array(forest.slots.tags.length);
  sums.slotPosteriors(slots);
  return { logPartition: sums.logPartition, slots, sums };
};

/**
 * Goes up the gradient of the log-likelihood of right derivations, a sentence a step: their uses of
 * the weights less the uses that are expected over the forest. Forests are those of the training
 * beams, and right tags are in every beam. Step t has the length 0.1 / (1 + t / 6000).
 *
 * A sentence whose chart is too large in every beam is skipped and counted.
 */
export class ForestLearner implements Learner<ForestInsight> {
  readonly batch = 1;
  readonly isDone = false;
  insight: ForestInsight = { loss: 0, skipped: 0 };
  /** Words of each sentence. */
  readonly lengths: Int32Array;

  readonly #examples: readonly Example[];
  readonly #inputs: readonly ParserInput[];
  readonly #expectations: Expectations;
  readonly #workspace: Workspace;
  readonly #takeSums: TakeSums;
  readonly #space: SearchSpace;
  #posteriors = new Float64Array(0);
  #steps = 0;

  /**
   * Learns the weights in place.
   *
   * @param grammar its scores do not matter
   * @param takeSums is called before the weights change
   * @param chartLimit items of a chart at most
   */
  constructor(
    grammar: GrammarTables,
    examples: readonly Example[],
    weights: ParserWeights,
    takeSums: TakeSums,
    chartLimit = CHART_LIMIT,
  ) {
    const tagCount = grammar.tagSymbols.length;
    this.lengths = Int32Array.from(examples, ({ derivation: { tags } }) => tags.length);
    this.#examples = examples;
    this.#inputs = examples.map(({ sentence }) => weights.encode(sentence));
    this.#expectations = new Expectations(weights);
    const model = {
      ...grammar,
      tagCount,
      symbolCount: grammar.symbolCategories.length,
      unit: 1,
      transitions: new Float64Array(tagCount ** 2),
    };
    this.#workspace = new Workspace(compileGrammar(model), this.#expectations);
    this.#takeSums = takeSums;
    this.#space = { order: "reverse", steps: TRAINING_STEPS, limit: chartLimit };
  }

  begin(): void {
    this.insight = { loss: 0, skipped: 0 };
  }

  step(sentences: Int32Array): void {
    for (const sentence of sentences) this.#visit(sentence);
  }

  #visit(index: number): void {
    const rate = RATE / (1 + this.#steps++ / HALF_LIFE);
    const { derivation, slots } = this.#examples[index]!;
    const { loss, skipped } = this.insight;
    const expectations = this.#expectations;
    expectations.open(this.#inputs[index]!);
    const leafScores = expectations.slotScores(slots);
    const sentence = trainingSentence(slots, leafScores, derivation, this.#space);
    const forest = openForest(sentence, newWork(), this.#workspace);
    if (isNoForest(forest)) {
      this.insight = { loss, skipped: skipped + 1 };
      return;
    }
    const edgeCount = forest.left.length;
    const room = this.#workspace.numbers(edgeCount);
    const found = this.#takeSums(forest, room, derivation, index, rate);
    const right = expectations.scoreOf(derivation) + (found.besides ?? 0);
    this.insight = { loss: loss + found.logPartition - right, skipped };
    if (this.#posteriors.length < edgeCount) this.#posteriors = new Float64Array(2 * edgeCount);
    found.sums.edgePosteriors(this.#posteriors);
    expectations.step(derivation, forest, this.#posteriors, found.slots, rate);
  }
}

/** Right tags are permitted in every step. */
function trainingSentence(
  { levels, ...slots }: SentenceSlots,
  leafScores: Slots["leafScores"],
  { tags }: Derivation,
  space: SearchSpace,
): ParsingSentence {
  const permitted = (levels: Uint8Array) => {
    const open = levels.slice();
    tags.forEach((tag, t) => open[slots.tags.indexOf(tag, slots.offsets[t])] = 0);
    return open;
  };
  return {
    length: tags.length,
    slots: { ...slots, leafScores },
    levels: { 20: permitted(levels[20]), 150: permitted(levels[150]) },
    space,
    addBoundaryScores() {},
  };
}
