/**
 * The log-linear parser, trained on forests.
 *
 * @module
 */

import { InsideOutside } from "../../../decoders/parsing/forest/inside_outside.ts";
import type { GrammarTables } from "../../packs/parsing_contents.ts";
import { learn, type TrainingProgress } from "../learn.ts";
import { type Example, type ForestInsight, ForestLearner } from "./forest_learner.ts";
import { ParserWeights } from "./parser_weights.ts";
import { productionsOf } from "./grammar_tables.ts";

/** How to train a parser. */
export interface ParserOptions {
  /** Passes over the sentences. */
  readonly epochs: number;
  /** Seed of the order of the sentences. */
  readonly seed: number;
}

/**
 * Trains a log-linear model of derivations by stochastic gradients of their log-likelihood, see
 * `ForestLearner`. The tagger has no part in it but for its beams.
 *
 * The same examples and options give the same bits on every machine.
 *
 * Source: Auli and Lopez 2011, Section 5; Clark and Curran 2007, Section 5.
 *
 * @param grammar its scores are not looked at
 * @param examples derivations of the grammar
 */
export async function trainParser(
  grammar: GrammarTables,
  examples: readonly Example[],
  { epochs, seed }: ParserOptions,
  onProgress: (progress: TrainingProgress & ForestInsight) => void = () => {},
): Promise<ParserWeights> {
  const weights = new ParserWeights(examples, productionsOf(grammar), grammar.tagSymbols.length);
  const learner = new ForestLearner(grammar, examples, weights, (forest, room) => {
    const sums = new InsideOutside(forest, room);
    sums.run(forest.slots.leafScores);
    const slots = new Float64Array(forest.slots.tags.length);
    sums.slotPosteriors(slots);
    return { logPartition: sums.logPartition, slots, sums };
  });
  await learn({ corpus: learner, epochs, seed }, learner, onProgress);
  return weights;
}
