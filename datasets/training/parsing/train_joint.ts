/**
 * Supertagger and parser, trained together through belief propagation.
 *
 * @module
 */

import { newWork } from "../../../decoders/contract.ts";
import { betheLogPartition } from "../../../decoders/parsing/messages/bethe_free_energy.ts";
import {
  loopyBeliefs,
  type LoopyOptions,
  sharedScores,
} from "../../../decoders/parsing/messages/loopy_beliefs.ts";
import { TagChain } from "../../../decoders/parsing/messages/tag_chain.ts";
import type { GrammarTables } from "../../packs/parsing_contents.ts";
import { linearModel } from "../crf/support.ts";
import { Encoder } from "../encode.ts";
import { learn, type TrainingProgress } from "../learn.ts";
import {
  type Example,
  type ForestInsight,
  ForestLearner,
  type TakeSums,
} from "./forest_learner.ts";
import { ParserWeights } from "./parser_weights.ts";
import { SUPERTAG_FEATURES } from "./supertag_features.ts";
import { type Supertagger, supertagger } from "./supertagger.ts";
import { TaggerWeights } from "./tagger_weights.ts";
import type { ParserOptions } from "./train_parser.ts";
import { productionsOf } from "./grammar_tables.ts";

/** Beliefs have settled when none changes by this much. */
const TOLERANCE = 1e-3;

/** How to train both. */
export interface JointOptions extends ParserOptions {
  /** Rounds of messages at most. */
  readonly iterations: number;
  /** Multiplies the bigrams of tags; 1 without, 0 leaves them out. */
  readonly coupling?: number;
}

/** What has been learned. */
export interface JointModel {
  readonly tagger: Supertagger;
  readonly weights: ParserWeights;
}

/**
 * Trains the weights of the supertagger and of the parser by stochastic gradients of the Bethe
 * log-likelihood: J of the right derivation less ln Z as belief propagation estimates it. The
 * gradient is the right derivation's uses of the weights less those expected under the last
 * beliefs, which is exact where the beliefs have settled, and that of the true log-likelihood where
 * the beliefs are exact. All weights are 0 at first. Forests and steps are those of
 * `ForestLearner`; the beams are given.
 *
 * Source: Auli and Lopez 2011, Section 5.3, with K = 10 rounds there.
 *
 * @param tags names of the tags
 */
export async function trainJoint(
  grammar: GrammarTables,
  tags: readonly string[],
  examples: readonly Example[],
  { epochs, seed, iterations, coupling = 1 }: JointOptions,
  onProgress: (progress: TrainingProgress & ForestInsight) => void = () => {},
): Promise<JointModel> {
  const encoder = new Encoder(tags, SUPERTAG_FEATURES);
  const tagger = new TaggerWeights(
    encoder.learn(examples.map(({ sentence }) => sentence)),
    tags.length,
    encoder.featureCount,
  );
  const weights = new ParserWeights(examples, productionsOf(grammar), tags.length);
  const takeSums = betheSums(tagger, tags.length, { iterations, tolerance: TOLERANCE }, coupling);
  const learner = new ForestLearner(grammar, examples, weights, takeSums);
  await learn({ corpus: learner, epochs, seed }, learner, onProgress);
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
  coupling = 1,
): TakeSums {
  return (parsed, room, right, index, rate) => {
    const emissions = tagger.emissions(index, parsed.slots);
    const forest = { ...parsed, slots: { ...parsed.slots, emissions } };
    const transitions = tagger.transitions(coupling);
    const chain = new TagChain({ tagCount, transitions }, forest.slots);
    const beliefs = loopyBeliefs(forest, chain, { ...limits, damping: 0 }, newWork(), room);
    const logPartition = betheLogPartition(forest, chain, beliefs);
    const scores = sharedScores(forest).map((score, slot) => score + beliefs.toTagger[slot]!);
    const pairs = chain.pairPosteriors(scores, newWork());
    const besides = tagger.scoreOf(index, right.tags, coupling);
    tagger.step(index, forest.slots, right.tags, beliefs.slots, pairs, { rate, coupling });
    return { logPartition, besides, slots: beliefs.slots, sums: beliefs.sums };
  };
}
