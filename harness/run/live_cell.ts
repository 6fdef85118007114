/**
 * A cell while it runs: its isolate, what was found about its answers, and how to time it.
 *
 * @module
 */

import { join } from "node:path";
import { commandOf } from "../isolate/command.ts";
import { IsolateCrash, IsolateTimeout } from "../isolate/isolate.ts";
import type { TimingCore } from "../isolate/timing_core.ts";
import type { PlannedCell } from "../plan/contract.ts";
import { type Batch, newWork, type Work } from "../problems/contract.ts";
import { COUNTERS, UNCHECKED, workDefect } from "../problems/checked.ts";
import { type AnswerNumbers, POINT_NAMES, type TracePoint } from "../store/side_tables.ts";
import type { Clock, Status } from "../store/rows.ts";
import {
  contentsFile,
  firstOf,
  type Overhead,
  packFor,
  readAnswers,
  type Workload,
} from "./workload.ts";
import {
  askOnce,
  type CellConfig,
  CellIsolate,
  linkFile,
  type Request,
  type Responses,
} from "./cell_isolate.ts";
import { leastSentences, type Slot, timedSentences, type Warm, warmUp } from "./schedule.ts";

/** A cell is slow whose single pass is longer than so many batches. */
const SLOW_BATCHES = 10;
/** A second pass of so many batches has warmed the decoder up. */
const WARM_BATCHES = 10;
/** No more than this share of what was measured is taken for what is not decoding. */
const MOST_OVERHEAD = 0.5;

/** What is timed of a cell. */
type Timing = Pick<Slot, "sentences" | "clock">;

/** What one process answers is what another does. */
type FirstAnswers = Pick<Responses["answer"], "answers" | "works">;

/** A batch that was timed. */
export interface TimedBatch {
  readonly elapsedMs: number;
  /** The answers, as bytes. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

/** One decoder variant on the sentences of a workload. */
export class LiveCell {
  readonly #batches = new Map<string, Warm>();
  #isolate: CellIsolate | undefined;
  /** The answers and counts of the first process. */
  #first: FirstAnswers = { answers: [], works: [] };
  status: Status = "ok";
  reason = "";
  prepareMs = 0;
  peakMb = 0;
  checked = UNCHECKED;
  work: Work = newWork();
  /** What the problem tells of each answer. */
  answers: readonly AnswerNumbers[] = [];
  sentences = 0;
  /** Milliseconds of the first pass over the sentences in a process, or of a second one. */
  #decodeMs = 0;
  fits = false;
  clocks: readonly Clock[] = [];
  /** What the decoder has printed in processes that have ended. */
  log = "";

  constructor(readonly planned: PlannedCell, readonly key: string, readonly limits: Limits) {}

  /** Whether the cell can still be timed. */
  get isAlive(): boolean {
    return this.status === "ok";
  }

  /** The part of a workload that the cell decodes. */
  ownOf(workload: Workload): Workload {
    const { few, k } = this.planned;
    return few ? firstOf(workload, leastSentences(k)) : workload;
  }

  /**
   * Starts an isolate and decodes each of its sentences once, in order. In the first process the
   * answers are checked and it is found whether a pass over all is within the cell's time; in a
   * later one answers and counts must be those of the first. A cell whose pass takes longer decodes
   * only the sentences there that it is timed on.
   */
  async open(whole: Workload, process: number): Promise<void> {
    const { role, variant: { decoder: { name, maxK, pairs } }, k } = this.planned;
    const isUnable = whole.sample.hasPairs && !pairs;
    if (k > maxK || isUnable) {
      this.status = "skipped";
      this.reason = k > maxK
        ? `${name} returns at most ${maxK} path`
        : `${name} takes no scores of pairs that depend on the position`;
      return;
    }
    this.#batches.clear();
    const clocks = await this.prepare(whole, process > 0 ? timedSentences(this) : undefined);
    // The control repeats what the baseline does by its first clock.
    const { clocks: asked = clocks } = this.limits;
    this.clocks = role === "control" ? ["decode"] : clocks.filter((clock) => asked.includes(clock));
    if (this.isAlive) await this.#guard(() => this.#answer(this.ownOf(whole), process));
  }

  /**
   * Starts an isolate and prepares the decoder in it. The sentences are read before the decoder is
   * loaded, and then their file is gone: the decoder sees the model when the clock of preparation
   * runs, and not before.
   *
   * @param sentences how many of them it decodes, the first ones; all of its own if undefined
   * @returns the clocks by which it can be timed; none if it failed
   */
  async prepare(workload: Workload, sentences?: number): Promise<readonly Clock[]> {
    let clocks: readonly Clock[] = [];
    await this.#guard(async () => {
      const { problem, folder } = workload;
      const { deadlineMs } = this.limits;
      const pack = join(folder, `${crypto.randomUUID()}.safetensors`);
      const contents = contentsFile(workload);
      linkFile(packFor(workload, this.planned.variant.url), pack);
      try {
        const config = { ...this.#config(problem.value.opener, pack, sentences), contents };
        const isolate = this.#isolate = await CellIsolate.start(config);
        await isolate.ask({ type: "load" }, deadlineMs);
      } finally {
        await Deno.remove(pack);
      }
      const { value, elapsedMs } = await this.#isolate.ask({ type: "prepare" }, deadlineMs);
      this.prepareMs = elapsedMs;
      clocks = value.clocks;
    });
    return clocks;
  }

