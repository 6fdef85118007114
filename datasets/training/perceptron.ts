/**
 * The averaged structured perceptron, first order.
 *
 * @module
 */

import { sentenceStarts } from "../task.ts";
import type { Decoder, Options, Work } from "../../decoders/contract.ts";
import type { Lattice, Model, Path } from "../../decoders/lattice.ts";
import type { LinearModel } from "./linear_model.ts";
import { AveragedRows, RegularisedPairs, type Regulariser } from "./averaged_weights.ts";
import { learn, type Learner, type LoopOptions, type TrainingProgress } from "./learn.ts";
import { PathFinder } from "./path_finder.ts";

/** Averaged weights are rounded to multiples of 2^−6 = 1/64. */
export const WEIGHT_EXPONENT = 6;
/** Those of a regularised model, which may be small, to multiples of 2^−16. */
const REGULARISED_EXPONENT = 16;

/** What to learn from, and how. */
export interface PerceptronOptions extends LoopOptions {
  /** L: label ids are below it. */
  readonly labelCount: number;
  /** Feature ids are below it. */
  readonly featureCount: number;
  /** Finds the best path of the current weights; exact. */
  readonly decoder: Decoder;
  /** Options of the decoder; the others have their defaults. */
  readonly decoderOptions?: Options;
  /** Shrinks the weights of label pairs after each sentence; none if not given. */
  readonly regulariser?: Regulariser;
  /** Looks on. */
  readonly watcher?: TrainingWatcher;
}

/** What a perceptron has seen so far. */
export interface PerceptronInsight {
  /** Tokens of this epoch that were given a wrong label. */
  readonly mistakes: number;
  /** Milliseconds that the decoder has taken since training began. */
  readonly decodingMs: number;
  /** What the decoder has done since training began. */
  readonly work: Readonly<Work>;
}

/** Sees what a trainer decodes, with the weights of that moment. */
export interface TrainingWatcher {
  /**
   * A sentence has been decoded and is about to be learned from. What is given may change later.
   *
   * @param model with the current transitions
   * @param best the path of dense Viterbi
   */
  sentence(model: Model, lattice: Lattice, best: Path): void;
  /** The transition from `previous` to `label` has changed. */
  revise(previous: number, label: number): void;
}

/**
 * Learns a linear model: whenever the best path ŷ of a sentence is not the right one y, the weights
 * of the features and label pairs of y grow by 1 and those of ŷ shrink by 1. The result is the
 * average of the weights after every sentence of every epoch, in units of 1/64 (nearest, halves
 * upwards; of 2^−16 with a regulariser).
 *
 * All weights are integers, or multiples of 2^−30 with a regulariser (see `regulariser.ts`), and so
 * are the sums that the averages come from, and of several best paths ŷ is always the one of dense
 * Viterbi: every machine and every exact decoder gets the same model.
 * Memory: L² for the transitions, and what the features need for the labels they were changed for.
 *
 * Source: Collins 2002, "Discriminative Training Methods for Hidden Markov Models", sections 2.3
 * and 2.5. Weights are stored by feature as in Huang et al. 2012.
 *
 * @param onProgress called after every sentence; what it is given may change later
 */
export async function trainPerceptron(
  options: PerceptronOptions,
  onProgress: (progress: TrainingProgress & PerceptronInsight) => void = () => {},
): Promise<LinearModel> {
  const learner = new Perceptron(options);
  await learn(options, learner, onProgress);
  return learner.average();
}

/** The weights while they change: a step after each sentence. */
class Perceptron implements Learner<PerceptronInsight> {
  readonly #options: PerceptronOptions;
  readonly #starts: Int32Array;
  readonly #weights: AveragedRows;
  /** Weights of label pairs; the model's dense transitions are their current values. */
  readonly #pairs: AveragedRows;
  readonly #model: Model;
  /** The average of the transitions if they are regularised, where changes are not integers. */
  readonly #regularised: RegularisedPairs | undefined;
  /** Room for the emissions of the longest sentence. */
  readonly #emissions: Float64Array;
  /** Sentences visited. */
  #step = 0;
  /** Tokens of this epoch that were given a wrong label. */
  #mistakes = 0;
  readonly #finder: PathFinder;

  readonly batch = 1;
  readonly isDone = false;

  constructor(options: PerceptronOptions) {
    const { labelCount, featureCount, corpus, decoder, decoderOptions } = options;
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
    this.#regularised = options.regulariser &&
      new RegularisedPairs(labelCount, options.regulariser);
    this.#finder = new PathFinder(this.#model, decoder, decoderOptions);
  }

  get insight(): PerceptronInsight {
    const { decodingMs, work } = this.#finder;
    return { mistakes: this.#mistakes, decodingMs, work };
  }

  begin(): void {
    this.#mistakes = 0;
  }

  /** Decodes sentences and learns from the mistakes. */
  step(sentences: Int32Array): void {
    for (const sentence of sentences) this.#visit(sentence);
  }

  #visit(sentence: number): void {
    const { corpus, watcher } = this.#options;
    const start = this.#starts[sentence]!;
    const length = corpus.lengths[sentence]!;
    const lattice = this.#lattice(start, length);
    const best = this.#finder.best(lattice);
    watcher?.sentence(this.#model, lattice, best);
    const gold = corpus.labels.subarray(start, start + length);
    this.#learn(start, best.labels, gold);
    this.#step++;
    this.#regularised?.shrink(this.#model.transitions, (x, y) => this.#revise(x, y));
  }

  /** The average of the weights after each visit. */
  average(): LinearModel {
    const regularised = this.#regularised;
    const unitExponent = regularised === undefined ? WEIGHT_EXPONENT : REGULARISED_EXPONENT;
    const scale = 2 ** unitExponent;
    return {
      unitExponent,
      weights: this.#weights.average(this.#step, scale),
      transitions: (regularised ?? this.#pairs).average(this.#step, scale),
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

  #learn(start: number, guess: Int32Array, gold: Int32Array): void {
    const { features, featureOffsets } = this.#options.corpus;
    for (let t = 0; t < gold.length; t++) {
      const isWrong = guess[t] !== gold[t];
      if (isWrong) {
        this.#mistakes++;
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
  }

  #addPair(previous: number, label: number, delta: number): void {
    const { labelCount, transitions } = this.#model;
    transitions[previous * labelCount + label]! += delta;
    this.#pairs.add(previous, label, delta, this.#step);
    this.#revise(previous, label);
  }

  /** Says that a transition has changed. */
  #revise(previous: number, label: number): void {
    this.#finder.revise(previous, label);
    this.#options.watcher?.revise(previous, label);
  }
}
