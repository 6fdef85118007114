/**
 * Intervals over sentences.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";

/** Samples of a bootstrap. */
const SAMPLES = 400;
/** The share of them that an interval leaves out at either end. */
const TAIL = 0.025;

/** A number with its 95% interval. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * A statistic of sentences, and its interval by the bootstrap's percentiles: sentences are drawn
 * with replacement, for tokens of one sentence depend on each other. The same seed draws the same
 * sentences, so that two statistics of the same number of sentences are drawn together. Samples for
 * which the statistic is no number are left out.
 *
 * @param statistic of some sentences, by their indices; any may come more than once
 */
export function resampled(
  sentences: number,
  statistic: (indices: readonly number[]) => number,
  seed: number,
): Interval {
  const value = statistic([...Array(sentences).keys()]);
  const random = new Random(seed);
  const found = Array.from(
    { length: SAMPLES },
    () => statistic(Array.from({ length: sentences }, () => random.integer(sentences))),
  ).filter((one) => !Number.isNaN(one)).sort((a, b) => a - b);
  const at = (share: number) => found[Math.round(share * (found.length - 1))] ?? NaN;
  return { value, low: at(TAIL), high: at(1 - TAIL) };
}
