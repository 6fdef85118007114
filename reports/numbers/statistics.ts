/**
 * The statistics of a report: medians, bootstrap intervals, paired ratios and outlier marks.
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

const BOOTSTRAP_SEED = 20120912;

/** Samples up to this size are sorted by insertion. */
const FEW = 32;

/** The draws of samples by their size. */
const drawsBySize = new Map<number, Uint32Array>();

/** A median with the ends of its interval, in the unit of the sample. */
export interface Estimate {
  /** The median of the sample. */
  readonly median: number;
  /** Lower end of the 95% interval; undefined for a single value. */
  readonly low: number | undefined;
  /** Upper end of the 95% interval; undefined for a single value. */
  readonly high: number | undefined;
}

/**
 * The q-quantile of a sample, by linear interpolation between order statistics.
 *
 * With sorted values x_0 … x_{n−1} and h = q·(n−1) it is x_⌊h⌋ + (h − ⌊h⌋)·(x_⌈h⌉ − x_⌊h⌋):
 * type 7 of Hyndman and Fan, Sample Quantiles in Statistical Packages, 1996.
 *
 * @throws {RangeError} if the sample is empty.
 */
export function quantile(sample: readonly number[], q: number): number {
  return sortedQuantile(Float64Array.from(sample).sort(), q);
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
  return quantile(sample, 0.5);
}

/**
 * The median of a sample with a 95% percentile bootstrap interval.
 *
 * B = {@linkcode BOOTSTRAP_SAMPLES} samples of the same size are drawn with replacement; the ends
 * are the 2.5% and 97.5% quantiles of their medians. The interval never leaves the sample's range,
 * and the range itself holds the median of n independent rounds with probability 1 − 2^(1−n): below
 * six rounds no interval of this kind can reach 95%. A single value has no interval.
 *
 * Cost: O(B·n·log n).
 *
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, §13.3.
 *
 * @throws {RangeError} if the sample is empty.
 */
export function estimateMedian(sample: readonly number[]): Estimate {
  const middle = median(sample);
  const size = sample.length;
  if (size === 1) return { median: middle, low: undefined, high: undefined };
  // Every cell starts from the same seed: its interval does not depend on which cells precede it.
  let draws = drawsBySize.get(size);
  if (draws === undefined) {
    draws = newDraws(size, xoroshiro128plus(BOOTSTRAP_SEED));
    drawsBySize.set(size, draws);
  }
  return { median: middle, ...interval(bootstrapMedians(sample, draws)) };
}

/**
 * The ratio of the medians of two independent samples, after / before, with a 95% percentile
 * bootstrap interval.
 *
 * Rounds of two runs have nothing in common and cannot be paired: each of the B bootstrap ratios
 * draws both samples anew. If either sample is a single value there is no interval.
 *
 * Cost: O(B·n·log n).
 *
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, §8.3 (two samples), §13.3.
 *
 * @throws {RangeError} if a sample is empty.
 *
 * @example
 * ```ts
 * import { medianRatio } from "./statistics.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(medianRatio([2, 2, 2], [3, 3]), { median: 1.5, low: 1.5, high: 1.5 });
 * ```
 */
export function medianRatio(before: readonly number[], after: readonly number[]): Estimate {
  const ratio = median(after) / median(before);
  if (Math.min(before.length, after.length) === 1) {
    return { median: ratio, low: undefined, high: undefined };
  }
  const random = xoroshiro128plus(BOOTSTRAP_SEED);
  const old = bootstrapMedians(before, newDraws(before.length, random));
  const now = bootstrapMedians(after, newDraws(after.length, random));
  return { median: ratio, ...interval(now.map((value, b) => value / old[b]!)) };
}

/**
 * How much faster a cell is than its baseline: the median over the pairs of
 * baseline time / cell time, with its interval.
 *
 * Times are paired by a key that names the round (and the session): what slowed the machine down
 * in a round slowed both, and cancels. Rounds that only one side has are left out; without a
 * pair there is no ratio.
 *
 * @example
 * ```ts
 * import { pairedRatio } from "./statistics.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const baseline = new Map([["1", 10], ["2", 20], ["3", 30]]);
 * const cell = new Map([["1", 5], ["2", 10]]);
 * assertEquals(pairedRatio(baseline, cell), { median: 2, low: 2, high: 2 });
 * ```
 */
export function pairedRatio(
  baseline: ReadonlyMap<string, number>,
  cell: ReadonlyMap<string, number>,
): Estimate | undefined {
  const ratios: number[] = [];
  for (const [round, elapsed] of cell) {
    const reference = baseline.get(round);
    if (reference !== undefined) ratios.push(reference / elapsed);
  }
  return ratios.length === 0 ? undefined : estimateMedian(ratios);
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

/** Indices into B samples of a size, drawn with replacement, one sample after another. */
function newDraws(size: number, random: RandomGenerator): Uint32Array {
  return new Uint32Array(BOOTSTRAP_SAMPLES * size).map(() => uniformInt(random, 0, size - 1));
}

/** The medians of drawn samples. */
function bootstrapMedians(sample: readonly number[], draws: Uint32Array): Float64Array {
  const size = sample.length;
  const drawn = new Float64Array(size);
  return new Float64Array(BOOTSTRAP_SAMPLES).map((_, b) => {
    for (let i = 0; i < size; i++) drawn[i] = sample[draws[b * size + i]!]!;
    sortInPlace(drawn);
    return sortedQuantile(drawn, 0.5);
  });
}

/** The sort of the language takes long to start, which thousands of small samples feel. */
function sortInPlace(values: Float64Array): void {
  if (values.length > FEW) {
    values.sort();
    return;
  }
  for (let end = 1; end < values.length; end++) {
    const value = values[end]!;
    let at = end;
    for (; at > 0 && values[at - 1]! > value; at--) values[at] = values[at - 1]!;
    values[at] = value;
  }
}

/** The ends of the percentile interval of bootstrap values, which get sorted. */
function interval(values: Float64Array): { low: number; high: number } {
  values.sort();
  return {
    low: sortedQuantile(values, (1 - CONFIDENCE) / 2),
    high: sortedQuantile(values, (1 + CONFIDENCE) / 2),
  };
}

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
