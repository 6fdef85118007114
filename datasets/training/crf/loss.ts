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
import { sentenceStarts } from "../../dataset.ts";
import type { EncodedCorpus } from "../../linear_model.ts";
import { type Support, weightCount } from "./support.ts";

/** Blocks of a corpus; that many workers can share it. */
const BLOCKS = 8;

/**
 * −log p(gold) of the sentences of a corpus under weights that change.
 *
 * Emissions are sums of features' weights times their values, so ∂/∂w(f, y) = Σ over the positions
 * at which f fires of its value times ∂/∂n_t(y) = p(y_t = y) − [y is right].
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
   * @param weights numbered as by `support`; may be changed in place if `refresh` is called
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
    const { features, featureOffsets, values } = this.#corpus;
    const { offsets, labels, labelCount } = this.#support;
    const first = this.#starts[sentence]!;
    for (let p = first; p < this.#starts[sentence + 1]!; p++) {
      const row = (p - first) * labelCount;
      for (let j = featureOffsets[p]!; j < featureOffsets[p + 1]!; j++) {
        const feature = features[j]!;
        const end = offsets[feature + 1]!;
        const share = values === undefined ? factor : factor * values[j]!;
        for (let i = offsets[feature]!; i < end; i++) {
          target[i]! += share * emissions[row + labels[i]!]!;
        }
      }
    }
  }

  /** The emissions of a sentence, in room that the next one reuses. */
  #score(sentence: number, scale: number): Float64Array {
    const { features, featureOffsets, values } = this.#corpus;
    const { offsets, labels, labelCount } = this.#support;
    const weights = this.#weights;
    const [first, next] = [this.#starts[sentence]!, this.#starts[sentence + 1]!];
    const emissions = this.#emissions.subarray(0, (next - first) * labelCount).fill(0);
    for (let p = first; p < next; p++) {
      const row = (p - first) * labelCount;
      for (let j = featureOffsets[p]!; j < featureOffsets[p + 1]!; j++) {
        const feature = features[j]!;
        const end = offsets[feature + 1]!;
        const factor = values === undefined ? scale : scale * values[j]!;
        for (let i = offsets[feature]!; i < end; i++) {
          emissions[row + labels[i]!]! += factor * weights[i]!;
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

/** Computes the loss and its gradient at weights that are changed in place. */
export interface GradientSum {
  /** The weights, numbered as by the support; all 0 at first. */
  readonly weights: Float64Array;
  /**
   * The loss of all sentences at the weights of now; `gradient` becomes its gradient.
   *
   * @throws RangeError naming the first sentence whose loss is not a number
   */
  evaluate(gradient: Float64Array): Promise<number>;
  /** Ends the workers. */
  close(): void;
}

/** What the blocks are of; all arrays are shared between workers, or all in one thread. */
export interface GradientTask {
  readonly corpus: EncodedCorpus;
  readonly support: Support;
  /** Numbered as by the support. */
  readonly weights: Float64Array;
  /** Sentences where blocks begin, with their number at the end. */
  readonly bounds: Int32Array;
  /** Where the gradient of each block goes. */
  readonly blocks: readonly Float64Array[];
}

/** The first message brings the task, each other one the number of a block. */
export type BlockRequest =
  | { readonly task: GradientTask }
  | { readonly block: number; readonly isStale: boolean };

/** The loss of a block, or why there is none. */
export type BlockAnswer = { readonly value: number } | { readonly refused: string };

/** Computes blocks, in this thread or in another. */
interface BlockWorker<Value = number | Promise<number>> {
  /** The weights have changed. */
  refresh(): void;
  /** Computes a block's gradient, in its place, and gives its loss. */
  add(block: number): Value;
  /** Ends the worker. */
  end(): void;
}

/**
 * Sums over blocks that are the same however many workers there are, in the order of the corpus: so
 * are all bits. Memory: a gradient for each block.
 *
 * @param workers at least 1; one means no other thread than this
 */
export function gradientSum(
  corpus: EncodedCorpus,
  support: Support,
  workers: number,
): GradientSum {
  const count = weightCount(support);
  const weights = sharedFloats(count);
  const bounds = blockBounds(corpus.lengths);
  const blocks = Array.from({ length: BLOCKS }, () => sharedFloats(count));
  const task = { corpus, support, weights, bounds, blocks };
  const crew = workers === 1 ? [localWorker(task)] : startWorkers(task, Math.min(workers, BLOCKS));
  return {
    weights,
    async evaluate(gradient) {
      const values = new Float64Array(BLOCKS);
      const refused = new Map<number, unknown>();
      let next = 0;
      await Promise.all(crew.map(async ({ refresh, add }) => {
        refresh();
        while (next < BLOCKS && refused.size === 0) {
          const block = next++;
          try {
            values[block] = await add(block);
          } catch (error) {
            refused.set(block, error);
          }
        }
      }));
      // Blocks are begun in order: that of the first sentence that is refused is among these.
      if (refused.size > 0) throw refused.get(Math.min(...refused.keys()));
      gradient.fill(0);
      for (const block of blocks) {
        for (let i = 0; i < count; i++) gradient[i]! += block[i]!;
      }
      return values.reduce((sum, value) => sum + value, 0);
    },
    close() {
      for (const { end } of crew) end();
    },
  };
}

/** A worker in this thread. */
export function localWorker(
  { corpus, support, weights, bounds, blocks }: GradientTask,
): BlockWorker<number> {
  const loss = new CorpusLoss(corpus, support, weights);
  const nodes = new Float64Array(loss.nodeCount);
  return {
    refresh: () => loss.refresh(),
    add: (block) =>
      blockLoss(loss, support, nodes, [bounds[block]!, bounds[block + 1]!], blocks[block]!),
    end: () => {},
  };
}

/** Threads of their own, which see the same weights and blocks. */
function startWorkers(task: GradientTask, count: number): BlockWorker[] {
  const own = { ...task, corpus: allShared(task.corpus), support: allShared(task.support) };
  return Array.from({ length: count }, () => startWorker(own));
}

function startWorker(task: GradientTask): BlockWorker {
  const url = new URL("./_gradient_worker.ts", import.meta.url);
  const worker = new Worker(url, { type: "module" });
  let isStale = true;
  worker.postMessage({ task });
  return {
    refresh: () => {
      isStale = true;
    },
    add(block) {
      const answer = Promise.withResolvers<number>();
      worker.onmessage = ({ data }: MessageEvent<BlockAnswer>) => {
        if ("value" in data) answer.resolve(data.value);
        else answer.reject(new RangeError(data.refused));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        answer.reject(new Error(`Cannot go on learning: a worker ended with ${event.message}`));
      };
      worker.postMessage({ block, isStale });
      isStale = false;
      return answer.promise;
    },
    end: () => worker.terminate(),
  };
}

function sharedFloats(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}

/** A copy of an object whose arrays threads share. */
function allShared<T extends object>(parts: T): T {
  const copies = Object.entries(parts).map(([name, part]) => [
    name,
    ArrayBuffer.isView(part) ? shared(part as Int32Array | Float64Array) : part,
  ]);
  return Object.fromEntries(copies) as T;
}

/** A copy that threads share. */
function shared<Values extends Int32Array | Float64Array>(values: Values): Values {
  const Values = values.constructor as new (buffer: SharedArrayBuffer) => Values;
  const copy = new Values(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
