/**
 * A cell while it runs: its isolate, what was found about its answers, and how to time it.
 *
 * @module
 */

import { IsolateCrash, IsolateTimeout } from "../isolate/isolate.ts";
import { askOnce } from "./_ask_once.ts";
import type { CellConfig, Responses } from "./_messages.ts";
import { readAnswers } from "./_read_answers.ts";
import { readTrace } from "./_read_trace.ts";
import { CellIsolate } from "./cell_isolate.ts";
import { type Accusation, Distrust } from "./distrust.ts";
import type { Limits } from "./limits.ts";
import { leastSentences, type Slot } from "./slots.ts";
import type { PlannedCell } from "../plan/plan.ts";
import {
  type FirstUseLimits,
  type FirstUsePoint,
  newWork,
  UNCHECKED,
  type Work,
} from "../problems/contract.ts";
import type { AnswerNumbers } from "../store/answers.ts";
import type { Clock, Status } from "../store/rows.ts";
import type { TracePoint } from "../store/traces.ts";
import { firstOf, type Subject } from "./subject.ts";
import { sumOf, workDefect } from "./work_defect.ts";

/** A cell is slow whose single pass is longer than so many batches. */
const SLOW_BATCHES = 10;
/** A first pass of so many batches has warmed the decoder up. */
const WARM_BATCHES = 40;

/** Passes that fill a batch, and milliseconds of one. */
type Batch = Responses["warmUp"];

/** What is timed of a cell. */
type Timing = Pick<Slot, "sentences" | "clock">;

/** One decoder variant on the sentences of a subject. */
export class LiveCell {
  readonly planned: PlannedCell;
  readonly key: string;
  readonly limits: Limits;
  readonly #batches = new Map<string, Batch>();
  readonly #distrust: Distrust;
  #subject: Subject | undefined;
  #isolate: CellIsolate | undefined;
  /** Of the answers and counts of the first process. */
  #digest = "";
  status: Status = "ok";
  reason = "";
  prepareMs = 0;
  peakMb = 0;
  checked = UNCHECKED;
  work: Work = newWork();
  /** What the problem tells of each answer. */
  answers: readonly AnswerNumbers[] = [];
  sentences = 0;
  /** Milliseconds of the first pass over the sentences in a process. */
  #decodeMs = 0;
  fits = false;
  clocks: readonly Clock[] = [];
  /** What the decoder has printed in processes that have ended. */
  log = "";

  constructor(planned: PlannedCell, key: string, limits: Limits) {
    this.planned = planned;
    this.key = key;
    this.limits = limits;
    const { variant: { decoder: { exact } }, k } = planned;
    this.#distrust = new Distrust({ k, exact }, limits);
  }

  /** Whether the cell can still be timed. */
  get isAlive(): boolean {
    return this.status === "ok";
  }

  /** The part of a subject that the cell decodes. */
  ownOf(subject: Subject): Subject {
    const { few, k } = this.planned;
    return few ? firstOf(subject, leastSentences(k)) : subject;
  }

  /**
   * Starts an isolate and decodes each of its sentences once, in order. In the first process the
   * answers are checked and it is found whether a pass over all is within the cell's time; in a
   * later one answers and counts must be those of the first.
   */
  async open(whole: Subject, process: number): Promise<void> {
    const { role, variant: { decoder }, k } = this.planned;
    if (k > decoder.maxK) {
      this.status = "skipped";
      this.reason = `${decoder.name} returns at most ${decoder.maxK} path`;
      return;
    }
    this.#batches.clear();
    this.#distrust.begin();
    await this.#guard(async () => {
      const subject = this.#subject = this.ownOf(whole);
      const { problem, pack } = subject;
      const isolate = await CellIsolate.start(this.#config(problem.url, pack));
      this.#isolate = isolate;
      const prepared = await isolate.ask({ type: "prepare" }, this.limits.deadlineMs);
      this.prepareMs = prepared.prepareMs;
      await (process === 0 ? this.#check(isolate, subject) : this.#repeat(isolate, process));
      // The control repeats what the baseline does by its first clock.
      this.clocks = ["decode", ...(role === "control" ? [] : prepared.memories)];
    });
  }

