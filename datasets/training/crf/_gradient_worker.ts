/**
 * A worker that computes the gradients of blocks of sentences.
 *
 * @module
 */

import { type BlockAnswer, type BlockRequest, localWorker } from "./loss.ts";

/** The scope of a worker, whose types are not those of a window. */
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<BlockRequest>) => void;
  postMessage(message: BlockAnswer): void;
};

let worker: ReturnType<typeof localWorker> | undefined;

scope.onmessage = ({ data }) => {
  if ("task" in data) {
    worker = localWorker(data.task);
    return;
  }
  try {
    if (data.isStale) worker!.refresh();
    scope.postMessage({ value: worker!.add(data.block) });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    scope.postMessage({ refused: error.message });
  }
};
