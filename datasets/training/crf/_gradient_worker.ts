/**
 * A worker that computes the gradients of blocks of sentences.
 *
 * @module
 */

import type { EncodedCorpus } from "../linear_model.ts";
import { blockLoss, CorpusLoss } from "./loss.ts";
import type { Support } from "./support.ts";

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

/** The scope of a worker, whose types are not those of a window. */
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<BlockRequest>) => void;
  postMessage(message: BlockAnswer): void;
};

let task: GradientTask | undefined;
let loss: CorpusLoss | undefined;
let nodes = new Float64Array();

scope.onmessage = ({ data }) => {
  if ("task" in data) {
    ({ task } = data);
    return;
  }
  try {
    scope.postMessage({ value: valueOf(data.block, data.isStale) });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    scope.postMessage({ refused: error.message });
  }
};

function valueOf(block: number, isStale: boolean): number {
  const { corpus, support, weights, bounds, blocks } = task!;
  if (loss === undefined) {
    loss = new CorpusLoss(corpus, support, weights);
    nodes = new Float64Array(loss.nodeCount);
  } else if (isStale) loss.refresh();
  return blockLoss(loss, support, nodes, [bounds[block]!, bounds[block + 1]!], blocks[block]!);
}
