/**
 * The negative log-likelihood of sentences, and its gradient in the weights, in blocks.
 *
 * @module
 */

import type { SumOptions } from "../../../decoders/probability/estimate.ts";
import {
  type Loss,
  type LossGradient,
  negativeLogLikelihood,
} from "../../../decoders/probability/negative_log_likelihood.ts";
import { sentenceStarts } from "../../task.ts";
import type { EncodedCorpus } from "../linear_model.ts";
import type { Support } from "./support.ts";

/**
 * −log p(gold) of the sentences of a corpus under weights that change.
 *
 * Emissions are sums of features' weights, so ∂/∂w(f, y) = Σ over the positions at which f fires of
 * ∂/∂n_t(y) = p(y_t = y) − [y is right].
 */
export class CorpusLoss {
  readonly #corpus: EncodedCorpus;
  readonly #support: Support;
  readonly #weights: Float64Array;
  readonly #starts: Int32Array;
  readonly #transitions: Float64Array;
  readonly #emissions: Float64Array;
  readonly #loss: Loss;

  /**
   * Follows the weights as they are now.
   *
   * @param weights numbered as by `support`; may be changed in place if `refresh` is told
   * @param options how sums are taken
   */
  constructor(
    corpus: EncodedCorpus,
    support: Support,
    weights: Float64Array,
    options: SumOptions = {},
  ) {
    const { labelCount, pairs } = support;
    this.#corpus = corpus;
    this.#support = support;
    this.#weights = weights;
    this.#starts = sentenceStarts(corpus.lengths);
    this.#transitions = new Float64Array(labelCount * labelCount);
    this.#emissions = new Float64Array(this.nodeCount);
    const model = {
      labelCount,
      transitions: this.#transitions,
      exactSums: false,
      float32Exact: false,
    };
    this.#loss = negativeLogLikelihood(model, { ...options, entries: pairs });
    this.refresh();
  }

  /** T·L of the longest sentence. */
  get nodeCount(): number {
    const longest = this.#corpus.lengths.reduce((a, b) => Math.max(a, b), 0);
    return longest * this.#support.labelCount;
  }

  /** The weights of label pairs have changed. */
  refresh(): void {
    const { pairs, labels } = this.#support;
    for (let i = 0; i < pairs.length; i++) {
      this.#transitions[pairs[i]!] = this.#weights[labels.length + i]!;
    }
    this.#loss.revise();
  }

  /**
   * The loss of a sentence.
   *
   * @param gradient `emissions` are overwritten, `transitions`, one for each label pair, added to
   * @param scale of the weights of features
   * @throws RangeError naming the sentence, position and label if a score is not a number
   */
  of(sentence: number, gradient: LossGradient, scale = 1): number {
    const start = this.#starts[sentence]!;
    const length = this.#corpus.lengths[sentence]!;
    const emissions = this.#score(sentence, scale);
    const gold = this.#corpus.labels.subarray(start, start + length);
    return this.#loss({ length, emissions }, gold, gradient, sentence).value;
  }

  /** Adds, for each feature that fires, `factor` times the gradients of the emissions. */
  addFeatures(
    sentence: number,
    emissions: Float64Array,
    target: Float64Array,
    factor: number,
  ): void {
    const { features, featureOffsets } = this.#corpus;
    const { offsets, labels, labelCount } = this.#support;
    const first = this.#starts[sentence]!;
    for (let p = first; p < this.#starts[sentence + 1]!; p++) {
      const row = (p - first) * labelCount;
      for (let j = featureOffsets[p]!; j < featureOffsets[p + 1]!; j++) {
        const feature = features[j]!;
        const end = offsets[feature + 1]!;
        for (let i = offsets[feature]!; i < end; i++) {
          target[i]! += factor * emissions[row + labels[i]!]!;
        }
      }
    }
  }

  /** The emissions of a sentence, in room that the next one reuses. */
  #score(sentence: number, scale: number): Float64Array {
    const { features, featureOffsets } = this.#corpus;
    const { offsets, labels, labelCount } = this.#support;
    const weights = this.#weights;
    const [first, next] = [this.#starts[sentence]!, this.#starts[sentence + 1]!];
    const emissions = this.#emissions.subarray(0, (next - first) * labelCount).fill(0);
    for (let p = first; p < next; p++) {
      const row = (p - first) * labelCount;
      for (let j = featureOffsets[p]!; j < featureOffsets[p + 1]!; j++) {
        const feature = features[j]!;
        const end = offsets[feature + 1]!;
        for (let i = offsets[feature]!; i < end; i++) {
          emissions[row + labels[i]!]! += scale * weights[i]!;
        }
      }
      let sum = 0;
      for (let y = 0; y < labelCount; y++) sum += emissions[row + y]!;
      if (Number.isFinite(sum)) continue;
      throw new RangeError(
        `Cannot learn from position ${p - first} of sentence ${sentence}: its scores sum to ${sum}`,
      );
    }
    return emissions;
  }
}

/** Blocks of a corpus; that many workers can share it. */
export const BLOCKS = 8;

/**
 * Sentences where blocks of about as many tokens begin, with their number at the end. Sums are
 * those of the blocks, added in order: so they are the same however many workers there are.
 */
export function blockBounds(lengths: Int32Array): Int32Array {
  const tokens = lengths.reduce((sum, length) => sum + length, 0);
  const bounds = new Int32Array(BLOCKS + 1).fill(lengths.length);
  let [seen, block] = [0, 0];
  lengths.forEach((length, sentence) => {
    while (block < BLOCKS && seen * BLOCKS >= block * tokens) bounds[block++] = sentence;
    seen += length;
  });
  return bounds;
}

/** The loss of the sentences from one on and before another; `gradient` becomes its gradient. */
export function blockLoss(
  loss: CorpusLoss,
  { labels }: Support,
  nodes: Float64Array,
  [from, to]: readonly [number, number],
  gradient: Float64Array,
): number {
  gradient.fill(0);
  const parts = { emissions: nodes, transitions: gradient.subarray(labels.length) };
  let value = 0;
  for (let sentence = from; sentence < to; sentence++) {
    value += loss.of(sentence, parts);
    loss.addFeatures(sentence, nodes, gradient, 1);
  }
  return value;
}
