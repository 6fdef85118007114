/**
 * What the harness and the isolate of a cell say to each other: JSON, one message a line.
 *
 * @module
 */

import type { Opening, Work } from "../problems/contract.ts";

/** What an isolate is started with. */
export interface CellConfig extends Opening {
  /** URL of the problem's module. */
  readonly problem: string;
}

/** What the harness asks of an isolate. */
export type Request =
  /** Import the decoder, load the sentences, prepare and place the sentences. */
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

/** What an isolate says, by request. */
export interface Responses {
  readonly prepare: { readonly prepareMs: number };
  /** The problem's answers, the work on all, the most memory held after one, in MiB. */
  readonly answer: {
    readonly answers: readonly unknown[];
    readonly work: Work;
    readonly peakMb: number;
  };
  /** Milliseconds of one call for each sentence: for planning, not for results. */
  readonly fit: { readonly sentenceMs: readonly number[] };
  /** Passes over the sentences that fill a batch. */
  readonly warmUp: { readonly passes: number };
  /** A part as the problem means it; null if the sentence is right on its own. */
  readonly shrink: unknown;
  readonly time: { readonly elapsedMs: number };
  /** The median for each sentence. */
  readonly timeEach: { readonly elapsedMs: readonly number[] };
}

/** Marks an isolate's messages among whatever a decoder may print. */
export const MESSAGE_PREFIX = "\u0001trellis ";
