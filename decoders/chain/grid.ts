/**
 * Dyadic grids, on which sums of scores are exact, and how far they may differ elsewhere.
 *
 * @module
 */

import { type Emissions, largestMagnitude, type Lattice, type Model } from "../lattice.ts";

/**
 * Bits of a float64's significand: it holds every multiple of 2^−g up to 2^(53−g), so sums of such
 * multiples that stay below are exact.
 */
export const FLOAT64_BITS = 53;

/** Bits of a float32's significand. */
export const FLOAT32_BITS = 24;
/** Sums beyond this would leave no room for the next power of two. */
export const LARGEST_SUM = 2 ** 1000;
/** Finer grids than 2^−32 are of no use to scores of 1 and more. */
const UNIT_EXPONENT = 32;
/** Steps stay normal numbers, and their inverses finite. */
const MAX_EXPONENT = 1022;
/** From here on float32 loses bits of small numbers. */
export const MAX_FLOAT32_EXPONENT = 126;
/** Differences of two sums from here on are beyond float32. */
export const LARGEST_FLOAT32_SUM = 2 ** 127;
/** Relative growth of the bound by snapping; ample for sentences of up to 10^9 positions. */
export const SNAP_MARGIN = 1e-6;

/**
 * An upper bound on the magnitude of any partial sum of a path's scores:
 * T·max|n| + (T−1)·max|e| over the finite scores, T the longest sentence.
 */
export function partialSumBound(
  maxLength: number,
  maxEmission: number,
  maxTransition: number,
): number {
  return maxLength * maxEmission + (maxLength - 1) * maxTransition;
}

/**
 * The largest g with bound·2^g < 2^53 that is at most 32, or, where the largest score is below 1,
 * at most 32 more than the bits that it is below: small scores keep their digits, too.
 */
export function gridExponent(bound: number, largest: number): number {
  const finest = UNIT_EXPONENT + Math.max(0, largest === 0 ? 0 : 1 - bitLength(largest));
  return Math.min(MAX_EXPONENT, finest, FLOAT64_BITS - bitLength(bound));
}

/**
 * Whether all partial sums of scores that are multiples of 2^−exponent, and the differences of any
 * two, fit the 24 bits of a float32: 2·bound·2^exponent < 2^24, 2^−exponent is a normal number, and
 * 2·bound is below the largest.
 */
export function fitsFloat32(bound: number, exponent: number): boolean {
  return bound < LARGEST_FLOAT32_SUM && exponent <= MAX_FLOAT32_EXPONENT &&
    bitLength(2 * bound) + exponent <= FLOAT32_BITS;
}

/**
 * The least g of `least` ≤ g ≤ `most` for which all finite scores are multiples of 2^−g; `most` if
 * there is none.
 *
 * Exact: short of underflow, multiplying by a power of two does not round. Cost: O(scores).
 *
 * @example
 * ```ts
 * import { naturalExponent } from "./grid.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(naturalExponent(Float64Array.of(1, 0.75, -Infinity), 0, 32), 2);
 * ```
 */
export function naturalExponent(scores: Float64Array, least: number, most: number): number {
  let exponent = least;
  let scale = 2 ** exponent;
  for (const score of scores) {
    while (exponent < most && Number.isFinite(score) && !Number.isInteger(score * scale)) {
      exponent++;
      scale *= 2;
    }
  }
  return exponent;
}

/**
 * Whether all finite scores are multiples of 2^−exponent. −∞ is on every grid.
 *
 * Exact for the same reason. Cost: O(scores).
 */
export function isOnGrid(scores: Float64Array, exponent: number): boolean {
  const scale = 2 ** exponent;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at]! * scale;
    if (score !== Math.floor(score)) return false;
  }
  return true;
}

/** The number of bits before the binary point: the least b with |value| < 2^b. */
function bitLength(value: number): number {
  if (value === 0) return 0;
  if (!(value < LARGEST_SUM)) {
    throw new RangeError(`Cannot hold sums of scores in a float64: they may reach ${value}`);
  }
  let bits = Math.ceil(Math.log2(value));
  while (2 ** bits <= value) bits++;
  while (2 ** (bits - 1) > value) bits--;
  return bits;
}

/**
 * Makes a function that bounds, for a lattice, the difference between any two float64 sums of the
 * scores of one path that add them in different orders. It is 0 if the model's sums are exact.
 *
 * A sum of m terms has an error of at most (m−1)·u·Σ|terms| to first order, u = 2^−53, whatever the
 * association. A path has m = 2T−1 terms with Σ|terms| ≤ T·max|n| + (T−1)·max|e|; the returned
 * value is twice the difference of two such sums, which covers the terms of second order and the
 * two or three operations of a comparison.
 *
 * Source: Higham 2002, Accuracy and Stability of Numerical Algorithms, Section 4.2.
 */
export function roundingTolerance(model: Model): (lattice: Lattice<Emissions>) => number {
  if (model.exactSums) return () => 0;
  const largestTransition = largestMagnitude(model.transitions);
  return ({ length, emissions }) => {
    const magnitude = length * (largestMagnitude(emissions) + largestTransition);
    return 8 * length * 2 ** -53 * magnitude;
  };
}
