/**
 * Statistics of sentences, with their intervals; and passes that are timed in turns.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { type Cell, NOTHING } from "../columns.ts";
import { formatTimesInterval } from "../numbers/format.ts";
import { estimateMedian, resampledEstimate } from "../numbers/statistics.ts";

/** Cuts a list into parts of as many items each, but for one; fewer items make fewer parts. */
export function inParts<T>(items: readonly T[], count: number): T[][] {
  const some = Math.min(count, items.length);
  const startOf = (part: number) => Math.floor(part * items.length / some);
  return Array.from({ length: some }, (_, i) => items.slice(startOf(i), startOf(i + 1)));
}

/**
 * A statistic of sentences, and its interval by the bootstrap's percentiles: sentences are drawn
 * with replacement, for tokens of one sentence depend on each other. The same seed draws the same
 * sentences, so that two statistics of the same number of sentences are drawn together. Samples for
 * which the statistic is no number are left out.
 *
 * @param statistic of some of the sentences; any may come more than once
 */
export function resampled<T>(
  sentences: readonly T[],
  statistic: (some: readonly T[]) => number,
  seed: number,
  { samples = 400, stream = 0 } = {},
) {
  const random = new Random(seed, stream);
  const draw = () => sentences.map(() => sentences[random.integer(sentences.length)]!);
  const found = Array.from({ length: samples }, () => statistic(draw()));
  const whole = statistic(sentences);
  const { low = NaN, high = NaN } = resampledEstimate(Float64Array.of(whole, ...found));
  return { value: whole, low, high };
}

/** A number of each round of one over that of another, in the rounds that both have. */
export function ratiosByRound<Line extends { readonly round: unknown }>(
  one: readonly Line[],
  other: readonly Line[],
  of: (line: Line) => number,
): number[] {
  return one.flatMap((line) => {
    const same = other.find(({ round }) => round === line.round);
    return same === undefined ? [] : [of(line) / of(same)];
  });
}

/** The median of ratios of rounds, with its 95% interval; nothing without any. */
export function ratioCell(ratios: readonly number[]): Cell {
  if (ratios.length === 0) return NOTHING;
  const ratio = estimateMedian([ratios]);
  return { text: formatTimesInterval(ratio), value: ratio.median };
}

/** Something that is timed: goes over its work once, and says how many milliseconds that took. */
interface Timed {
  pass(): number | Promise<number>;
}

/** Rounds in which all take turns, in a random order in each, after rounds that do not count. */
export async function timedInTurns<Way extends Timed>(
  ways: readonly Way[],
  { warmUps, rounds, random }: {
    readonly warmUps: number;
    readonly rounds: number;
    readonly random: Random;
  },
): Promise<{ readonly way: Way; readonly round: number; readonly ms: number }[]> {
  for (let i = 0; i < warmUps; i++) {
    for (const { pass } of ways) await pass();
  }
  const timed = [];
  for (let round = 1; round <= rounds; round++) {
    for (const way of random.shuffle([...ways])) timed.push({ way, round, ms: await way.pass() });
  }
  return timed;
}
