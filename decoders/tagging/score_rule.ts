/**
 * What scores may be, and how they are rounded, so that every sum of them is exact.
 *
 * @module
 */

import { fitsFloat32, gridExponent, LARGEST_SUM, SNAP_MARGIN } from "../chain/grid.ts";

/** Rounding that changes a score by more than this has to be asked for. */
const MAX_CHANGE = 1e-6;

/** In larger units float32 would overflow where it is rounded to them. */
const LEAST_FLOAT32_EXPONENT = -64;

/** How large scores can be: with it every sum is exact. */
export interface Bound {
  /** The largest magnitude of an emission. −∞ is none. */
  readonly emission: number;
  /**
   * Positions of the longest sentence. A longer one is an error, in production as well: take a
   * bound that no sentence reaches, which costs a bit or two of rounding.
   */
  readonly length: number;
  /**
   * A power of two: scores are rounded to multiples of it. Without it they are rounded as little as
   * can be. If sums fit 24 bits in this unit, decoders compute in float32, which is faster where
   * kernels are most of the time: 2⁻¹⁰ does for scores within ±20 and sentences of 100.
   */
  readonly unit?: number;
}

/** Scores that do not depend on the sentence: their largest magnitudes. */
export interface FixedScores {
  /** Of a transition. */
  readonly transition: number;
  /** Of a start score and an end score, together. */
  readonly ends: number;
}

/** What is done with each score as it is copied. */
export interface ScoreRule {
  /** Scores beyond are refused, and NaN; −∞ is not. */
  readonly limit: number;
  /** Scores are rounded to multiples of 1 / scale; 0 if they are left as they are. */
  readonly scale: number;
  /** Longer sentences are refused. */
  readonly maxLength: number;
  /** See `Model.float32Exact`. */
  readonly float32Exact: boolean;
}

/** Without a bound nothing is rounded, and sums are not exact. */
export const UNBOUNDED: ScoreRule = {
  limit: LARGEST_SUM,
  scale: 0,
  maxLength: Infinity,
  float32Exact: false,
};

/**
 * The rule that follows from a bound.
 *
 * A path has at most T emissions, to two of which start and end scores are added, and T−1
 * transitions. Each of these 2T−1 scores is then rounded, by half a step 2^−g at most. So no sum of
 * some exceeds b = T·max|n| + (T−1)·max|e| + ends + T·2^−g. With b·2^g < 2^53 float64 holds all of
 * them, and float32 if 2b·2^g < 2^24: then all associations of a sum give the same bits. b is taken
 * to be four times the largest of these scores at least, for `rounded` takes none of 2^51 steps.
 *
 * @throws RangeError for a magnitude, a number of positions or a unit that is none, and if scores
 * would be changed by more than 1e-6, or than half of the unit where there is one
 */
export function scoreRule(bound: Bound, fixed: FixedScores): ScoreRule {
  const { emission, length, unit } = bound;
  if (!(emission >= 0 && emission < LARGEST_SUM)) {
    throw new RangeError(`Cannot bound emissions by this magnitude: ${emission}`);
  }
  if (!(Number.isInteger(length) && length >= 1)) {
    throw new RangeError(`Cannot bound sentences by this number of positions: ${length}`);
  }
  const fit = unit === undefined ? Infinity : Math.log2(1 / unit);
  if (unit !== undefined && !Number.isInteger(fit)) {
    throw new RangeError(`Cannot round scores to multiples of what is no power of two: ${unit}`);
  }
  const largest = length * emission + (length - 1) * fixed.transition + fixed.ends;
  // A score that is rounded must be small enough for `rounded`, in the shortest sentence too.
  const alone = 4 * Math.max(emission + fixed.ends, fixed.transition);
  const sum = Math.max(largest + (unit ?? 0) * length, alone) * (1 + SNAP_MARGIN);
  const exponent = Math.min(fit, gridExponent(sum, alone / 4));
  if (2 ** -exponent / 2 > (unit === undefined ? MAX_CHANGE : unit / 2)) {
    const score = Math.max(fixed.transition, fixed.ends);
    const advice = score > emission
      ? `a start, end or transition score has magnitude ${score}: write -Infinity for what is forbidden`
      : "lower the bound, or leave it out; write -Infinity for what is forbidden";
    throw new RangeError(
      `Cannot add scores exactly without changing them by up to ${2 ** -exponent / 2}: ` +
        `sums reach ${largest.toPrecision(3)} (${advice})`,
    );
  }
  return {
    // What was rounded in place is checked again: no score within the bound is rounded to more.
    limit: Math.max(emission, rounded(emission, 2 ** exponent)),
    scale: 2 ** exponent,
    maxLength: length,
    float32Exact: fitsFloat32(sum, exponent) && exponent >= LEAST_FLOAT32_EXPONENT,
  };
}

/**
 * A score as the rule has it: the nearest multiple of 1 / scale, halves to even.
 *
 * From 2^52 to 2^53 float64 has the integers and nothing between: a sum there is rounded to one.
 * So the score must be less than 2^51 steps. 0 as the scale leaves it as it is.
 */
export function rounded(score: number, scale: number): number {
  if (scale === 0) return score;
  const far = 1.5 * 2 ** 52 / scale;
  return score + far - far;
}
