/**
 * A cell while it runs: its isolate, what was found about its answers, and how to time it.
 *
 * @module
 */

import { askOnce } from "./_ask_once.ts";
import type { Answer } from "./_messages.ts";
import { Isolate, IsolateCrash, IsolateTimeout } from "./isolate.ts";
import { passSize } from "./pass_size.ts";
import type { PlannedCell } from "../plan/plan.ts";
import type { Status, Verdict } from "../store/rows.ts";
import type { Sample } from "../problems/sequence/sample.ts";
import type { Selection } from "../problems/sequence/shrink.ts";
import { type Finding, verifyAnswer } from "../problems/sequence/verify.ts";

/** What verification and counting found. */
export interface Checked {
  readonly verdict: Verdict;
  /** Index of the shortest sentence that is wrong, −1 if none is. */
  readonly wrongSentence: number;
  /** What is wrong with it. */
  readonly defect: string;
  readonly exactShare: number;
  readonly meanGap: number;
  /** Tokens with a known label, and those of them that the best paths label rightly. */
  readonly goldTokens: number;
  readonly rightTokens: number;
  readonly iterations: number;
  readonly nodeExpansions: number;
  readonly edgeEvaluations: number;
}

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

const UNCHECKED: Checked = {
  verdict: "unchecked",
  wrongSentence: -1,
  defect: "",
  exactShare: 0,
  meanGap: 0,
  goldTokens: 0,
  rightTokens: 0,
  iterations: 0,
  nodeExpansions: 0,
  edgeEvaluations: 0,
};

/** One decoder variant on one sample. */
export class LiveCell {
  readonly planned: PlannedCell;
  readonly key: string;
  readonly limits: Limits;
  readonly #passes = new Map<number, number>();
  #isolate: Isolate | undefined;
  status: Status = "ok";
  reason = "";
  prepareMs = 0;
  placeMs = 0;
  peakMb = 0;
  checked = UNCHECKED;
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

  /**
   * Starts the isolate, decodes every sentence once and checks the answers.
   *
   * @param reference at least the k best scores of each sentence; without it nothing can be checked
   */
  async open(pack: string, sample: Sample, reference?: readonly number[][]): Promise<void> {
    const { variant: { decoder, url, options }, k } = this.planned;
    if (k > decoder.maxK) {
      this.status = "skipped";
      this.reason = `${decoder.name} returns at most ${decoder.maxK} path`;
      return;
    }
    await this.#guard(async () => {
      const isolate = this.#isolate = new Isolate({ pack, url, options, k });
      const prepared = await isolate.ask({ type: "prepare" }, this.limits.deadlineMs);
      this.prepareMs = prepared.prepareMs;
      this.placeMs = prepared.placeMs;
      const { answers, peakMb } = await isolate.ask({ type: "answer" }, this.limits.deadlineMs);
      this.peakMb = peakMb;
      this.checked = check(sample, k, decoder.exact, answers, reference);
      this.#sentences = answers.length;
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
   * A smaller part of a wrong sentence that is still wrong; null if the sentence is decoded rightly
   * on its own, undefined if that takes too long to find out. In an isolate of its own: the cell
   * goes on whatever happens there.
   */
  async shrink(pack: string, sentence: number): Promise<Selection | null | undefined> {
    const { variant: { url, options }, k } = this.planned;
    const request = { type: "shrink", sentence } as const;
    return await askOnce({ pack, url, options, k }, request, this.limits.deadlineMs);
  }

  /** Ends the isolate. */
  async close(): Promise<void> {
    await this.#isolate?.close();
    this.#isolate = undefined;
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

function check(
  sample: Sample,
  k: number,
  isClaimedExact: boolean,
  answers: readonly Answer[],
  reference: readonly number[][] | undefined,
): Checked {
  const counts = {
    ...countRight(sample, answers),
    iterations: total(answers, ({ work }) => work.iterations),
    nodeExpansions: total(answers, ({ work }) => work.nodeExpansions),
    edgeEvaluations: total(answers, ({ work }) => work.edgeEvaluations),
  };
  if (reference === undefined) return { ...UNCHECKED, ...counts };
  const findings = answers.map(({ paths }, sentence) =>
    verifyAnswer(
      sample.model,
      sample.lattices[sentence]!,
      k,
      paths,
      reference[sentence]!.slice(0, k),
    )
  );
  const isWrong = ({ defect, isExact }: Finding) => defect !== "" || (isClaimedExact && !isExact);
  const wrong = findings.map((finding, sentence) => ({ finding, sentence }))
    .filter(({ finding }) => isWrong(finding))
    .sort((a, b) => sample.lattices[a.sentence]!.length - sample.lattices[b.sentence]!.length)[0];
  return {
    ...counts,
    verdict: wrong !== undefined ? "wrong" : isClaimedExact ? "correct" : "inexact",
    wrongSentence: wrong?.sentence ?? -1,
    defect: wrong === undefined ? "" : wrong.finding.defect || "not the best scores",
    exactShare: findings.filter(({ isExact }) => isExact).length / findings.length,
    meanGap: total(findings, ({ gap }) => gap) / findings.length,
  };
}

function countRight({ gold }: Sample, answers: readonly Answer[]) {
  let goldTokens = 0;
  let rightTokens = 0;
  gold?.forEach((labels, sentence) => {
    const found = answers[sentence]!.paths[0]?.labels;
    labels.forEach((label, t) => {
      if (label < 0) return;
      goldTokens++;
      if (found?.[t] === label) rightTokens++;
    });
  });
  return { goldTokens, rightTokens };
}

function total<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}
