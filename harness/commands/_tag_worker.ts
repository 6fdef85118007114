/**
 * A thread that tags blocks: it gets a model and settings first, then block after block.
 *
 * @module
 */

/// <reference lib="deno.worker" />

import { readModel } from "../../datasets/models/read_model.ts";
import type { ReadOptions } from "../../datasets/models/contract.ts";
import { Block, BlockTagger, type TaggedBlock, type TagSettings } from "./_tag_blocks.ts";

/** A message to a thread. */
export type TagRequest =
  | { readonly bytes: Uint8Array; readonly reading: ReadOptions; readonly settings: TagSettings }
  | { readonly block: Uint8Array<ArrayBuffer>; readonly line: number };
/** What it answers: the answers of a block, or what is wrong with it. */
export type TagReply = { readonly tagged: TaggedBlock } | {
  readonly refused: string;
};

let tagger: BlockTagger | undefined;

self.onmessage = ({ data }: MessageEvent<TagRequest>) => {
  if ("bytes" in data) {
    tagger = new BlockTagger(readModel(data.bytes, data.reading), data.settings);
    return;
  }
  let reply: TagReply;
  const memory: ArrayBuffer[] = [];
  try {
    const { output, ...counts } = tagger!.tag(new Block(data.block, data.line));
    const own = output instanceof Uint8Array ? output.slice() : output;
    if (own instanceof Uint8Array) memory.push(own.buffer);
    reply = { tagged: { ...counts, output: own } };
  } catch (error) {
    reply = { refused: (error as Error).message };
  }
  self.postMessage(reply, memory);
};
