/**
 * What the harness asks of the isolate of a cell, and what that answers.
 *
 * @module
 */

import type { FirstUseLimits, FirstUsePoint, Opening, Work } from "../problems/contract.ts";
import type { Clock, MemoryClock } from "../store/rows.ts";

/** What the isolate of a cell is started with. */
export interface CellConfig extends Opening {
  /** URL of the problem's module. */
  readonly problem: string;
  /** Only the first so many sentences; all without. */
  readonly sentences?: number;
}

/** The first so many sentences by a clock. */
interface Timed {
  readonly sentences: number;
  readonly clock: Clock;
}

/** What the harness asks of an isolate. */
export type Request =
  /** Import the decoder, load the sentences, prepare and place the sentences. */
  | { readonly type: "prepare" }
  /** Decode each sentence once. */
  | { readonly type: "answer" }
  /** The same, where nobody looks at the answers. */
  | { readonly type: "repeat" }
  /** Decode sentence after sentence, until all are done or more than that time has gone. */
  | { readonly type: "fit"; readonly atMostMs: number }
  /** Decode the first sentences until times agree. */
  | ({ readonly type: "warmUp"; readonly batchMs: number } & Timed)
  /** Find a smaller part of a sentence that is decoded wrongly. */
  | { readonly type: "shrink"; readonly sentence: number }
  /** Measure the first use of the decoder; nothing else is asked of this isolate. */
  | ({ readonly type: "firstUse" } & FirstUseLimits)
  /** Decode the first sentences that often. */
  | ({ readonly type: "time"; readonly passes: number } & Timed)
  /** Decode each of the first sentences that often. */
  | { readonly type: "timeEach"; readonly sentences: number; readonly passes: number };

/** What an isolate says, by request. */
export interface Responses {
  readonly prepare: {
    readonly prepareMs: number;
    /** The memories that sentences can come from besides. */
    readonly memories: readonly MemoryClock[];
  };
  /**
   * The problem's answers, the work on all, a digest of both, the milliseconds of decoding and the
   * most memory held after one, in MiB.
   */
  readonly answer: {
    readonly answers: readonly unknown[];
    readonly work: Work;
    readonly digest: string;
    readonly decodeMs: number;
    readonly peakMb: number;
  };
  readonly repeat: { readonly digest: string; readonly decodeMs: number };
  /** Whether the time was enough for all. */
  readonly fit: { readonly fits: boolean };
  /** Passes over the sentences that fill a batch, and the milliseconds of one. */
  readonly warmUp: { readonly passes: number; readonly passMs: number };
  readonly firstUse: { readonly points: readonly FirstUsePoint[] };
  /** A part as the problem means it; null if the sentence is right on its own. */
  readonly shrink: unknown;
  readonly time: { readonly elapsedMs: number };
  /** The median for each sentence. */
  readonly timeEach: { readonly elapsedMs: readonly number[] };
}
