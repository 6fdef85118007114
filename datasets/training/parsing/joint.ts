/**
 * Supertagger and parser, trained together through belief propagation.
 *
 * @module
 */

import { newWork } from "../../../decoders/contract.ts";
import {
  betheLogPartition,
  loopyBeliefs,
  type LoopyOptions,
  sharedScores,
} from "../../../decoders/parsing/messages/loopy_beliefs.ts";
import { TagChain } from "../../../decoders/parsing/messages/tag_chain.ts";
import { sentenceStarts } from "../../dataset.ts";
import { linearModel, seenSupport, type Support, weightCount } from "../crf/support.ts";
import { Encoder } from "../encode.ts";
import type { EncodedCorpus, WeightRows } from "../../linear_model.ts";
import { type ParserTraining, type TakeSums, trainParser } from "./forest_learner.ts";
import {
  addRows,
  type ParserWeights,
  type Places,
  slotScores,
  stepRows,
  tagUses,
} from "./parser_weights.ts";
import { SUPERTAG_FEATURES } from "../../models/words.ts";
import { type Supertagger, supertagger } from "./supertagger.ts";

/** The weights of features and of pairs of tags, of those that are seen. */
export class TaggerWeights {
  readonly support: Support;
  /** Numbered as by the support; all 0 at first. */
  readonly weights: Float64Array;
  /** The weights of pairs, L×L. */
  readonly transitions: Float64Array;
  readonly #corpus: EncodedCorpus;
  readonly #starts: Int32Array;
  readonly #features: WeightRows;
  /** Numbers of the pairs that have weights. */
  readonly #pairs: ReadonlyMap<number, number>;
  readonly #row: Float64Array;

  /** For the sentences of a corpus. */
  constructor(corpus: EncodedCorpus, tagCount: number, featureCount: number) {
    this.support = seenSupport(corpus, tagCount, featureCount);
    this.weights = new Float64Array(weightCount(this.support));
    this.#corpus = corpus;
    this.#starts = sentenceStarts(corpus.lengths);
    this.transitions = new Float64Array(tagCount ** 2);
    const { offsets, pairs, labels } = this.support;
    this.#features = { offsets, columns: labels, weights: this.weights };
    this.#pairs = new Map(Array.from(pairs, (pair, i) => [pair, labels.length + i]));
    this.#row = new Float64Array(tagCount);
  }

  /** The weights have been changed from outside. */
  refresh(): void {
    for (const [pair, weight] of this.#pairs) this.transitions[pair] = this.weights[weight]!;
  }

  /** The score of each slot of a sentence. */
  emissions(sentence: number, places: Places): Float64Array {
    return slotScores(places, (t) => this.#scores(sentence, t));
  }

  /** The score of one tag a word. */
  scoreOf(sentence: number, tags: Int32Array): number {
    let score = 0;
    tags.forEach((tag, t) => {
      score += this.#scores(sentence, t)[tag]!;
      if (t > 0) score += this.transitions[tags[t - 1]! * this.#row.length + tag]!;
    });
    return score;
  }

  /**
   * Moves the weights along the gradient.
   *
   * @param posteriors the probability of each slot
   * @param pairs that of each pair of slots, as `TagChain.pairPosteriors` orders them
   */
  step(
    sentence: number,
    places: Places,
    right: Int32Array,
    posteriors: Float64Array,
    pairs: Float64Array,
    rate: number,
  ): void {
    const { offsets, tags } = places;
    let pair = 0;
    for (let t = 0; t < right.length; t++) {
      const uses = tagUses(places, t, right[t]!, posteriors, this.#row);
      stepRows(this.#features, this.#fired(sentence, t), uses, rate);
      if (t === 0) continue;
      this.#addPair(right[t - 1]!, right[t]!, rate);
      for (let slot = offsets[t]!; slot < offsets[t + 1]!; slot++) {
        for (let before = offsets[t - 1]!; before < offsets[t]!; before++) {
          this.#addPair(tags[before]!, tags[slot]!, -rate * pairs[pair++]!);
        }
      }
    }
  }

  /** The features that fire at a word. */
  #fired(sentence: number, t: number): Int32Array {
    const { features, featureOffsets } = this.#corpus;
    const position = this.#starts[sentence]! + t;
    return features.subarray(featureOffsets[position], featureOffsets[position + 1]);
  }

  /** The scores of all tags of a word. */
  #scores(sentence: number, t: number): Float64Array {
    addRows(this.#features, this.#fired(sentence, t), this.#row.fill(0));
    return this.#row;
  }

  #addPair(previous: number, tag: number, change: number): void {
    const pair = previous * this.#row.length + tag;
    const weight = this.#pairs.get(pair);
    if (weight === undefined) return;
    this.transitions[pair] = this.weights[weight]! += change;
  }
}

/** Beliefs have settled when none changes by this much. */
const TOLERANCE = 1e-3;

/**
 * Trains the weights of the supertagger and of the parser by stochastic gradients of the Bethe
 * log-likelihood: J of the right derivation less ln Z as belief propagation estimates it. The
 * gradient is the right derivation's uses of the weights less those expected under the last
 * beliefs, which is exact where the beliefs have settled, and that of the true log-likelihood where
 * the beliefs are exact. All weights are 0 at first. Forests and steps are those of
 * `ForestLearner`; the beams are given.
 *
 * Source: Auli and Lopez 2011, Section 5.4, with K = 10 rounds there.
 *
 * @param tags names of the tags
 * @param iterations rounds of messages at most
 */
export async function trainJoint(
  training: ParserTraining,
  tags: readonly string[],
  iterations: number,
): Promise<{ readonly tagger: Supertagger; readonly weights: ParserWeights }> {
  const encoder = new Encoder(tags, SUPERTAG_FEATURES);
  const corpus = encoder.learn(training.examples.map(({ sentence }) => sentence));
  const tagger = new TaggerWeights(corpus, tags.length, encoder.featureCount);
  const limits = { iterations, tolerance: TOLERANCE };
  const weights = await trainParser(training, betheSums(tagger, tags.length, limits));
  const model = linearModel(tagger.support, tagger.weights);
  return { weights, tagger: supertagger(encoder, model, tags.length) };
}

/**
 * Takes sums by belief propagation, and moves the tagger's weights along the gradient.
 *
 * @param limits of belief propagation
 */
export function betheSums(
  tagger: TaggerWeights,
  tagCount: number,
  limits: Pick<LoopyOptions, "iterations" | "tolerance">,
): TakeSums {
  return (parsed, room, right, index, rate) => {
    const emissions = tagger.emissions(index, parsed.slots);
    const forest = { ...parsed, slots: { ...parsed.slots, emissions } };
    const chain = new TagChain({ tagCount, transitions: tagger.transitions }, forest.slots);
    const beliefs = loopyBeliefs(forest, chain, { ...limits, damping: 0 }, newWork(), room);
    const logPartition = betheLogPartition(forest, chain, beliefs);
    const scores = sharedScores(forest).map((score, slot) => score + beliefs.toTagger[slot]!);
    const pairs = chain.pairPosteriors(scores, newWork());
    const besides = tagger.scoreOf(index, right.tags);
    tagger.step(index, forest.slots, right.tags, beliefs.slots, pairs, rate);
    return { logPartition, besides, slots: beliefs.slots, sums: beliefs.sums };
  };
}