  async #check(isolate: CellIsolate, { problem, sample, reference }: Subject): Promise<void> {
    const { planned: { role, variant: { decoder: { exact } }, k }, limits } = this;
    const { deadlineMs, passMs, baselinePassMs } = limits;
    const answer = await isolate.ask({ type: "answer" }, deadlineMs);
    this.peakMb = answer.peakMb;
    this.#digest = answer.digest;
    this.#decodeMs = answer.decodeMs;
    const answers = readAnswers(problem.value, sample, answer.answers);
    this.sentences = answers.length;
    this.checked = problem.value.check(sample, { k, exact }, answers, reference);
    this.answers = problem.value.answerNumbers?.(sample, answers, answer.works) ?? [];
    for (const [sentence, work] of answer.works.entries()) {
      const least = problem.value.leastWork?.(sample, { k, exact }, sentence, answers[sentence]);
      const defect = workDefect(work, least ?? newWork());
      if (defect !== "") return await this.#fail(`${defect} (sentence ${sentence})`);
    }
    this.work = sumOf(answer.works);
    await this.#distrust.believe(answers);
    const atMostMs = role === "rival" ? passMs : baselinePassMs;
    this.fits = answer.decodeMs <= atMostMs ||
      (await isolate.ask({ type: "fit", atMostMs }, deadlineMs)).fits;
  }

  async #repeat(isolate: CellIsolate, process: number): Promise<void> {
    const { digest, decodeMs } = await isolate.ask({ type: "repeat" }, this.limits.deadlineMs);
    this.#decodeMs = decodeMs;
    if (digest === this.#digest) return;
    await this.#fail(`other answers or counts in process ${process} than in the first`);
  }

  /** Warms the decoder up for what is timed, unless a first pass was so long that it did. */
  async warmUp({ sentences, clock }: Timing): Promise<void> {
    if (!this.isAlive) return;
    const { batchMs, deadlineMs } = this.limits;
    if (sentences === this.sentences && this.#decodeMs > WARM_BATCHES * batchMs) {
      this.#batches.set(batchId({ sentences, clock }), { passes: 1, passMs: this.#decodeMs });
      return;
    }
    await this.#guard(async () => {
      const request = { type: "warmUp", sentences, clock, batchMs } as const;
      this.#batches.set(
        batchId({ sentences, clock }),
        await this.#isolate!.ask(request, deadlineMs),
      );
    });
  }

  /** Whether a single pass is so long that few rounds are enough to ask for. */
  isSlow(timing: Timing): boolean {
    const passMs = this.#batches.get(batchId(timing))?.passMs ?? 0;
    return passMs > SLOW_BATCHES * this.limits.batchMs;
  }

  /** Times one batch; undefined if the cell failed. */
  async time({ sentences, clock }: Timing): Promise<
    { elapsedMs: number; passes: number } | undefined
  > {
    const passes = this.#batches.get(batchId({ sentences, clock }))?.passes;
    if (!this.isAlive || passes === undefined) return undefined;
    let elapsedMs: number | undefined;
    await this.#guard(async () => {
      const isolate = this.#isolate!;
      const timing = { sentences, clock };
      const kept = this.#distrust.passToKeep(passes);
      const request = { type: "time", ...timing, passes, kept } as const;
      const timed = await isolate.ask(request, this.limits.deadlineMs);
      await this.#accuse(await this.#distrust.compare(isolate, this.#subject!, timing, timed));
      if (this.isAlive) elapsedMs = timed.elapsedMs;
    });
    return elapsedMs === undefined ? undefined : { elapsedMs, passes };
  }

  /** Whether it was slow on what nobody has seen while others computed. */
  get isSuspect(): boolean {
    return this.isAlive && this.#distrust.isSuspicious;
  }

  /**
   * Ends the cell if it is wrong on sentences that nobody has seen, or, alone, if it is slower on
   * them. Nothing can be timed afterwards.
   *
   * @param isAlone looks again at what was slow, while nothing else computes
   */
  async lookUnseen(whole: Subject, isAlone = false): Promise<void> {
    await this.#guard(async () => {
      const isolate = this.#isolate!;
      await this.#accuse(
        isAlone
          ? await this.#distrust.lookAlone(isolate, whole)
          : await this.#distrust.look(isolate, whole, this.ownOf(whole), this.clocks),
      );
    });
  }

  /** Times each of the first sentences on its own; undefined if the cell failed. */
  async timeEach(sentences: number, passes: number): Promise<readonly number[] | undefined> {
    if (!this.isAlive) return undefined;
    let elapsedMs: readonly number[] | undefined;
    await this.#guard(async () => {
      const request = { type: "timeEach", sentences, passes } as const;
      elapsedMs = (await this.#isolate!.ask(request, this.limits.deadlineMs)).elapsedMs;
    });
    return elapsedMs;
  }

  /** How the answers come about; nothing can be timed afterwards. */
  async trace(): Promise<TracePoint[]> {
    let points: TracePoint[] = [];
    await this.#guard(async () => {
      points = readTrace(await this.#isolate!.ask({ type: "trace" }, this.limits.deadlineMs));
    });
    return points;
  }

  /** The curve of a first use in an isolate of its own; undefined if the cell failed there. */
  async firstUse(
    { problem, pack }: Subject,
    limits: FirstUseLimits,
  ): Promise<readonly FirstUsePoint[] | undefined> {
    const deadlineMs = this.limits.deadlineMs + limits.atMostMs;
    const config = this.#config(problem.url, pack);
    const curve = await askOnce(config, { type: "firstUse", ...limits }, deadlineMs);
    if (curve !== undefined) return curve.points;
    this.status = "error";
    this.reason = "its process of a first use ended without a curve";
    await this.close();
    return undefined;
  }

  /**
   * Finds what shows the wrong answer, and gives what writes it; see `Problem.writeFailing`. In an
   * isolate of its own: the cell goes on whatever happens there.
   */
  async failing({ problem, pack, sample }: Subject): Promise<(path: string) => Promise<void>> {
    const sentence = this.checked.wrongSentence;
    const request = { type: "shrink", sentence } as const;
    const part = await askOnce(this.#config(problem.url, pack), request, this.limits.deadlineMs);
    return (path) => problem.value.writeFailing(path, sample, sentence, part);
  }

  /** Ends the isolate. */
  async close(): Promise<void> {
    const isolate = this.#isolate;
    this.#isolate = undefined;
    await isolate?.close();
    this.log += isolate?.log ?? "";
  }

  #config(problem: string, pack: string): CellConfig {
    const { variant: { url, options }, k, few } = this.planned;
    return { problem, pack, url, options, k, ...(few ? { sentences: leastSentences(k) } : {}) };
  }

  async #accuse(accusation: Accusation | undefined): Promise<void> {
    if (accusation === undefined) return;
    const { reason, isWrong } = accusation;
    // It is known to be wrong, and timed all the same.
    if (isWrong && this.checked.verdict === "wrong") return;
    if (isWrong) this.checked = { ...this.checked, verdict: "wrong" };
    await this.#fail(reason);
  }

  async #fail(reason: string): Promise<void> {
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
