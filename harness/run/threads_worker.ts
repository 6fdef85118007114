/**
 * A thread of `threads_cell.ts`: a decoder of its own, on scores that all share.
 *
 * @module
 */

/// <reference lib="deno.worker" />

import { type Decode, type Decoder, newWork, type Options } from "../../decoders/contract.ts";
import type { Model } from "../../decoders/lattice.ts";
import { sentenceStarts } from "../../datasets/dataset.ts";
import { importDecoder } from "../decoders/load_decoder.ts";
import { shutIn } from "../isolate/serve.ts";

/** What all threads have in common; arrays are in shared memory. */
export interface SharedBatch {
  readonly url: string;
  readonly options: Options;
  readonly model: Model;
  /** T of each sentence. */
  readonly lengths: Int32Array;
  /** The scores of all sentences. */
  readonly emissions: Float64Array;
  /** The scores of pairs of all sentences, (T − 1)·L² each, if the model has such; else none. */
  readonly pairs: Float64Array;
  /** Where answers go: each sentence has its place, whoever decodes it. */
  readonly scores: Float64Array;
  readonly labels: Int32Array;
  /** One number: of the sentence that is next, over all passes. */
  readonly next: Int32Array;
}

/** What a thread is told: the batch, and later how often to decode it. */
export type ThreadRequest = SharedBatch | { readonly passes: number };

let decodeNext: ((passes: number) => void) | undefined;

self.onmessage = async ({ data }: MessageEvent<ThreadRequest>) => {
  if ("passes" in data) decodeNext!(data.passes);
  else {
    shutIn();
    const decoder = await importDecoder<Decoder>(data.url);
    decodeNext = sharedDecode(decoder.prepare(data.model, data.options), data);
    // What is built at the first sentences is built now, in every thread.
    decodeNext(1);
    Atomics.store(data.next, 0, 0);
    decodeNext(1);
  }
  self.postMessage(null);
};

/** Takes sentence after sentence until there is none left in so many passes. */
function sharedDecode(
  decode: Decode,
  { model: { labelCount, hasPairs }, lengths, emissions, pairs, scores, labels, next }: SharedBatch,
): (passes: number) => void {
  const starts = sentenceStarts(lengths);
  // A sentence has pairs for all positions but its first.
  const pairsAt = (i: number) => (starts[i]! - i) * labelCount ** 2;
  const lattices = Array.from(lengths, (length, i) => ({
    length,
    emissions: emissions.subarray(starts[i]! * labelCount, starts[i + 1]! * labelCount),
    ...(hasPairs && { pairs: pairs.subarray(pairsAt(i), pairsAt(i + 1)) }),
  }));
  const work = newWork();
  return (passes) => {
    const end = passes * lattices.length;
    for (let at = Atomics.add(next, 0, 1); at < end; at = Atomics.add(next, 0, 1)) {
      const sentence = at % lattices.length;
      const [path] = decode({ ...lattices[sentence]! }, 1, work).paths;
      scores[sentence] = path?.score ?? -Infinity;
      if (path !== undefined) labels.set(path.labels, starts[sentence]);
    }
  };
}
