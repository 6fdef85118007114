/**
 * Judging the answers that were given on the clock.
 *
 * @module
 */

import type { Clock } from "../store/rows.ts";
import { type Contents, secretRandom } from "../problems/contents.ts";
import type { Batch } from "../problems/contract.ts";
import type { LiveCell } from "./live_cell.ts";
import type { Workload } from "./workload.ts";

/** Milliseconds that the reference may take for sentences that nobody else decodes for it. */
const REFEREE_MS = 50;
/**
 * Contents that nobody has seen may be harder for who approximates: a greedy beam keeps some five
 * sixths of its exact answers where transitions carry most of what is known, wider beams all.
 */
const HARDER = 0.8;
/** The probability below which something is no chance. */
const CHANCE = 1e-6;

/** What a cell answered to a batch. */
export interface TimedAnswers {
  readonly cell: LiveCell;
  readonly batch: Batch;
  readonly variants: readonly number[];
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

/** An answer of the reference to a sentence in a variant. */
interface Known {
  readonly variant: number;
  readonly position: number;
  readonly answer: unknown;
}

/**
 * Ends the cells that were wrong on the clock. They are compared with the reference where it has
 * decoded the same sentences beside them, or else on some of a variant that all have decoded.
 * Which these are, nobody knew: who looks up what it remembers is right mostly, and not always. So
 * do approximate decoders end that are exact less often than when they were checked (`isWorse`).
 *
 * @param common a variant that all have decoded
 */
export async function judgeTimed(
  workload: Workload,
  contents: Contents,
  answered: readonly TimedAnswers[],
  common: number,
  clock: Clock,
): Promise<void> {
  const { problem: { value: problem } } = workload;
  const read = new Map<TimedAnswers, readonly unknown[]>();
  for (const one of answered) {
    const answers = await readTimed(workload, contents, one);
    if (answers !== undefined) read.set(one, answers);
  }
  let referred: Promise<Known[] | undefined> | undefined;
  for (const [{ cell, variants, batch: { sentences } }, answers] of read) {
    // What was wrong before is timed all the same.
    if (cell.checked.verdict === "wrong") continue;
    const { k, variant: { decoder: { exact } } } = cell.planned;
    const known = besides(read, problem.reference, k) ??
      await (referred ??= refer(workload, contents, common));
    if (known === undefined) {
      // Nobody judges its times: they must not pass for judged ones.
      await cell.fail(`not judged when timed: the reference has ended (${clock})`);
      continue;
    }
    const compared = known.filter(({ variant }) => variants.includes(variant));
    if (compared.length === 0) continue;
    const checked = (some: readonly Known[]) =>
      problem.check(
        contents.sampleOf(some.map(({ variant, position }) => [variant, position])),
        { k, exact },
        some.map(({ variant, position }) =>
          answers[variants.indexOf(variant) * sentences.length + position]
        ),
        some.map(({ answer }) => answer),
      );
    const { verdict, defect } = checked(compared);
    if (verdict !== "wrong") {
      // Variants of one sentence are no evidence of their own.
      const one = compared.filter(({ variant }) => variant === common);
      if (verdict === "correct") continue;
      if (exact && cell.checked.verdict === "correct") {
        await cell.fail(`proves less when timed than when it was checked (${clock})`);
        continue;
      }
      if (one.length === 0) continue;
      const right = Math.round(checked(one).exactShare * one.length);
      if (!isWorse(right, one.length, cell.checked.exactShare)) continue;
      await cell.fail(`does worse when timed: ${right} of ${one.length} are exact (${clock})`);
      continue;
    }
    await cell.fail(`wrong when timed: ${defect} (${clock})`, true);
  }
}

/** The answers of a baseline or control that is the reference's decoder, for that k. */
function besides(
  read: ReadonlyMap<TimedAnswers, readonly unknown[]>,
  reference: string,
  k: number,
): Known[] | undefined {
  for (const [{ cell: { planned }, variants, batch: { sentences } }, answers] of read) {
    const { role, variant: { decoder } } = planned;
    if (role === "rival" || decoder.name !== reference || planned.k !== k) continue;
    const count = sentences.length;
    return answers.map((answer, i) => ({
      variant: variants[Math.floor(i / count)]!,
      position: i % count,
      answer,
    }));
  }
  return undefined;
}

/** The answers of a cell; undefined if they are none, which ends it. */
async function readTimed(
  { problem: { value } }: Workload,
  contents: Contents,
  { cell, batch, parts }: TimedAnswers,
): Promise<readonly unknown[] | undefined> {
  try {
    return value.readSheet(parts, contents.shapeOf(batch), cell.planned.k);
  } catch (error) {
    await cell.fail(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/**
 * What the reference says of some sentences, one at least, of a variant; nothing if there never was
 * one, as verdicts say, and undefined if it has ended.
 */
async function refer(
  { problem: { value }, referee, sample }: Workload,
  contents: Contents,
  variant: number,
): Promise<Known[] | undefined> {
  if (referee === undefined) return [];
  const each = referee.passMs / sample.lengths.length;
  const count = Math.max(1, Math.floor(REFEREE_MS / each));
  const positions = secretRandom().shuffle([...Array(contents.count).keys()]);
  const known: Known[] = [];
  for (const position of positions.slice(0, count)) {
    const batch = contents.batch(position, 1, [variant]);
    const parts = await referee.answers(batch);
    if (parts === undefined) return known.length === 0 ? undefined : known;
    const [answer] = value.readSheet(parts, contents.shapeOf(batch), referee.k);
    known.push({ variant, position, answer });
  }
  return known;
}

/**
 * Whether so few exact answers of so many are no chance, if the share of exact answers to the
 * sentences of the sample is as it was checked. The probability of at most x exact answers of n is
 * Σ_{i ≤ x} C(n, i) pⁱ (1 − p)ⁿ⁻ⁱ with p = 0.8 · share.
 *
 * @example
 * ```ts
 * import { isWorse } from "./judge_timed.ts";
 * import { assert } from "@std/assert";
 *
 * assert(isWorse(20, 60, 1));
 * assert(!isWorse(50, 60, 1) && !isWorse(3, 16, 0.3));
 * ```
 */
export function isWorse(exact: number, count: number, share: number): boolean {
  const p = HARDER * share;
  if (p === 0) return false;
  // In logarithms: (1 − p)ⁿ is 0 in float64 for a few hundred sentences.
  let logTerm = count * Math.log(1 - p);
  let sum = Math.exp(logTerm);
  for (let i = 1; i <= exact; i++) {
    logTerm += Math.log((count - i + 1) / i * p / (1 - p));
    sum += Math.exp(logTerm);
  }
  return sum < CHANCE;
}
