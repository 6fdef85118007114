/**
 * The exponential function and the logarithm, the same bits on every engine.
 *
 * @module
 */

/** Below this e^x is taken to be 0, so that no result is subnormal. */
export const LEAST_EXPONENT = -708;
/** The exponent above which e^x is taken to be ∞. */
const LARGEST_EXPONENT = 709;

/** |exp(x) − e^x| ≤ `EXP_ERROR`·e^x for x from `LEAST_EXPONENT` to 709. */
export const EXP_ERROR: number = 3 * 2 ** -53;

/** log2 e. */
const LOG2_E = 1.4426950408889634;
/** ln 2 in two parts. The high one has 32 bits, so that its product with an exponent is exact. */
export const LN2_HIGH = 6.93147180369123816490e-1;
/** The part of ln 2 that the high one leaves. */
export const LN2_LOW = 1.90821492927058770002e-10;

/** 2^k at index k − `LEAST_POWER`. */
const LEAST_POWER = -1022;
const POWERS = /* @__PURE__ */ powersOfTwo();

/**
 * e^x out of additions, products, a floor and powers of two, so that it does not depend on the
 * engine; `kernels/probability/exp.as` does the same with SIMD, bit for bit.
 *
 * x = k·ln 2 + r with |r| ≤ ½ ln 2, and e^r = 1 + r + r²·(1/2! + r/3! + … + r¹¹/13!). The error is
 * at most `EXP_ERROR` (`PROOFS.md` in `decoders/probability`). 0 below `LEAST_EXPONENT`, where
 * e^x < 2^−1021.
 *
 * Source: Cody and Waite 1980, Software Manual for the Elementary Functions, Chapter 6.
 *
 * @example
 * ```ts
 * import { exp } from "./exp.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([exp(0), exp(-Infinity), exp(-709)], [1, 0, 0]);
 * ```
 */
export function exp(x: number): number {
  if (x < LEAST_EXPONENT) return 0;
  if (x > LARGEST_EXPONENT) return Infinity;
  const k = Math.floor(x * LOG2_E + 0.5);
  const r = (x - k * LN2_HIGH) - k * LN2_LOW;
  let q = 1 / 6227020800;
  q = q * r + 1 / 479001600;
  q = q * r + 1 / 39916800;
  q = q * r + 1 / 3628800;
  q = q * r + 1 / 362880;
  q = q * r + 1 / 40320;
  q = q * r + 1 / 5040;
  q = q * r + 1 / 720;
  q = q * r + 1 / 120;
  q = q * r + 1 / 24;
  q = q * r + 1 / 6;
  q = q * r + 1 / 2;
  return (1 + (r + r * r * q)) * POWERS[k - LEAST_POWER]!;
}

function powersOfTwo(): Float64Array {
  const powers = new Float64Array(1023 - LEAST_POWER + 1);
  powers[-LEAST_POWER] = 1;
  for (let i = -LEAST_POWER; i > 0; i--) powers[i - 1] = powers[i]! / 2;
  for (let i = -LEAST_POWER; i + 1 < powers.length; i++) powers[i + 1] = powers[i]! * 2;
  return powers;
}

/** 2^exponent, for exponents from −1022 to 1023. */
export function powerOfTwo(exponent: number): number {
  return POWERS[exponent - LEAST_POWER]!;
}

/** How far the rounded difference of two numbers is off the exact one. Source: Knuth's two-sum. */
export function differenceError(a: number, b: number): number {
  const difference = a - b;
  const taken = difference - a;
  return Math.abs((a - (difference - taken)) - (b + taken));
}

/** The bits of a float64, the sign and the exponent in the first two bytes. */
const BITS = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(8));
const BIAS = 1023;
/** What lifts a subnormal number among the normal ones. */
const LIFT = 54;

/**
 * ln x out of additions, products and a quotient, so that it does not depend on the engine. −∞ for
 * 0, NaN below, ∞ for ∞.
 *
 * x = 2^k·m with √½ ≤ m < √2, s = (m − 1)/(m + 1), and ln m = 2s·(1 + s²/3 + s⁴/5 + … + s²⁰/21).
 * The error is at most `logError(ln x)` (`PROOFS.md` in `decoders/probability`).
 *
 * Source: the series is Gregory's; the reduction is that of Cody and Waite 1980, Chapter 5.
 *
 * @example
 * ```ts
 * import { log } from "./exp.ts";
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

/** The exponent of x, the largest k with 2^k ≤ x, for finite x > 0. */
export function exponentOf(x: number): number {
  BITS.setFloat64(0, x);
  const exponent = BITS.getUint16(0) >> 4;
  return exponent > 0 ? exponent - BIAS : exponentOf(x * 2 ** LIFT) - LIFT;
}