  /** Takes the answers to all sentences: checks them, or sees whether they are those of before. */
  async #answer(workload: Workload, process: number): Promise<void> {
    const { planned: { variant: { decoder: { exact }, url }, k }, limits } = this;
    const isolate = this.#isolate!;
    const { value, elapsedMs } = await isolate.ask({ type: "answer" }, limits.deadlineMs);
    // To measure the memory of a program may take longer than all that it does.
    const passMs = commandOf(url) === undefined ? elapsedMs : value.passMs;
    this.#decodeMs = passMs;
    if (process > 0) {
      if (!this.#isAsFirst(value)) {
        return await this.fail(`other answers or counts in process ${process} than in the first`);
      }
      if (this.fits) await this.#isWithin(passMs);
      return;
    }
    this.#first = value;
    this.peakMb = value.peakMb;
    const { problem, sample, reference } = workload;
    const answers = readAnswers(problem.value, sample, value.answers);
    this.sentences = answers.length;
    this.checked = problem.value.check(sample, { k, exact }, answers, reference);
    for (const [sentence, work] of value.works.entries()) {
      const least = problem.value.leastWork?.(sample, { k, exact }, sentence, answers[sentence]);
      const defect = workDefect(work, least);
      if (defect !== "") return await this.fail(`${defect} (sentence ${sentence})`);
    }
    this.work = sumOf(value.works);
    this.answers = problem.value.answerNumbers?.(sample, answers, value.works) ?? [];
    this.fits = await this.#isWithin(passMs);
  }

  /** Whether answers and counts of the sentences that are timed are those of the first process. */
  #isAsFirst({ answers, works }: FirstAnswers): boolean {
    const first = [this.#first.answers, this.#first.works];
    const due = first.map((all) => all.slice(0, timedSentences(this)));
    return JSON.stringify([answers, works]) === JSON.stringify(due);
  }

  /**
   * Whether a pass over all sentences is within the cell's time. A first one that was long is
   * followed by a second, when code is compiled and what a rival prepares is there.
   */
  async #isWithin(firstMs: number): Promise<boolean> {
    const { role } = this.planned;
    const { batchMs, passMs, baselinePassMs, deadlineMs } = this.limits;
    const atMostMs = role === "rival" ? passMs : baselinePassMs;
    const longMs = role === "rival" ? Math.min(WARM_BATCHES * batchMs, atMostMs) : atMostMs;
    if (firstMs <= longMs) return true;
    const request = { type: "fit", atMostMs } as const;
    const { value, elapsedMs } = await this.#isolate!.ask(request, deadlineMs);
    this.#decodeMs = elapsedMs;
    return value.isWhole && elapsedMs <= atMostMs;
  }

  /**
   * Warms the decoder up for what is timed, unless the pass that was made was so long that it did.
   *
   * @param batchOf gives what to decode in so many passes
   * @param most passes at most
   */
  async warmUp(
    timing: Timing,
    most: number,
    batchOf: (passes: number) => Batch,
  ): Promise<void> {
    if (!this.isAlive) return;
    const { sentences, clock } = timing;
    const { batchMs } = this.limits;
    if (sentences === this.sentences && this.#decodeMs > WARM_BATCHES * batchMs) {
      this.#batches.set(batchId(timing), { passes: 1, passMs: this.#decodeMs });
      return;
    }
    await this.#guard(async () => {
      const time = async (passes: number) => (await this.#ask(clock, batchOf(passes))).elapsedMs;
      this.#batches.set(batchId(timing), await warmUp(time, batchMs, most));
    });
  }

  /** Keeps it on a core, on which all that is timed takes turns. */
  async keepOn(core: TimingCore): Promise<void> {
    if (this.isAlive) await this.#isolate?.keepOn(core);
  }

  /** The passes of a batch; none if the decoder was not warmed up for it. */
  passes(timing: Timing): number {
    return this.isAlive ? this.#batches.get(batchId(timing))?.passes ?? 0 : 0;
  }

  /** The milliseconds of a pass when the decoder was warmed up for it. */
  passMs(timing: Timing): number {
    return this.#batches.get(batchId(timing))?.passMs ?? 0;
  }

  /** Whether a single pass is so long that few rounds are enough to ask for. */
  isSlow(timing: Timing): boolean {
    return this.passMs(timing) > SLOW_BATCHES * this.limits.batchMs;
  }

  /**
   * Times a batch, without what it takes besides decoding; undefined if the cell failed. It ends
   * where that is unknown: times with the round trip in them must not pass for those without.
   */
  async time(
    clock: Clock,
    batch: Batch,
    overhead: Overhead | undefined,
  ): Promise<TimedBatch | undefined> {
    let timed: TimedBatch | undefined;
    if (overhead === undefined) {
      await this.fail(`not timed: the reference has ended (${clock})`);
      return timed;
    }
    const { onceMs, passMs } = overhead;
    await this.#guard(async () => {
      const { elapsedMs, parts, isDecoding } = await this.#ask(clock, batch);
      const overheadMs = isDecoding ? 0 : onceMs + batch.pairsAt.length * passMs;
      timed = { elapsedMs: elapsedMs - Math.min(overheadMs, MOST_OVERHEAD * elapsedMs), parts };
    });
    return timed;
  }

  /**
   * The isolate of a program runs the harness's code alone, which says how long the program took
   * from the request to the checksum of its answers: there is nothing to take off.
   */
  async #ask(clock: Clock, batch: Batch) {
    const request = { type: "time", clock, ...batch } as const;
    const { value, ...reply } = await this.#isolate!.ask(request, this.limits.deadlineMs);
    const isDecoding = commandOf(this.planned.variant.url) !== undefined && value !== null;
    return { ...reply, ...(isDecoding ? { elapsedMs: value.elapsedMs } : {}), isDecoding };
  }

  /** How the answers come about, in an isolate of its own. */
  async trace(workload: Workload): Promise<TracePoint[]> {
    const value = await this.#askAlone(workload, { type: "trace" });
    // Text may say `1e999`, which is read as ∞, and no table holds that.
    const number = (value: unknown) => Number.isFinite(value) ? value as number : NaN;
    return (value?.points ?? []).map((point) =>
      Object.fromEntries(POINT_NAMES.map((name) => [name, number(point[name])])) as TracePoint
    );
  }

  /**
   * Finds what shows the wrong answer, and gives what writes it; see `Problem.writeFailing`. In an
   * isolate of its own: the cell goes on whatever happens there.
   */
  async failing(workload: Workload): Promise<(path: string) => Promise<void>> {
    const { problem: { value }, sample } = workload;
    const sentence = this.checked.wrongSentence;
    const part = await this.#askAlone(workload, { type: "shrink", sentence });
    return (path) => value.writeFailing(path, sample, sentence, part);
  }

  async #askAlone<Type extends "shrink" | "trace">(
    workload: Workload,
    request: Request & { readonly type: Type },
  ): Promise<Responses[Type] | undefined> {
    const pack = packFor(workload, this.planned.variant.url);
    const config = this.#config(workload.problem.url, pack);
    return await askOnce<Type>(config, request, this.limits.deadlineMs);
  }

  /** Ends the isolate. */
  async close(): Promise<void> {
    const isolate = this.#isolate;
    this.#isolate = undefined;
    await isolate?.close();
    this.log += isolate?.log ?? "";
  }

  #config(module: string, pack: string, asked?: number): CellConfig {
    const { variant: { url, options }, k, few } = this.planned;
    const sentences = asked ?? (few ? leastSentences(k) : undefined);
    return { module, pack, url, options, k, ...(sentences === undefined ? {} : { sentences }) };
  }

  /** Ends the cell: an answer was wrong, or cannot be what it says. */
  async fail(reason: string, isWrong = false): Promise<void> {
    if (isWrong) this.checked = { ...this.checked, verdict: "wrong" };
    this.status = "error";
    this.reason = reason;
    await this.close();
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof IsolateTimeout) this.status = "timeout";
      else if (error instanceof IsolateCrash) this.status = "error";
      else throw error;
      this.reason = error.message;
      await this.close();
    }
  }
}

function batchId({ sentences, clock }: Timing): string {
  return `${sentences} ${clock}`;
}

/** Deadlines and the lengths of passes and batches. */
export interface Limits {
  /** For one request to an isolate. */
  readonly deadlineMs: number;
  /** For one pass over all sentences; slower cells are timed on the least prefix. */
  readonly passMs: number;
  /** For one pass of the baseline, or of its control, over all sentences. */
  readonly baselinePassMs: number;
  /** For one batch, i.e. the round of a cell. */
  readonly batchMs: number;
  /** What may be on the clock; all that the decoder has if undefined. */
  readonly clocks?: readonly Clock[] | undefined;
}

/** The sum of the counts of all sentences. */
export function sumOf(works: readonly Work[]): Work {
  const total = newWork();
  for (const work of works) for (const counter of COUNTERS) total[counter] += work[counter];
  return total;
}
