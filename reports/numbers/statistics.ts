/**
 * The statistics of a report: sums, medians, bootstrap intervals over processes, outlier marks.
 *
 * Everything is deterministic: the bootstrap is seeded, so that the same rows give the same bytes.
 *
 * @module
 */

import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";

/** B: how many bootstrap samples an interval is made from. */
export const BOOTSTRAP_SAMPLES = 2000;

/** The share of bootstrap medians that lies inside an interval. */
export const CONFIDENCE = 0.95;

/** How often the range of so many rounds holds the median: unless all lie on one side of it. */
const rangeShare = (rounds: number): string => `${Math.round(100 - 100 / 2 ** (rounds - 1))}%`;

/** Explains intervals of few rounds, for the note of a table and for rules. */
export const FEW_ROUNDS: string =
  "Where each process has one round, an interval is their range: of six it holds the median with " +
  `${rangeShare(6)}, of three, as some slow cells have, with ${rangeShare(3)} alone.`;

const BOOTSTRAP_SEED = 20120912;

/** A median with the ends of its interval, in the unit of the sample. */
export interface Estimate {
  /** The median of the sample. */
  readonly median: number;
  /** Lower end of the 95% interval; undefined for a single value. */
  readonly low: number | undefined;
  /** Upper end of the 95% interval; undefined for a single value. */
  readonly high: number | undefined;
}

/** The values of the rounds of each process. */
export type Processes = readonly (readonly number[])[];

/** Which rounds the bootstrap samples take, one sample after another. */
type Draws = ReturnType<typeof newDraws>;

/** Tables, charts and claims ask for the same cells. */
const estimates = new Map<string, Estimate>();
/** Of those that are remembered: more than a run has cells. */
const MOST_ESTIMATES = 20_000;

/** The draws of samples by the numbers of rounds. */
const drawsBySizes = new Map<string, Draws>();

/** The sum over all. */
export function total<T>(items: Iterable<T>, of: (item: T) => number = Number): number {
  let sum = 0;
  for (const item of items) sum += of(item);
  return sum;
}

/** The mean over all; NaN over none. */
export function mean<T>(items: readonly T[], of: (item: T) => number = Number): number {
  return total(items, of) / items.length;
}

/**
 * The median of a sample; the mean of the two middle values if there is an even number of them.
 *
 * @throws {RangeError} if the sample is empty.
 *
 * @example
 * ```ts
 * import { median } from "./statistics.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(median([4, 1, 10, 2]), 3);
 * ```
 */
export function median(sample: readonly number[]): number {
  return sortedQuantile(Float64Array.from(sample).sort(), 0.5);
}

/**
 * The share of the orders of so many items in which at least so many pairs are in order: what
 * chance makes of Kendall's rank correlation. Orders are counted item by item by their pairs in
 * order, of which the next item adds one for each before it that it stands behind.
 *
 * Source: Kendall, A New Measure of Rank Correlation, 1938.
 *
 * @example
 * ```ts
 * import { shareOfOrders } from "./statistics.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([3, 2].map((pairs) => shareOfOrders(3, pairs)), [1 / 6, 3 / 6]);
 * ```
 */
export function shareOfOrders(items: number, pairs: number): number {
  let orders = [1];
  for (let before = 1; before < items; before++) {
    orders = Array.from(
      { length: orders.length + before },
      (_, inOrder) => total(orders.slice(Math.max(0, inOrder - before), inOrder + 1)),
    );
  }
  return total(orders.slice(pairs)) / total(orders);
}

/**
 * How many values lie outside Tukey's fences, 1.5 interquartile ranges beyond the quartiles.
 * They are counted to be marked, never dropped: the median bears them.
 *
 * Source: Tukey, Exploratory Data Analysis, 1977, §2D.
 *
 * @throws {RangeError} if the sample is empty.
 */
export function countOutliers(sample: readonly number[]): number {
  const sorted = Float64Array.from(sample).sort();
  const lower = sortedQuantile(sorted, 0.25);
  const upper = sortedQuantile(sorted, 0.75);
  const reach = 1.5 * (upper - lower);
  return sample.filter((value) => value < lower - reach || value > upper + reach).length;
}

