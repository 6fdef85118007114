/**
 * The loss of a whole corpus and its gradient, by one or several workers.
 *
 * @module
 */

import type { EncodedCorpus } from "../linear_model.ts";
import { blockBounds, blockLoss, BLOCKS, CorpusLoss } from "./loss.ts";
import type { BlockAnswer, GradientTask } from "./_gradient_worker.ts";
import { type Support, weightCount } from "./support.ts";

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
  const crew = workers === 1 ? [here(task)] : startWorkers(task, Math.min(workers, BLOCKS));
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

/** Someone who computes blocks. */
interface Hand {
  /** The weights have changed. */
  refresh(): void;
  /** Computes a block's gradient, in its place, and gives its loss. */
  add(block: number): number | Promise<number>;
  end(): void;
}

/** This thread. */
function here({ corpus, support, weights, bounds, blocks }: GradientTask): Hand {
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
function startWorkers(task: GradientTask, count: number): Hand[] {
  const { corpus, support } = task;
  const shared: GradientTask = {
    ...task,
    corpus: {
      lengths: sharedInts(corpus.lengths),
      featureOffsets: sharedInts(corpus.featureOffsets),
      features: sharedInts(corpus.features),
      labels: sharedInts(corpus.labels),
    },
    support: {
      labelCount: support.labelCount,
      offsets: sharedInts(support.offsets),
      labels: sharedInts(support.labels),
      pairs: sharedInts(support.pairs),
    },
  };
  return Array.from({ length: count }, () => startWorker(shared));
}

function startWorker(task: GradientTask): Hand {
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

function sharedInts(values: Int32Array): Int32Array {
  const shared = new Int32Array(new SharedArrayBuffer(values.byteLength));
  shared.set(values);
  return shared;
}
