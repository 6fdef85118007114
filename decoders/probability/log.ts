/**
 * The natural logarithm, the same bits on every engine.
 *
 * @module
 */

import { LN2_HIGH, LN2_LOW, powerOfTwo } from "./exp.ts";

/** The bits of a float64, the sign and the exponent in the first two bytes. */
const BITS = new DataView(new ArrayBuffer(8));
const BIAS = 1023;
/** What lifts a subnormal number among the normal ones. */
const LIFT = 54;

/**
 * ln x out of additions, products and a quotient, so that it does not depend on the engine. −∞ for
 * 0, NaN below, ∞ for ∞.
 *
 * x = 2^k·m with √½ ≤ m < √2, s = (m − 1)/(m + 1), and ln m = 2s·(1 + s²/3 + s⁴/5 + … + s²⁰/21).
 * The error is at most `logError(ln x)` (`PROOFS.md` in this folder).
 *
 * Source: the series is Gregory's; the reduction is that of Cody and Waite 1980, Chapter 5.
 *
 * @example
 * ```ts
 * import { log } from "./log.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([log(1), log(0), log(2)], [0, -Infinity, Math.LN2]);
 * ```
 */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  let k = exponentOf(x);
  // By two factors, for 2^−k may be out of range.
  const half = k >> 1;
  let m = x * powerOfTwo(-half) * powerOfTwo(half - k);
  if (m >= Math.SQRT2) {
    m /= 2;
    k++;
  }
  const s = (m - 1) / (m + 1);
  const z = s * s;
  let series = 1 / 21;
  series = series * z + 1 / 19;
  series = series * z + 1 / 17;
  series = series * z + 1 / 15;
  series = series * z + 1 / 13;
  series = series * z + 1 / 11;
  series = series * z + 1 / 9;
  series = series * z + 1 / 7;
  series = series * z + 1 / 5;
  series = series * z + 1 / 3;
  return k * LN2_HIGH + (k * LN2_LOW + (2 * s + 2 * s * (z * series)));
}

/** How far `log` may be from the logarithm: 2^−52·(1 + |ln x|). */
export function logError(logarithm: number): number {
  return 2 ** -52 * (1 + Math.abs(logarithm));
}

/** The largest k with 2^k ≤ x, for finite x > 0. */
export function exponentOf(x: number): number {
  BITS.setFloat64(0, x);
  const exponent = BITS.getUint16(0) >> 4;
  return exponent > 0 ? exponent - BIAS : exponentOf(x * 2 ** LIFT) - LIFT;
}
