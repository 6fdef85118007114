/**
 * What the harness asks of the isolate of a cell, and what that answers.
 *
 * @module
 */

import type {
  FirstUseLimits,
  FirstUsePoint,
  Opening,
  UnseenSentence,
  Work,
} from "../problems/contract.ts";
import type { Clock, MemoryClock } from "../store/rows.ts";
import type { TracePoint } from "../store/traces.ts";

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

/** Unseen sentences to decode. */
export interface UnseenTask {
  readonly seed: number;
  readonly clock: Clock;
  /** Which sentences of the sample have their sizes. */
  readonly sentences: readonly number[];
  /** Turns of contents whose sentences are decoded in one go. */
  readonly batches: readonly (readonly number[])[];
  /** No batch is begun after that time. */
  readonly atMostMs: number;
  /** Whose answers to tell. */
  readonly told: readonly UnseenSentence[];
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
  /** Tell how the answers come about; nothing is timed afterwards. */
  | { readonly type: "trace" }
  /**
   * Decode the first sentences that often, and keep the answers of one pass; if it is to be cold,
   * after something else was done.
   */
  | ({
    readonly type: "time";
    readonly passes: number;
    readonly kept: number;
    readonly isCold?: true;
  } & Timed)
  /** Tell the answers that were kept last. */
  | { readonly type: "tellKept" }
  /** Decode sentences whose contents nobody has seen. */
  | ({ readonly type: "unseen" } & UnseenTask)
  /** Be the reference: decode each sentence, and unseen ones until some time has gone. */
  | {
    readonly type: "refer";
    readonly seed: number;
    readonly unseen: readonly UnseenSentence[];
    readonly atMostMs: number;
  }
  /** Decode each of the first sentences that often. */
  | { readonly type: "timeEach"; readonly sentences: number; readonly passes: number };

/** A request of a type. */
export type Asked<Type extends Request["type"]> = Request & { readonly type: Type };

/** What an isolate says, by request. */
export interface Responses {
  readonly prepare: {
    readonly prepareMs: number;
    /** The memories that sentences can come from besides. */
    readonly memories: readonly MemoryClock[];
  };
  /**
   * The problem's answers, the work on each, a digest of both, the milliseconds of decoding and the
   * most memory held after one, in MiB.
   */
  readonly answer: {
    readonly answers: readonly unknown[];
    readonly works: readonly Work[];
    readonly digest: string;
    readonly decodeMs: number;
    readonly peakMb: number;
  };
  readonly repeat: { readonly digest: string; readonly decodeMs: number };
  /** Whether the time was enough for all. */
  readonly fit: { readonly fits: boolean };
  /** Passes over the sentences that fill a batch, and the milliseconds of one. */
  readonly warmUp: { readonly passes: number; readonly passMs: number };
  /** JSON has no NaN: null. */
  readonly trace: {
    readonly points: readonly { readonly [Name in keyof TracePoint]: number | null }[];
  };
  readonly firstUse: { readonly points: readonly FirstUsePoint[] };
  /** A part as the problem means it; null if the sentence is right on its own. */
  readonly shrink: unknown;
  /** Milliseconds of a pass, those on processors, and a digest of the answers that were kept. */
  readonly time: {
    readonly elapsedMs: number;
    readonly busyMs: number;
    readonly digest: string;
  };
  readonly tellKept: { readonly answers: readonly unknown[] };
  /**
   * The median of the milliseconds on processors of a batch, and answers with the places in `told`
   * of what they are to.
   */
  readonly unseen: {
    readonly busyMs: number;
    readonly answers: readonly (readonly [told: number, answer: unknown])[];
  };
  /** Answers to all sentences, and to the first of the unseen ones. */
  readonly refer: { readonly answers: readonly unknown[]; readonly unseen: readonly unknown[] };
  /** The median for each sentence. */
  readonly timeEach: { readonly elapsedMs: readonly number[] };
}
