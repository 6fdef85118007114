/**
 * The linear-chain conditional random field with features: what it minimises, by whole passes
 * (L-BFGS, OWL-QN) or by a few sentences at a time (stochastic gradients).
 *
 * @module
 */

import { learn, type Learner, type LoopOptions, type TrainingProgress } from "../learn.ts";
import { largestMagnitude } from "../../../decoders/lattice.ts";
import type { EncodedCorpus, LinearModel } from "../../linear_model.ts";
import { CorpusLoss, type GradientSum, gradientSum } from "./loss.ts";
import { PERIOD, QuasiNewton } from "./quasi_newton.ts";
import {
  type BatchSettings,
  checkCrf,
  type CrfSettings,
  type Penalty,
  type StochasticSettings,
} from "../settings.ts";
import {
  checkCorpus,
  curvatures,
  linearModel,
  seenSupport,
  type Support,
  weightCount,
} from "./support.ts";

/** The objective of a chain CRF so far. */
export interface CrfInsight {
  /** Negative log-likelihood of this epoch's sentences, each with the weights of its moment. */
  readonly loss: number;
  /** ℓ1·Σ|w| + ℓ2·Σw²: at these weights or, with stochastic gradients, as the epoch began. */
  readonly penalty: number;
}

/**
 * "objective 12345.678": of the whole corpus, at the mean loss of the tokens seen in the epoch.
 *
 * @param corpusTokens of all sentences
 */
export function objectiveText(
  corpusTokens: number,
): (progress: TrainingProgress & CrfInsight) => string {
  return ({ tokens, loss, penalty }) =>
    `objective ${(loss * corpusTokens / tokens + penalty).toFixed(3)}`;
}

/**
 * After how many epochs L-BFGS is likely to be done: it is once `PERIOD` of them lower the
 * objective by less than `tolerance` of it, and that share falls about geometrically. Undefined
 * before twice as many have shown how fast.
 *
 * @param most epochs
 */
export function likelyEpochs(
  tolerance: number,
  most: number,
): (progress: Pick<TrainingProgress, "epoch"> & CrfInsight) => number | undefined {
  const objectives: number[] = [];
  const gainAt = (epoch: number) =>
    (objectives[epoch - PERIOD]! - objectives[epoch]!) / Math.abs(objectives[epoch]!);
  return ({ epoch, loss, penalty }) => {
    // A step may fail: what counts is the least so far.
    objectives[epoch] = Math.min(loss + penalty, objectives[epoch - 1] ?? Infinity);
    if (epoch <= 2 * PERIOD) return undefined;
    const [earlier, now] = [gainAt(epoch - PERIOD), gainAt(epoch)];
    if (now <= tolerance) return Math.min(most, epoch + 1);
    if (!(now < earlier)) return most;
    const rest = PERIOD * Math.log(now / tolerance) / Math.log(earlier / now);
    return Math.min(most, epoch + Math.ceil(rest));
  };
}

/** Learns the weights of a chain CRF. */
export interface CrfLearner extends Learner<CrfInsight> {
  /** The weights so far, the best where there are better ones, numbered as by the support. */
  weights(): Float64Array;
  /** Ends the workers. */
  close(): void;
}

/** The first weight that is penalised: those of label pairs are the last. */
function penalisedFrom({ labels }: Support, { penalty }: Penalty): number {
  return penalty === "all" ? 0 : labels.length;
}

/** ℓ2·Σw² over the weights from one on. */
function squaredNorm(weights: Float64Array, from: number, l2: number): number {
  if (l2 === 0) return 0;
  let sum = 0;
  for (let i = from; i < weights.length; i++) sum += weights[i]! * weights[i]!;
  return l2 * sum;
}

/** A smaller scale of the weights of features is multiplied into them. */
const LEAST_SCALE = 2 ** -500;

/** Steps that L-BFGS remembers. */
const HISTORY = 6;

/**
 * Minimises the negative log-likelihood with its penalty; a pass evaluates it once. With ℓ2 > 0 on
 * all weights it is strictly convex: there is one optimum, whatever the way to it.
 */
export class BatchCrf implements CrfLearner {
  readonly batch = Infinity;
  insight: CrfInsight = { loss: 0, penalty: 0 };

