/**
 * The averaged structured perceptron, first order.
 *
 * @module
 */

import { sentenceStarts } from "../sentences.ts";
import { type Decode, type Decoder, newWork, type Options } from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import type { EncodedCorpus, LinearModel } from "../linear_model.ts";
import { Random } from "../random.ts";
import { AveragedRows } from "./averaged_rows.ts";

/** Averaged weights are rounded to multiples of 2^−6 = 1/64. */
export const WEIGHT_EXPONENT = 6;

/** What to learn from, and how. */
export interface PerceptronOptions {
  /** The training sentences; all labels known. */
  readonly corpus: EncodedCorpus;
  /** L: label ids are below it. */
  readonly labelCount: number;
  /** Feature ids are below it. */
  readonly featureCount: number;
  /** Finds the best path of the current weights; exact. */
  readonly decoder: Decoder;
  /** The decoder's resolved options. */
  readonly decoderOptions: Options;
  /** Passes over the corpus. */
  readonly epochs: number;
  /** Seed of the order in which each pass visits the sentences. */
  readonly seed: number;
}

/** How far training has come. */
export interface TrainingProgress {
  /** The current epoch, from 1. */
  readonly epoch: number;
  /** Sentences seen in this epoch. */
  readonly sentences: number;
  /** Tokens seen in this epoch. */
  readonly tokens: number;
  /** Tokens of this epoch that were given a wrong label. */
  readonly mistakes: number;
}

/**
 * Learns a linear model: whenever the best path ŷ of a sentence is not the right one y, the weights
 * of the features and label pairs of y grow by 1 and those of ŷ shrink by 1. The result is the
 * average of the weights after every sentence of every epoch, in units of 1/64 (nearest, halves
 * upwards).
 *
 * All weights are integers, and so are the sums that the averages come from: every machine gets the
 * same model. Exact decoders may differ in how they break ties, and then learn different models.
 * Memory: L² for the transitions, and what the features need for the labels they were changed for.
 *
 * Source: Collins 2002, "Discriminative Training Methods for Hidden Markov Models", sections 2.3
 * and 2.5. Weights are stored by feature as in Huang et al. 2012.
 *
 * @param onProgress called after every sentence
 */
export function trainPerceptron(
  options: PerceptronOptions,
  onProgress: (progress: TrainingProgress) => void = () => {},
): LinearModel {
  const learner = new Learner(options);
  const { lengths } = options.corpus;
  const order = Int32Array.from(lengths, (_, sentence) => sentence);
  const random = new Random(options.seed);
  for (let epoch = 1; epoch <= options.epochs; epoch++) {
    shuffle(order, random);
    let tokens = 0;
    let mistakes = 0;
    order.forEach((sentence, done) => {
      mistakes += learner.visit(sentence);
      tokens += lengths[sentence]!;
      onProgress({ epoch, sentences: done + 1, tokens, mistakes });
    });
  }
  return learner.average();
}

/** The weights while they change. */
class Learner {
  readonly #options: PerceptronOptions;
  readonly #starts: Int32Array;
  readonly #weights: AveragedRows;
  /** Weights of label pairs; the model's dense transitions are their current values. */
  readonly #pairs: AveragedRows;
  readonly #model: Model;
  /** Room for the emissions of the longest sentence. */
  readonly #emissions: Float64Array;
  readonly #work = newWork();
  /** Prepared for the current transitions; undefined after they changed. */
  #decode: Decode | undefined;
  /** Sentences visited. */
  #step = 0;

  constructor(options: PerceptronOptions) {
    const { labelCount, featureCount, corpus } = options;
    this.#options = options;
    this.#starts = sentenceStarts(corpus.lengths);
    this.#weights = new AveragedRows(featureCount);
    this.#pairs = new AveragedRows(labelCount);
    this.#model = {
      labelCount,
      transitions: new Float64Array(labelCount * labelCount),
      exactSums: true,
      float32Exact: false,
    };
    const longest = corpus.lengths.reduce((a, b) => Math.max(a, b));
    this.#emissions = new Float64Array(longest * labelCount);
  }

  /** Decodes a sentence, learns from the mistakes and returns their number. */
  visit(sentence: number): number {
    const { corpus, decoder, decoderOptions } = this.#options;
    const start = this.#starts[sentence]!;
    const length = corpus.lengths[sentence]!;
    this.#decode ??= decoder.prepare(this.#model, decoderOptions);
    const best = this.#decode(this.#lattice(start, length), 1, this.#work).paths[0]!;
    const mistakes = this.#learn(
      start,
      best.labels,
      corpus.labels.subarray(start, start + length),
    );
    this.#step++;
    return mistakes;
  }

  /** The average of the weights after each visit. */
  average(): LinearModel {
    const scale = 2 ** WEIGHT_EXPONENT;
    return {
      unitExponent: WEIGHT_EXPONENT,
      weights: this.#weights.average(this.#step, scale),
      transitions: this.#pairs.average(this.#step, scale),
    };
  }

  #lattice(start: number, length: number): Lattice {
    const { labelCount, corpus: { features, featureOffsets } } = this.#options;
    const emissions = this.#emissions.subarray(0, length * labelCount).fill(0);
    for (let t = 0; t < length; t++) {
      for (let i = featureOffsets[start + t]!; i < featureOffsets[start + t + 1]!; i++) {
        this.#weights.addRowTo(features[i]!, emissions, t * labelCount);
      }
    }
    return { length, emissions };
  }

  #learn(start: number, guess: Int32Array, gold: Int32Array): number {
    const { features, featureOffsets } = this.#options.corpus;
    let mistakes = 0;
    for (let t = 0; t < gold.length; t++) {
      const isWrong = guess[t] !== gold[t];
      if (isWrong) {
        mistakes++;
        for (let i = featureOffsets[start + t]!; i < featureOffsets[start + t + 1]!; i++) {
          this.#weights.add(features[i]!, gold[t]!, 1, this.#step);
          this.#weights.add(features[i]!, guess[t]!, -1, this.#step);
        }
      }
      if (t > 0 && (isWrong || guess[t - 1] !== gold[t - 1])) {
        this.#addPair(gold[t - 1]!, gold[t]!, 1);
        this.#addPair(guess[t - 1]!, guess[t]!, -1);
      }
    }
    return mistakes;
  }

  #addPair(previous: number, label: number, delta: number): void {
    const { labelCount, transitions } = this.#model;
    transitions[previous * labelCount + label]! += delta;
    this.#pairs.add(previous, label, delta, this.#step);
    this.#decode = undefined;
  }
}

/** Fisher and Yates: every order is as likely. */
function shuffle(order: Int32Array, random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
}
