/**
 * What the harness and the isolate of a cell say to each other: JSON, one message a line.
 *
 * @module
 */

import type { Options, Work } from "../../decoders/contract.ts";
import type { Selection } from "../problems/sequence/shrink.ts";

/** What an isolate is started with. */
export interface CellConfig {
  /** Path of the pack with the expanded lattices. */
  readonly pack: string;
  /** URL of the decoder's module. */
  readonly url: string;
  readonly options: Options;
  readonly k: number;
}

/** What the harness asks of an isolate. */
export type Request =
  /** Import the decoder, load the lattices, prepare and place the lattices. */
  | { readonly type: "prepare" }
  /** Decode each sentence once. */
  | { readonly type: "answer" }
  /** Decode sentence after sentence, until more than that time has gone. */
  | { readonly type: "fit"; readonly atMostMs: number }
  /** Decode the first sentences until times agree. */
  | { readonly type: "warmUp"; readonly sentences: number; readonly batchMs: number }
  /** Find a smaller part of a sentence that is decoded wrongly. */
  | { readonly type: "shrink"; readonly sentence: number }
  /** Decode the first sentences that often. */
  | { readonly type: "time"; readonly sentences: number; readonly passes: number }
  /** Decode each of the first sentences that often. */
  | { readonly type: "timeEach"; readonly sentences: number; readonly passes: number };

/** The answer for one sentence. */
export interface Answer {
  readonly paths: readonly { readonly score: number; readonly labels: readonly number[] }[];
  readonly work: Work;
}

/** What an isolate says, by request. */
export interface Responses {
  /** And how long the decoder took to place the lattices. */
  readonly prepare: { readonly prepareMs: number; readonly placeMs: number };
  /** And the most memory that the process held after one of them, in MiB. */
  readonly answer: { readonly answers: readonly Answer[]; readonly peakMb: number };
  /** Milliseconds of one call for each sentence: for planning, not for results. */
  readonly fit: { readonly sentenceMs: readonly number[] };
  /** Passes over the sentences that fill a batch. */
  readonly warmUp: { readonly passes: number };
  readonly shrink: Selection | null;
  readonly time: { readonly elapsedMs: number };
  /** The median for each sentence. */
  readonly timeEach: { readonly elapsedMs: readonly number[] };
}

/** Marks an isolate's messages among whatever a decoder may print. */
export const MESSAGE_PREFIX = "\u0001trellis ";
