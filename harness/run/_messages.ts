/**
 * What the harness asks of the isolate of a cell, and what that answers.
 *
 * @module
 */

import type { Batch } from "../problems/contents.ts";
import type { Opening, Work } from "../problems/contract.ts";
import type { Clock } from "../store/rows.ts";
import type { TracePoint } from "../store/traces.ts";

/** What the isolate of a cell is started with. */
export interface CellConfig extends Opening {
  /** URL of the problem's module. */
  readonly problem: string;
  /** The file that scores come in. */
  readonly contents?: string;
  /** Only the first so many sentences; all without. */
  readonly sentences?: number;
}

/** What the harness asks of an isolate. */
export type Request =
  /** Read the sentences; no decoder is there yet. */
  | { readonly type: "load" }
  /** Load the decoder and, on the clock, prepare it. */
  | { readonly type: "prepare" }
  /** Decode each sentence once. */
  | { readonly type: "answer" }
  /** Decode sentence after sentence, until all are done or more than that time has gone. */
  | { readonly type: "fit"; readonly atMostMs: number }
  /** Decode, on the clock, sentences whose scores have come. */
  | ({ readonly type: "time"; readonly clock: Clock } & Batch)
  /** The same without decoding: known answers are told, k to a sentence. */
  | ({ readonly type: "repeat"; readonly k: number } & Batch)
  /** Find a smaller part of a sentence that is decoded wrongly. */
  | { readonly type: "shrink"; readonly sentence: number }
  /** Tell how the answers come about. */
  | { readonly type: "trace" };

/** What an isolate says, by request. */
export interface Responses {
  readonly load: null;
  readonly prepare: {
    /** By which it can be timed. */
    readonly clocks: readonly Clock[];
  };
  /** The problem's answers, the work on each, and the most memory held after one, in MiB. */
  readonly answer: {
    readonly answers: readonly unknown[];
    readonly works: readonly Work[];
    readonly peakMb: number;
  };
  /** Whether all sentences were decoded. */
  readonly fit: { readonly isWhole: boolean };
  /** The answers come as bytes. */
  readonly time: null;
  readonly repeat: null;
  /** JSON has no NaN: null. */
  readonly trace: {
    readonly points: readonly { readonly [Name in keyof TracePoint]: number | null }[];
  };
  /** A part as the problem means it; null if the sentence is right on its own. */
  readonly shrink: unknown;
}
