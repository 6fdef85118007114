/**
 * What is asked of a decoder while it is timed, and afterwards, so that its times are those of
 * decoding.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import type { Asked } from "../problems/contract.ts";
import type { Clock } from "../store/rows.ts";
import { digestOf } from "./digest.ts";
import type { Responses } from "./_messages.ts";
import { readAnswers } from "./_read_answers.ts";
import type { CellIsolate } from "./cell_isolate.ts";
import { leastSentences, type Slot } from "./slots.ts";
import type { Subject } from "./subject.ts";
import { medianOf } from "./timing.ts";
import {
  chooseLook,
  LOOKS,
  LOOKS_ALONE,
  type Secret,
  secretSeed,
  type Seen,
  slownessOf,
} from "./unseen.ts";

/** Passes of their own, by their median time. */
const COLD_PASSES = 3;
/** Milliseconds before a second look of those at a cell alone; twice as long before each other. */
const FIRST_PAUSE_MS = 100;

/** Why a cell ends; nothing if all is right. */
export interface Accusation {
  readonly reason: string;
  /** Whether an answer is wrong. */
  readonly isWrong: boolean;
}

/** Whom it asks. */
type Asking = Pick<CellIsolate, "ask">;

/** What was timed of a cell. */
type Timing = Pick<Slot, "sentences" | "clock">;

/** Believes nothing that one decoder says on a subject. */
export class Distrust {
  readonly #asked: Asked;
  readonly #deadlineMs: number;
  readonly #batchMs: number;
  /** Draws what the decoder must not know. */
  readonly #random = new Random(secretSeed());
  /** Of the answers to the first so many sentences. */
  readonly #digests = new Map<string, string>();
  /** Milliseconds of passes on processors, in this process. */
  readonly #times = new Map<string, { timing: Timing; busyMs: number[] }>();
  /** What was too slow in company, in this process. */
  #slow: Seen[] = [];

  constructor(asked: Asked, { deadlineMs, batchMs }: { deadlineMs: number; batchMs: number }) {
    this.#asked = asked;
    this.#deadlineMs = deadlineMs;
    this.#batchMs = batchMs;
  }

