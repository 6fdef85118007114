/**
 * What cells are measured on.
 *
 * @module
 */

import { join } from "node:path";
import { type Found, reasonOf } from "../../datasets/modules.ts";
import { IsolateCrash, IsolateTimeout } from "../isolate/isolate.ts";
import type { Variant } from "../decoders/load_decoder.ts";
import type { Batch, Description, Problem, Sample } from "../problems/contract.ts";
import { type CellConfig, CellIsolate, type Request } from "./cell_isolate.ts";

/** The sentences in a folder, and the same with what is right. */
const SAMPLE_FILE = "sample.safetensors";
const GOLD_FILE = "gold.safetensors";
/** Empty batches of which the shortest counts: what is taken off is no more than all have. */
const EMPTY_BATCHES = 5;

/** The decoder that finds the reference's answers, how many of them, and in which time. */
export interface Reference {
  readonly variant: Variant<Description>;
  readonly k: number;
  readonly deadlineMs: number;
}

/** What a batch takes in which nothing is decoded: milliseconds once, and for each pass. */
export interface Overhead {
  readonly onceMs: number;
  readonly passMs: number;
}

/** Taken off where there never was a reference. */
export const NO_OVERHEAD: Overhead = { onceMs: 0, passMs: 0 };

/** The sentences that cells decode, and what their answers are compared with. */
export interface Workload {
  readonly problem: Found<Problem>;
  readonly sample: Sample;
  /** The folder of the files that isolates read. */
  readonly folder: string;
  /** The reference's answers for as large a k as any cell has; undefined if there are none. */
  readonly reference: readonly unknown[] | undefined;
  /** The reference, as long as it lives; it answers for sentences that nobody has seen. */
  readonly referee: Referee | undefined;
}

/** The same with the first sentences alone; the file still holds all. */
export function firstOf(workload: Workload, sentences: number): Workload {
  const { sample, reference } = workload;
  if (sentences >= sample.lengths.length) return workload;
  return {
    ...workload,
    sample: sample.first(sentences),
    ...(reference === undefined ? { reference } : { reference: reference.slice(0, sentences) }),
  };
}

/** The file that scores come in. */
export function contentsFile({ folder }: Pick<Workload, "folder">): string {
  return join(folder, "contents");
}

/** The file of the sentences; with what is right, for decoders that may see it. */
export function packFor(
  { problem, folder }: Pick<Workload, "problem" | "folder">,
  url: string,
): string {
  return join(folder, problem.value.seesGold?.(url) ? GOLD_FILE : SAMPLE_FILE);
}

/**
 * Writes a sample into a folder and lets the reference decode it. Without its answers those of the
 * cells stay unchecked, which the verdicts say. Close it when all is measured.
 */
export async function newWorkload(
  problem: Found<Problem>,
  sample: Sample,
  folder: string,
  reference: Reference,
): Promise<Workload> {
  const workload = { problem, sample, folder };
  await sample.write(join(folder, SAMPLE_FILE));
  if (problem.value.seesGold !== undefined) await sample.write(join(folder, GOLD_FILE), true);
  const { referee, answers } = await Referee.open(workload, reference);
  return { ...workload, referee, reference: answers };
}

/** The decoder whose answers are the best ones, in a process of its own. */
export class Referee {
  readonly #isolate: CellIsolate;
  readonly #deadlineMs: number;
  /** k of its answers. */
  readonly k: number;
  /** Milliseconds that it took for all sentences. */
  readonly passMs: number;

  /** Starts it and takes its answers; none if it crashes or takes too long. */
  static async open(
    workload: Pick<Workload, "problem" | "sample" | "folder">,
    { variant: { url, options }, k, deadlineMs }: Reference,
  ): Promise<{ referee: Referee | undefined; answers: unknown[] | undefined }> {
    const { problem, sample } = workload;
    const contents = contentsFile(workload);
    const pack = packFor(workload, url);
    const config: CellConfig = { module: problem.value.opener, pack, contents, url, options, k };
    const isolate = await CellIsolate.start(config);
    try {
      for (const type of ["load", "prepare"] as const) await isolate.ask({ type }, deadlineMs);
      const { value, elapsedMs } = await isolate.ask({ type: "answer" }, deadlineMs);
      const answers = readAnswers(problem.value, sample, value.answers);
      return { referee: new Referee(isolate, k, deadlineMs, elapsedMs), answers };
    } catch (error) {
      await isolate.close();
      if (!(error instanceof IsolateTimeout || error instanceof IsolateCrash)) throw error;
      return { referee: undefined, answers: undefined };
    }
  }

  private constructor(isolate: CellIsolate, k: number, deadlineMs: number, passMs: number) {
    this.#isolate = isolate;
    this.#deadlineMs = deadlineMs;
    this.k = k;
    this.passMs = passMs;
  }

  /** Its answers to a batch, as bytes; undefined if it is no more. */
  async answers(batch: Batch): Promise<readonly Uint8Array<ArrayBuffer>[] | undefined> {
    return (await this.#ask({ type: "time", clock: "decode", ...batch }))?.parts;
  }

  /**
   * What a batch takes besides decoding: the round trip, giving sentences and taking answers down.
   * It is ours, and has no reason to dawdle. Undefined if it is no more: 0 would be a measurement.
   *
   * @param k answers to a sentence, at most its own
   * @param batchOf a batch of so many passes
   * @param passes so many at most
   */
  async overhead(
    k: number,
    batchOf: (passes: number) => Batch,
    passes: number,
  ): Promise<Overhead | undefined> {
    const msOf = async (passes: number) => {
      const request = { type: "repeat", k, ...batchOf(passes) } as const;
      let leastMs = Infinity;
      for (let i = 0; i < EMPTY_BATCHES; i++) {
        const reply = await this.#ask(request);
        if (reply === undefined) return undefined;
        leastMs = Math.min(leastMs, reply.elapsedMs);
      }
      return leastMs;
    };
    const one = await msOf(1);
    const all = passes === 1 ? one : await msOf(passes);
    if (one === undefined || all === undefined) return undefined;
    const passMs = Math.max(0, all - one) / Math.max(1, passes - 1);
    return { onceMs: Math.max(0, one - passMs), passMs };
  }

  /** Asks the process; undefined if it took too long for this or for something before. */
  async #ask<Type extends "time" | "repeat">(request: Request & { readonly type: Type }) {
    try {
      return await this.#isolate.ask<Type>(request, this.#deadlineMs);
    } catch (error) {
      if (error instanceof IsolateTimeout || error instanceof IsolateCrash) return undefined;
      throw error;
    }
  }

  /** Ends the process. */
  async close(): Promise<void> {
    await this.#isolate.close();
  }
}

/**
 * The answers to the sentences of a sample.
 *
 * @throws IsolateCrash if they are none, or not so many
 */
export function readAnswers(
  problem: Problem,
  { lengths }: Sample,
  answers: readonly unknown[],
): unknown[] {
  if (answers.length !== lengths.length) {
    throw new IsolateCrash(`it gave ${answers.length} answers to ${lengths.length} sentences`);
  }
  return answers.map((answer) => {
    try {
      return problem.readAnswer(answer);
    } catch (error) {
      throw new IsolateCrash(reasonOf(error));
    }
  });
}
