/**
 * What cells are measured on.
 *
 * @module
 */

import { join } from "node:path";
import { askOnce } from "./_ask_once.ts";
import { readAnswers } from "./_read_answers.ts";
import { Random } from "../../datasets/random.ts";
import type { Found } from "../../datasets/modules.ts";
import type { Description, Problem, Sample } from "../problems/contract.ts";
import type { Variant } from "../plan/variant.ts";
import { leastSentences } from "./slots.ts";
import { drawReferred, REFERRED_MS, type Secret, secretSeed } from "./unseen.ts";

/** The sentences that cells decode, and what their answers are compared with. */
export interface Subject {
  readonly problem: Found<Problem>;
  readonly sample: Sample;
  /** The file that isolates read the sample from. */
  readonly pack: string;
  /** The reference's answers for as large a k as any cell has; undefined if there are none. */
  readonly reference: readonly unknown[] | undefined;
  /** Secrets, one for each look at a decoder, the same for all. */
  secret(look: number): Promise<Secret>;
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
 * Writes a sample into a folder and lets the reference decode it, and sentences that nobody else
 * has seen. Without its answers those of the cells stay unchecked, which the verdicts say.
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
  const refer = async () => {
    const seed = secretSeed();
    const every = Math.min(sample.lengths.length, leastSentences(k));
    const unseen = sample.unseen && every > 0 ? drawReferred(every, new Random(seed)) : [];
    const request = { type: "refer", seed, unseen, atMostMs: REFERRED_MS } as const;
    const found = await askOnce(config, request, deadlineMs);
    const reference = found && readAnswers(problem.value, sample, found.answers);
    const known = unseen.slice(0, found?.unseen.length ?? 0);
    const told = found === undefined || known.length === 0
      ? []
      : readAnswers(problem.value, sample.unseen!(seed, known), found.unseen);
    const answers = told.map((answer, i) => [known[i]!, answer] as const);
    return { reference, secret: { seed, answers } };
  };
  const { reference, secret } = await refer();
  const secrets = [Promise.resolve<Secret>(secret)];
  return {
    ...{ problem, sample, pack, reference },
    secret: (look) => secrets[look] ??= refer().then(({ secret }) => secret),
  };
}