/**
 * The median over the rounds of all processes with a 95% interval.
 *
 * A process is fast or slow as a whole: memory is laid out and code compiled once, and its rounds
 * are alike. Rounds are nested in processes, so the bootstrap is hierarchical: each of
 * B = {@linkcode BOOTSTRAP_SAMPLES} samples draws as many processes with replacement, and of each
 * drawn one as many rounds as it has. The ends are the 2.5% and 97.5% quantiles of the medians.
 * A few processes are too few to tell how far the next one may be: where there are several, the
 * interval is widened to hold the median of each, and of one round each it is their range. With one
 * process it is the plain percentile interval, which knows nothing of other processes.
 *
 * The interval never leaves the sample's range, and the range itself holds the median of n
 * independent rounds with probability 1 − 2^(1−n): below six rounds no interval of this kind can
 * reach 95%. A single value has no interval.
 *
 * Cost: O(B·n·log n).
 *
 * Source: Davison and Hinkley, Bootstrap Methods and their Application, 1997, §3.8 (hierarchical
 * data); Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, 2013 (why processes);
 * Efron and Tibshirani, An Introduction to the Bootstrap, 1993, §13.3 (percentiles).
 *
 * @throws {RangeError} if there is no value.
 *
 * @example
 * ```ts
 * import { estimateMedian } from "./statistics.ts";
 * import { assertEquals } from "@std/assert";
 *
 * // Two processes, each as steady as can be: what they differ by is all there is.
 * assertEquals(estimateMedian([[2, 2, 2], [4, 4, 4]]), { median: 3, low: 2, high: 4 });
 * ```
 */
export function estimateMedian(processes: Processes): Estimate {
  const key = processes.map((rounds) => rounds.join()).join(";");
  const known = estimates.get(key) ?? newEstimate(processes);
  if (estimates.size === MOST_ESTIMATES) estimates.clear();
  estimates.set(key, known);
  return known;
}

function newEstimate(processes: Processes): Estimate {
  const sample = processes.flat();
  const middle = median(sample);
  if (sample.length === 1) return { median: middle, low: undefined, high: undefined };
  // Every cell starts from the same seed: its interval does not depend on which cells precede it.
  const sizes = processes.map(({ length }) => length);
  let draws = drawsBySizes.get(sizes.join());
  if (draws === undefined) {
    draws = newDraws(sizes, xoroshiro128plus(BOOTSTRAP_SEED));
    drawsBySizes.set(sizes.join(), draws);
  }
  return { median: middle, ...interval(bootstrapMedians(sample, draws), processes.map(median)) };
}

/**
 * The ratio of the medians of two independent samples, after / before, with a 95% interval as
 * {@linkcode estimateMedian} has it.
 *
 * Rounds of two runs have nothing in common and cannot be paired: each of the B bootstrap ratios
 * draws both samples anew, and the interval holds the ratio of any two of their processes. If
 * either sample is a single value there is no interval.
 *
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, §8.3 (two samples).
 *
 * @throws {RangeError} if a sample is empty.
 *
 * @example
 * ```ts
 * import { medianRatio } from "./statistics.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(medianRatio([[2, 2, 2]], [[3, 3]]), { median: 1.5, low: 1.5, high: 1.5 });
 * ```
 */
export function medianRatio(before: Processes, after: Processes): Estimate {
  const [old, now] = [before.flat(), after.flat()];
  const ratio = median(now) / median(old);
  if (Math.min(old.length, now.length) === 1) {
    return { median: ratio, low: undefined, high: undefined };
  }
  const random = xoroshiro128plus(BOOTSTRAP_SEED);
  const sizesOf = (processes: Processes): number[] => processes.map(({ length }) => length);
  const oldMedians = bootstrapMedians(old, newDraws(sizesOf(before), random));
  const nowMedians = bootstrapMedians(now, newDraws(sizesOf(after), random));
  const ratios = nowMedians.map((value, b) => value / oldMedians[b]!);
  const centres = before.flatMap((was) => after.map((is) => median(is) / median(was)));
  return { median: ratio, ...interval(ratios, centres) };
}