  /** Takes the answers that were checked. */
  async believe(answers: readonly unknown[]): Promise<void> {
    for (const count of [answers.length, leastSentences(this.#asked.k)]) {
      const first = answers.slice(0, count);
      this.#digests.set(`${first.length}`, await digestOf(first));
    }
  }

  /** Nothing has been timed in the process that begins. */
  begin(): void {
    this.#times.clear();
    this.#slow = [];
  }

  /** The pass, of so many, whose answers are kept. */
  passToKeep(passes: number): number {
    return this.#random.integer(passes);
  }

  /**
   * Compares the answers that were kept of a timed pass with those that were checked. Where a
   * memory does not hold the scores as they are, they must be those of the first pass.
   */
  async compare(
    isolate: Asking,
    subject: Subject,
    timing: Timing,
    { busyMs, digest }: Pick<Responses["time"], "busyMs" | "digest">,
  ): Promise<Accusation | undefined> {
    const { sentences, clock } = timing;
    const { problem, sample, reference } = subject;
    const times = this.#times.get(timingId(timing)) ?? { timing, busyMs: [] };
    times.busyMs.push(busyMs);
    this.#times.set(timingId(timing), times);
    const isSame = clock === "decode" || (sample.isSameFrom?.(clock) ?? true);
    const id = isSame ? `${sentences}` : timingId(timing);
    const expected = this.#digests.get(id) ?? digest;
    this.#digests.set(id, expected);
    if (digest === expected) return undefined;
    const others = { reason: `other answers when timed than before (${clock})`, isWrong: false };
    if (!isSame) return others;
    const { answers } = await isolate.ask({ type: "tellKept" }, this.#deadlineMs);
    const first = sample.first(sentences);
    const kept = readAnswers(problem.value, first, answers);
    const best = reference?.slice(0, sentences);
    const { verdict, defect } = problem.value.check(first, this.#asked, kept, best);
    if (verdict !== "wrong") return others;
    return { reason: `wrong when timed: ${defect} (${clock})`, isWrong: true };
  }

  /**
   * Compares a decoder's times in this process with those for sentences that nobody has seen, and
   * some of its answers to these with the reference's. Afterwards nothing can be timed: it has seen
   * what it is looked at with.
   *
   * Others may compute meanwhile, and take memory's time, so that slowness proves nothing yet: it
   * makes suspicious, and `lookAlone` tells.
   *
   * @param timed the part of the subject that the cell decodes
   * @returns a wrong answer
   */
  async look(
    isolate: Asking,
    subject: Subject,
    timed: Subject,
    clocks: readonly Clock[],
  ): Promise<Accusation | undefined> {
    if (subject.sample.unseen === undefined) return undefined;
    const known: Seen[] = [];
    for (const clock of clocks) {
      const seen = this.#seenBy(clock, timed);
      // Before the first look: whoever remembers could compute from then on.
      if (seen !== undefined) known.push(await this.#whenCold(isolate, seen));
    }
    for (const seen of known) {
      const accusation = await this.#lookUntilFast(isolate, subject, seen, {
        first: 0,
        end: LOOKS,
      });
      if (accusation?.isWrong) return accusation;
      if (accusation !== undefined) this.#slow.push(seen);
    }
    return undefined;
  }

  /** Whether it was too slow in company. */
  get isSuspicious(): boolean {
    return this.#slow.length > 0;
  }

  /**
   * Looks again at what was too slow, while nothing else computes, as when it was timed. The looks
   * are apart: a machine that others use may be slow for a second.
   */
  async lookAlone(isolate: Asking, subject: Subject): Promise<Accusation | undefined> {
    const alone = { first: LOOKS, end: LOOKS + LOOKS_ALONE, pauseMs: FIRST_PAUSE_MS };
    for (const seen of this.#slow) {
      const accusation = await this.#lookUntilFast(isolate, subject, seen, alone);
      if (accusation !== undefined) return accusation;
    }
    return undefined;
  }

  /** What the last of these looks says; a fast one, or a wrong answer, is the last. */
  async #lookUntilFast(
    isolate: Asking,
    subject: Subject,
    seen: Seen,
    { first, end, pauseMs = 0 }: { first: number; end: number; pauseMs?: number },
  ): Promise<Accusation | undefined> {
    let accusation: Accusation | undefined;
    for (let look = first; look < end; look++) {
      if (look > first) await sleep(pauseMs * 2 ** (look - first - 1));
      accusation = await this.#lookOnce(isolate, subject, seen, await subject.secret(look));
      if (accusation === undefined || accusation.isWrong) break;
    }
    return accusation;
  }

  /**
   * The same, with the time of a single pass after something else was done: a short one is slower
   * then than among others, as one over unseen sentences is.
   */
  async #whenCold(isolate: Asking, seen: Seen): Promise<Seen> {
    const { clock, lengths, positionMs, batchMs } = seen;
    const positions = lengths.reduce((sum, length) => sum + length, 0);
    if (positions * positionMs > batchMs / 2) return seen;
    const times: number[] = [];
    for (let pass = 0; pass < COLD_PASSES; pass++) {
      const timing = { sentences: lengths.length, clock };
      const request = { type: "time", ...timing, passes: 1, kept: 0, isCold: true } as const;
      times.push((await isolate.ask(request, this.#deadlineMs)).busyMs);
    }
    return { ...seen, positionMs: Math.max(positionMs, medianOf(times) / positions) };
  }

  async #lookOnce(
    isolate: Asking,
    { problem, sample }: Subject,
    seen: Seen,
    secret: Secret,
  ): Promise<Accusation | undefined> {
    const { clock } = seen;
    const { seed } = secret;
    const { sentences, batches, atMostMs, expectedMs } = chooseLook(seen, secret, this.#random);
    const told = secret.answers.map(([which]) => which);
    const request = { type: "unseen", seed, clock, sentences, batches, atMostMs, told } as const;
    const { busyMs, answers } = await isolate.ask(request, this.#deadlineMs);
    const decoded = sample.unseen!(seed, answers.map(([at]) => told[at]!));
    const { verdict, defect } = problem.value.check(
      decoded,
      this.#asked,
      readAnswers(problem.value, decoded, answers.map(([, answer]) => answer)),
      answers.map(([at]) => secret.answers[at]![1]),
    );
    if (verdict === "wrong") {
      return { reason: `wrong about unseen sentences: ${defect} (${clock})`, isWrong: true };
    }
    const slowness = slownessOf(busyMs, expectedMs);
    return slowness === "" ? undefined : { reason: `${slowness} (${clock})`, isWrong: false };
  }

  /** What was timed by a clock; the fastest, if it was timed on several numbers of sentences. */
  #seenBy(clock: Clock, { sample: { lengths, size } }: Subject): Seen | undefined {
    return [...this.#times.values()].filter(({ timing }) => timing.clock === clock)
      .map(({ timing: { sentences }, busyMs }): Seen => {
        const timed = lengths.slice(0, sentences);
        const positions = timed.reduce((sum, length) => sum + length, 0);
        const positionMs = medianOf(busyMs) / positions;
        return { clock, lengths: timed, size, positionMs, batchMs: this.#batchMs };
      })
      .sort((a, b) => a.positionMs - b.positionMs)[0];
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function timingId({ sentences, clock }: Timing): string {
  return `${sentences} ${clock}`;
}
