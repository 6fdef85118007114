/**
 * The isolate of a cell, as the harness sees it: what it asks, and what that answers.
 *
 * @module
 */

import { isRecord } from "../../datasets/visible.ts";
import type { TimingCore } from "../isolate/timing_core.ts";
import { Isolate, IsolateCrash, IsolateTimeout, type Reply } from "../isolate/isolate.ts";
import type { Batch, Opening, Work } from "../problems/contract.ts";
import type { Clock } from "../store/rows.ts";
import type { TracePoint } from "../store/side_tables.ts";

const ENTRY = new URL("./cell.ts", import.meta.url);

/** What the isolate of a cell is started with. */
export interface CellConfig extends Opening {
  /** URL of the module that it imports: a problem, or the opener of one. */
  readonly module: string;
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
  /** The same without decoding: known answers are given, k to a sentence. */
  | ({ readonly type: "repeat"; readonly k: number } & Batch)
  /** Find a smaller part of a sentence that is decoded wrongly; asked of a problem alone. */
  | { readonly type: "shrink"; readonly sentence: number }
  /** Tell how the answers come about; asked of a problem alone. */
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
    /** Milliseconds of decoding by the process's own clock, to be read of a program alone. */
    readonly passMs: number;
  };
  /** Whether all sentences were decoded. */
  readonly fit: { readonly isWhole: boolean };
  /** The answers come as bytes; of a program with the time that the harness's code measured. */
  readonly time: null | { readonly elapsedMs: number };
  readonly repeat: null;
  /** JSON has no NaN: null. */
  readonly trace: {
    readonly points: readonly { readonly [Name in keyof TracePoint]: number | null }[];
  };
  /** A part as the problem means it; null if the sentence is right on its own. */
  readonly shrink: unknown;
}

/** A response as it comes: of any shape. */
type Untrusted = Readonly<Record<string, unknown>>;

/** Whether a response has the shape of one, any if none is named; others check what is in it. */
const SHAPES: { readonly [Type in keyof Responses]?: (value: Untrusted) => boolean } = {
  prepare: ({ clocks }) => Array.isArray(clocks) && clocks[0] === "decode",
  answer: ({ answers, works, peakMb }) =>
    Array.isArray(answers) && Array.isArray(works) && works.every(isRecord) &&
    works.length === answers.length && Number.isFinite(peakMb),
  fit: ({ isWhole }) => typeof isWhole === "boolean",
  trace: ({ points }) => Array.isArray(points) && points.every(isRecord),
};

/** A response with what came with it, and the milliseconds that it took. */
export interface Response<T> extends Reply {
  readonly value: T;
}

/**
 * A process that holds one cell. It reads the lattices of the cell, which have no gold labels, and
 * scores from a file that is there only from when it has room for them until it has answered.
 */
export class CellIsolate {
  readonly #isolate: Isolate;
  /** The file that scores come in, and the name by which the process knows it. */
  readonly #contents: readonly [file: string, own: string] | undefined;

  /** Starts a process. */
  static async start(config: CellConfig): Promise<CellIsolate> {
    const { module, url, pack, contents } = config;
    const modules = [module, url];
    if (contents === undefined) {
      return new CellIsolate(await Isolate.start({ entry: ENTRY, modules, files: [pack], config }));
    }
    const own = `${contents}-${crypto.randomUUID()}`;
    const settings = { files: [pack, own], config: { ...config, contents: own } };
    const isolate = await Isolate.start({ entry: ENTRY, modules, ...settings });
    return new CellIsolate(isolate, [contents, own]);
  }

  private constructor(isolate: Isolate, contents?: readonly [string, string]) {
    this.#isolate = isolate;
    this.#contents = contents;
  }

  /** What the decoder has printed. */
  get log(): string {
    return this.#isolate.log;
  }

  /**
   * Asks for something and waits for it.
   *
   * @throws IsolateTimeout after `deadlineMs`; the process is killed
   * @throws IsolateCrash if the process ends, if the decoder throws, and if the response is none to
   * the request
   */
  async ask<Type extends keyof Responses>(
    request: Request & { readonly type: Type },
    deadlineMs: number,
  ): Promise<Response<Responses[Type]>> {
    const { value, ...measured } = await this.#ask(request, deadlineMs);
    if (SHAPES[request.type]?.(isRecord(value) ? value : {}) ?? true) {
      return { value: value as Responses[Type], ...measured };
    }
    throw new IsolateCrash(`it sent what cannot be an answer to ${request.type}`);
  }

  async #ask(request: Request, deadlineMs: number): Promise<Reply> {
    if (this.#contents === undefined) return await this.#isolate.ask(request, deadlineMs);
    const [file, own] = this.#contents;
    let isThere = false;
    try {
      return await this.#isolate.ask(request, deadlineMs, () => {}, () => {
        linkFile(file, own);
        isThere = true;
      });
    } finally {
      if (isThere) await Deno.remove(own);
    }
  }

  /** See `Isolate.keepOn`. */
  async keepOn(core: TimingCore): Promise<void> {
    await this.#isolate.keepOn(core);
  }

  /** Ends the process. */
  async close(): Promise<void> {
    await this.#isolate.close();
  }
}

/**
 * Starts an isolate, asks it and ends it; undefined if it crashes or misses the deadline. One that
 * crashes is asked a second time: somebody else may have ended it.
 */
export async function askOnce<Type extends keyof Responses>(
  config: CellConfig,
  request: Request & { readonly type: Type },
  deadlineMs: number,
  start: (config: CellConfig) => Promise<Pick<CellIsolate, "ask" | "close">> = CellIsolate.start,
): Promise<Responses[Type] | undefined> {
  for (let attempt = 1; attempt <= 2; attempt++) {
    const isolate = await start(config);
    try {
      return (await isolate.ask<Type>(request, deadlineMs)).value;
    } catch (error) {
      if (error instanceof IsolateTimeout) return undefined;
      if (!(error instanceof IsolateCrash)) throw error;
    } finally {
      await isolate.close();
    }
  }
  return undefined;
}

/** The same file by another name, or a copy where the system has no links. */
export function linkFile(from: string, to: string): void {
  try {
    Deno.linkSync(from, to);
  } catch {
    Deno.copyFileSync(from, to);
  }
}
