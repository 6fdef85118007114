/**
 * Dyadic grids: scores that are multiples of a power of two.
 *
 * @module
 */

/**
 * Bits of a float64's significand: it holds every multiple of 2^−g up to 2^(53−g), so sums of such
 * multiples that stay below are exact.
 */
export const FLOAT64_BITS = 53;

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
