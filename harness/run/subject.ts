/**
 * What cells are measured on.
 *
 * @module
 */

import { join } from "node:path";
import { askOnce } from "./_ask_once.ts";
import { readAnswers } from "./_read_answers.ts";
import type { Found } from "../../datasets/modules.ts";
import type { Description, Problem, Sample } from "../problems/contract.ts";
import type { Variant } from "../plan/variant.ts";

/** The sentences that cells decode, and what their answers are compared with. */
export interface Subject {
  readonly problem: Found<Problem>;
  readonly sample: Sample;
  /** The file that isolates read the sample from. */
  readonly pack: string;
  /** The reference's answers for as large a k as any cell has; undefined if there are none. */
  readonly reference: readonly unknown[] | undefined;
}

/** The same with the first sentences alone; the file still holds all. */
export function firstOf(subject: Subject, sentences: number): Subject {
  const { sample, reference } = subject;
  if (sentences >= sample.lengths.length) return subject;
  return {
    ...subject,
    sample: sample.first(sentences),
    reference: reference?.slice(0, sentences),
  };
}

/** The decoder that finds the reference's answers, how many of them, and in which time. */
export interface Reference {
  readonly variant: Variant<Description>;
  readonly k: number;
  readonly deadlineMs: number;
}

/**
 * Writes a sample into a folder and lets the reference decode it. Without its answers those of the
 * cells stay unchecked, which the verdicts say.
 */
export async function newSubject(
  problem: Found<Problem>,
  sample: Sample,
  folder: string,
  { variant: { url, options }, k, deadlineMs }: Reference,
): Promise<Subject> {
  const pack = join(folder, "sample.safetensors");
  await sample.write(pack);
  const config = { problem: problem.url, pack, url, options, k };
  const answer = await askOnce(config, { type: "answer" }, deadlineMs);
  const reference = answer && readAnswers(problem.value, sample, answer.answers);
  return { problem, sample, pack, reference };
}
