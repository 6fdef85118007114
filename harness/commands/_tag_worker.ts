/**
 * A thread that tags blocks: it gets a model and settings first, then block after block.
 *
 * @module
 */

import { readModel } from "../../datasets/models/read_model.ts";
import type { ReadOptions } from "../../datasets/models/contract.ts";
import { Block, BlockTagger, type TaggedBlock, type TagSettings } from "./_tag_blocks.ts";
import { serveThread } from "./_threads.ts";

/** What a thread is opened with. */
export interface TagOpening {
  readonly bytes: Uint8Array;
  readonly reading: ReadOptions;
  readonly settings: TagSettings;
}

/** Lines to be tagged, and which one of the input is the first. */
export interface TagRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly line: number;
}

// deno-lint-ignore require-await
serveThread(async ({ bytes, reading, settings }: TagOpening) => {
  const tagger = new BlockTagger(readModel(bytes, reading), settings);
  return ({ bytes, line }: TagRequest): TaggedBlock => {
    const { output, ...counts } = tagger.tag(new Block(bytes, line));
    // The memory goes to the other side, and the tagger needs its own.
    return { ...counts, output: output instanceof Uint8Array ? output.slice() : output };
  };
}, ({ output }) => output instanceof Uint8Array ? [output.buffer as ArrayBuffer] : []);