  readonly #sum: GradientSum;
  readonly #gradient: Float64Array;
  readonly #settings: BatchSettings;
  readonly #from: number;
  readonly #search: QuasiNewton;

  /** All weights are 0 at first. */
  constructor(
    corpus: EncodedCorpus,
    support: Support,
    settings: BatchSettings,
    workers: number,
  ) {
    const { l1, l2, tolerance, start } = settings;
    this.#sum = gradientSum(corpus, support, workers);
    this.#gradient = new Float64Array(weightCount(support));
    this.#settings = settings;
    this.#from = penalisedFrom(support, settings);
    const found = start === "unit" ? undefined : curvatures(corpus, support);
    for (let i = this.#from; found && i < found.length; i++) found[i]! += 2 * l2;
    this.#search = new QuasiNewton(this.#sum.weights, {
      ...{ history: HISTORY, l1, from: this.#from, tolerance },
      ...found && { curvatures: found.map((curvature) => curvature > 0 ? curvature : 1) },
    });
  }

  get isDone(): boolean {
    return this.#search.isDone;
  }

  begin(): void {}

  /** Evaluates the objective and moves the weights. */
  async step(): Promise<void> {
    const { weights } = this.#sum;
    const gradient = this.#gradient;
    const { l2 } = this.#settings;
    const loss = await this.#sum.evaluate(gradient);
    const squares = squaredNorm(weights, this.#from, l2);
    for (let i = this.#from; i < weights.length; i++) gradient[i]! += 2 * l2 * weights[i]!;
    this.insight = { loss, penalty: squares + this.#search.norm() };
    this.#search.take(loss + squares, gradient);
  }

  weights(): Float64Array {
    this.#search.end();
    return this.#sum.weights;
  }

  close(): void {
    this.#sum.close();
  }
}

/**
 * Goes down the gradients of `batch` sentences and of their share of the penalty, in steps whose
 * length falls linearly from `rate` to 0 over all epochs: long steps find the region, short ones
 * average the noise away.
 *
 * The weights of features are kept as one scale times numbers, so that shrinking them all costs
 * nothing and a step only touches those that fire. Cost of a step: its sentences, and the label
 * pairs. One thread: a step needs the one before.
 *
 * Source: Bottou 2012, "Stochastic Gradient Descent Tricks", sections 5.1 and 5.2, but for the
 * falling rate.
 */
export class StochasticCrf implements CrfLearner {
  readonly batch: number;
  readonly isDone = false;
  insight: CrfInsight = { loss: 0, penalty: 0 };

  readonly #support: Support;
  readonly #settings: StochasticSettings;
  /** The index of the first weight that is penalised. */
  readonly #from: number;
  readonly #sentences: number;
  readonly #steps: number;
  /** Those of features are to be multiplied by the scale. */
  readonly #weights: Float64Array;
  readonly #loss: CorpusLoss;
  /** ∂/∂emissions of each sentence of a step. */
  readonly #nodes: readonly Float64Array[];
  readonly #pairs: Float64Array;
  #scale = 1;
  #step = 0;

  /**
   * All weights are 0 at first.
   *
   * @throws RangeError if the first steps would turn the signs of the weights
   */
  constructor(
    corpus: EncodedCorpus,
    support: Support,
    settings: StochasticSettings,
    epochs: number,
  ) {
    this.batch = settings.batch;
    this.#support = support;
    this.#settings = settings;
    this.#from = penalisedFrom(support, settings);
    this.#sentences = corpus.lengths.length;
    this.#steps = epochs * Math.ceil(this.#sentences / this.batch);
    this.#weights = new Float64Array(weightCount(support));
    this.#loss = new CorpusLoss(corpus, support, this.#weights);
    const { nodeCount } = this.#loss;
    this.#nodes = Array.from(
      { length: Math.min(this.batch, this.#sentences) },
      () => new Float64Array(nodeCount),
    );
    this.#pairs = new Float64Array(support.pairs.length);
    if (!(this.#shrinkage(settings.rate, this.#nodes.length) > 0)) {
      const { rate, l2 } = settings;
      throw new RangeError(
        `Cannot go down l2 = ${l2} in steps of rate = ${rate}: they are too long`,
      );
    }
  }

  begin(): void {
    // All weights are read for it: once a pass.
    const penalty = squaredNorm(this.weights(), this.#from, this.#settings.l2);
    this.insight = { loss: 0, penalty };
  }

  /** Learns from some sentences. */
  step(sentences: Int32Array): void {
    const rate = this.#settings.rate * (1 - this.#step++ / this.#steps);
    const { length } = this.#support.labels;
    this.#pairs.fill(0);
    let { loss } = this.insight;
    sentences.forEach((sentence, i) => {
      const gradient = { emissions: this.#nodes[i]!, transitions: this.#pairs };
      loss += this.#loss.of(sentence, gradient, this.#scale);
    });
    this.insight = { ...this.insight, loss };
    const kept = this.#shrinkage(rate, sentences.length);
    if (this.#settings.penalty === "all") this.#scale *= kept;
    // Long steps down a strong penalty would take the scale to 0 within a pass.
    if (this.#scale < LEAST_SCALE) this.weights();
    sentences.forEach((sentence, i) =>
      this.#loss.addFeatures(sentence, this.#nodes[i]!, this.#weights, -rate / this.#scale)
    );
    for (let i = 0; i < this.#pairs.length; i++) {
      this.#weights[length + i] = kept * this.#weights[length + i]! - rate * this.#pairs[i]!;
    }
    this.#loss.refresh();
  }

  weights(): Float64Array {
    const end = this.#support.labels.length;
    for (let i = 0; i < end; i++) this.#weights[i]! *= this.#scale;
    this.#scale = 1;
    return this.#weights;
  }

  close(): void {}

  /** What the penalty leaves of a weight in a step. */
  #shrinkage(rate: number, sentences: number): number {
    return 1 - 2 * this.#settings.l2 * rate * sentences / this.#sentences;
  }
}

/** The sentences that a CRF learns from, and how. */
export interface CrfOptions extends LoopOptions {
  /** L: label ids are below it. */
  readonly labelCount: number;
  /** Feature ids are below it. */
  readonly featureCount: number;
  /** Loss and steps. */
  readonly settings: CrfSettings;
  /** Whether labels of the corpus may be unknown. */
  readonly isPartial?: boolean;
  /** Threads that share whole passes, at least 1; the result is the same. */
  readonly workers: number;
}

/**
 * Learns a linear model that minimises
 *
 *     Σ over the sentences of ( log Z − score(gold) ) + ℓ1·Σ|w| + ℓ2·Σw²,
 *
 * where log Z is the log-partition of the sentence's lattice: p(y) = exp(score(y) − log Z). Each
 * feature has a weight for each label that it was seen with, each label pair one if it was seen;
 * all others are 0. The result is rounded to units of 2^−10, or as `linearModel` says where
 * features have values.
 *
 * Where labels are unknown, score(gold) is the log-partition of the paths that have the known ones:
 * the objective is then no longer convex, and a step may end in one of several valleys.
 *
 * The same options give the same bits on every machine, whatever the number of workers: `exp` and
 * `log` are our own, and sums are taken in fixed blocks.
 *
 * Source: Lafferty, McCallum and Pereira 2001, "Conditional Random Fields"; Sha and Pereira 2003,
 * "Shallow Parsing with Conditional Random Fields", for L-BFGS. The penalty is CRFsuite's (c1, c2).
 *
 * @param onProgress called after every step
 * @throws RangeError for settings out of range, an empty sentence, an unknown label, a value that
 * is too large, and a score that is not a number, naming sentence and position
 */
export async function trainCrf(
  options: CrfOptions,
  onProgress: (progress: TrainingProgress & CrfInsight) => void = () => {},
): Promise<LinearModel> {
  const { corpus, labelCount, featureCount, settings, isPartial = false } = options;
  checkCrf(settings);
  checkCorpus(corpus, labelCount, isPartial);
  const support = seenSupport(corpus, labelCount, featureCount);
  const learner = newLearner(options, support);
  try {
    await learn(options, learner, onProgress);
    const { values } = corpus;
    return linearModel(support, learner.weights(), values && largestMagnitude(values));
  } finally {
    learner.close();
  }
}

function newLearner(
  { corpus, settings, workers, epochs }: CrfOptions,
  support: Support,
): CrfLearner {
  return settings.optimiser === "sgd"
    ? new StochasticCrf(corpus, support, settings, epochs)
    : new BatchCrf(corpus, support, settings, workers);
}
