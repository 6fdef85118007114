/**
 * A chain CRF that learns from a few sentences at a time, by stochastic gradients.
 *
 * @module
 */

import type { EncodedCorpus } from "../linear_model.ts";
import { CorpusLoss } from "./corpus_loss.ts";
import { type CrfInsight, type CrfLearner, penalisedFrom, squaredNorm } from "./crf_learner.ts";
import type { StochasticSettings } from "./settings.ts";
import { type Support, weightCount } from "./support.ts";

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
  /** Penalised from here on. */
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