/**
 * The first of some values, which is of all of a sample, with the 95% interval of the others, which
 * are of resamples. Resamples in which nothing is counted have no value.
 */
export function resampledEstimate(values: Float64Array): Estimate {
  const sorted = values.slice(1).filter((value) => !Number.isNaN(value)).sort();
  return {
    median: values[0]!,
    low: sorted[Math.floor(0.025 * sorted.length)],
    high: sorted[Math.ceil(0.975 * sorted.length) - 1],
  };
}

/**
 * Draws B samples: processes with replacement and, of each, its rounds with replacement. `indices`
 * are those of rounds of all processes, `starts` say where each sample begins, and the last one
 * ends.
 */
function newDraws(sizes: readonly number[], random: RandomGenerator) {
  const firsts = sizes.map((_, p) => total(sizes.slice(0, p)));
  const indices: number[] = [];
  const starts = new Uint32Array(BOOTSTRAP_SAMPLES + 1);
  for (let b = 0; b < BOOTSTRAP_SAMPLES; b++) {
    for (let drawn = 0; drawn < sizes.length; drawn++) {
      const process = sizes.length === 1 ? 0 : uniformInt(random, 0, sizes.length - 1);
      const [first, size] = [firsts[process]!, sizes[process]!];
      for (let i = 0; i < size; i++) indices.push(first + uniformInt(random, 0, size - 1));
    }
    starts[b + 1] = indices.length;
  }
  return { indices: Uint32Array.from(indices), starts };
}

/**
 * The medians of drawn samples. The values are sorted once, and those of a draw counted by their
 * ranks: to sort each of thousands of draws would be most of a report's time.
 */
function bootstrapMedians(sample: readonly number[], { indices, starts }: Draws): Float64Array {
  const sorted = Float64Array.from(sample).sort();
  const ranks = ranksOf(sample);
  const counts = new Uint32Array(sample.length);
  return new Float64Array(BOOTSTRAP_SAMPLES).map((_, b) => {
    const [start, end] = [starts[b]!, starts[b + 1]!];
    counts.fill(0);
    for (let i = start; i < end; i++) counts[ranks[indices[i]!]!]!++;
    const position = (end - start - 1) / 2;
    let rank = 0;
    let behind = counts[0]!;
    while (behind <= Math.floor(position)) behind += counts[++rank]!;
    const low = sorted[rank]!;
    while (behind <= Math.ceil(position)) behind += counts[++rank]!;
    return low + (position - Math.floor(position)) * (sorted[rank]! - low);
  });
}

/** The place of each value among all, sorted. */
function ranksOf(sample: readonly number[]): Uint32Array {
  const order = [...sample.keys()].sort((a, b) => sample[a]! - sample[b]!);
  const ranks = new Uint32Array(sample.length);
  order.forEach((index, rank) => ranks[index] = rank);
  return ranks;
}

/** The ends of the percentile interval of values, which get sorted; it holds the centres. */
function interval(
  values: Float64Array,
  centres: readonly number[],
): { low: number; high: number } {
  values.sort();
  const held = centres.length > 1 ? centres : [];
  return {
    low: Math.min(sortedQuantile(values, (1 - CONFIDENCE) / 2), ...held),
    high: Math.max(sortedQuantile(values, (1 + CONFIDENCE) / 2), ...held),
  };
}

/**
 * The q-quantile of a sorted sample, by linear interpolation between order statistics.
 *
 * With values x_0 … x_{n−1} and h = q·(n−1) it is x_⌊h⌋ + (h − ⌊h⌋)·(x_⌈h⌉ − x_⌊h⌋): type 7 of
 * Hyndman and Fan, Sample Quantiles in Statistical Packages, 1996.
 */
function sortedQuantile(sorted: Float64Array, q: number): number {
  if (sorted.length === 0) {
    throw new RangeError("Cannot take a quantile of a sample without values: 0 values");
  }
  const position = q * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.ceil(position)]!;
  return low + (position - below) * (high - low);
}
