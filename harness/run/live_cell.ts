/**
 * A cell while it runs: its isolate, what was found about its answers, and how to time it.
 *
 * @module
 */

import { askOnce } from "./_ask_once.ts";
import type { CellConfig } from "./_messages.ts";
import { Isolate, IsolateCrash, IsolateTimeout } from "./isolate.ts";
import { passSize } from "./pass_size.ts";
import type { PlannedCell } from "../plan/plan.ts";
import { newWork, UNCHECKED, type Work } from "../problems/contract.ts";
import type { Status } from "../store/rows.ts";
import type { Subject } from "./subject.ts";

/** How long things may take. */
export interface Limits {
  /** For one request to an isolate. */
  readonly deadlineMs: number;
  /** For one pass over the sentences that are timed; slow cells take fewer sentences. */
  readonly passMs: number;
  /** For one pass of the baseline over the sentences of a rival, which takes no more than that. */
  readonly baselinePassMs: number;
  /** For one batch, i.e. the round of a cell. */
  readonly batchMs: number;
}

/** One decoder variant on the sentences of a subject. */
export class LiveCell {
  readonly planned: PlannedCell;
  readonly key: string;
  readonly limits: Limits;
  readonly #passes = new Map<number, number>();
  #isolate: Isolate | undefined;
  status: Status = "ok";
  reason = "";
  prepareMs = 0;
  peakMb = 0;
  checked = UNCHECKED;
  work: Work = newWork();
  /** Rough milliseconds of each sentence, as far as they fit a pass. */
  #sentenceMs: readonly number[] = [];
  #sentences = 0;

  constructor(planned: PlannedCell, key: string, limits: Limits) {
    this.planned = planned;
    this.key = key;
    this.limits = limits;
  }

  /** Whether the cell can still be timed. */
  get isAlive(): boolean {
    return this.status === "ok";
  }

  /** Starts the isolate, decodes every sentence once and checks the answers. */
  async open({ problem, pack, sample, reference }: Subject): Promise<void> {
    const { variant: { decoder }, k } = this.planned;
    if (k > decoder.maxK) {
      this.status = "skipped";
      this.reason = `${decoder.name} returns at most ${decoder.maxK} path`;
      return;
    }
    await this.#guard(async () => {
      const isolate = this.#isolate = new Isolate(this.#config(problem.url, pack));
      const prepared = await isolate.ask({ type: "prepare" }, this.limits.deadlineMs);
      this.prepareMs = prepared.prepareMs;
      const answer = await isolate.ask({ type: "answer" }, this.limits.deadlineMs);
      this.peakMb = answer.peakMb;
      this.work = answer.work;
      const { exact } = decoder;
      this.checked = problem.value.check(sample, { k, exact }, answer.answers, reference);
      this.#sentences = answer.answers.length;
    });
  }

  /** Finds how many sentences fit a pass; see `timedSentences`. */
  async fit(): Promise<void> {
    if (!this.isAlive) return;
    const { passMs, baselinePassMs, deadlineMs } = this.limits;
    const atMostMs = this.planned.role === "baseline" ? baselinePassMs : passMs;
    await this.#guard(async () => {
      const { sentenceMs } = await this.#isolate!.ask({ type: "fit", atMostMs }, deadlineMs);
      this.#sentenceMs = sentenceMs;
    });
  }

  /** How many of the first sentences are timed; see `passSize`. */
  timedSentences(baseline: LiveCell): number {
    const { passMs, baselinePassMs } = this.limits;
    return passSize(
      this.#sentences,
      { sentenceMs: this.#sentenceMs, passMs },
      { sentenceMs: baseline.#sentenceMs, passMs: baselinePassMs },
    );
  }

  /** Warms the decoder up for passes over that many sentences. */
  async warmUp(sentences: number): Promise<void> {
    if (!this.isAlive || this.#passes.has(sentences)) return;
    await this.#guard(async () => {
      const { batchMs, deadlineMs } = this.limits;
      const { passes } = await this.#isolate!.ask(
        { type: "warmUp", sentences, batchMs },
        deadlineMs,
      );
      this.#passes.set(sentences, passes);
    });
  }

  /** Times one batch; undefined if the cell failed. */
  async time(sentences: number): Promise<{ elapsedMs: number; passes: number } | undefined> {
    const passes = this.#passes.get(sentences);
    if (!this.isAlive || passes === undefined) return undefined;
    let elapsedMs: number | undefined;
    await this.#guard(async () => {
      const request = { type: "time", sentences, passes } as const;
      elapsedMs = (await this.#isolate!.ask(request, this.limits.deadlineMs)).elapsedMs;
    });
    return elapsedMs === undefined ? undefined : { elapsedMs, passes };
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
    await this.#isolate?.close();
    this.#isolate = undefined;
  }

  #config(problem: string, pack: string): CellConfig {
    const { variant: { url, options }, k } = this.planned;
    return { problem, pack, url, options, k };
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
