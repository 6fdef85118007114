/**
 * Numbers of some eighty digits, as an oracle: each operation errs by less than 2^-280 of its
 * result, so that a sum of 300 products of a dozen factors has 80 digits and more.
 *
 * @module
 */

/** significand·2^exponent. */
export interface Big {
  readonly significand: bigint;
  readonly exponent: number;
}

/** Bits that are kept. */
const BITS = 288;

export const ZERO: Big = { significand: 0n, exponent: 0 };

/** The number that a finite `float64` is, exactly. */
export function big(value: number): Big {
  let [significand, exponent] = [value, 0];
  while (!Number.isInteger(significand)) {
    significand *= 2;
    exponent--;
  }
  return { significand: BigInt(significand), exponent };
}

/** The nearest `float64`, or one next to it. */
export function toNumber({ significand, exponent }: Big): number {
  const spare = Math.max(0, bitLength(significand) - 64);
  const top = Number(significand >> BigInt(spare));
  const half = Math.trunc((exponent + spare) / 2);
  return top * 2 ** half * 2 ** (exponent + spare - half);
}

export function add(a: Big, b: Big): Big {
  if (a.significand === 0n) return b;
  if (b.significand === 0n) return a;
  const [high, low] = a.exponent >= b.exponent ? [a, b] : [b, a];
  const shift = high.exponent - low.exponent;
  // Too small to matter, or to be worth so long a shift.
  if (shift > 4 * BITS && shift > bitLength(low.significand) + BITS) return high;
  return rounded((high.significand << BigInt(shift)) + low.significand, low.exponent);
}

export function subtract(a: Big, b: Big): Big {
  return add(a, { significand: -b.significand, exponent: b.exponent });
}

export function multiply(a: Big, b: Big): Big {
  return rounded(a.significand * b.significand, a.exponent + b.exponent);
}

export function divide(a: Big, b: Big): Big {
  const shift = 2 * BITS;
  const quotient = (a.significand << BigInt(shift)) / b.significand;
  return rounded(quotient, a.exponent - b.exponent - shift);
}

/** e^x, to all digits but the last few. */
export function exponential(x: Big): Big {
  const k = Math.round(toNumber(x) / Math.LN2);
  const rest = subtract(x, multiply(big(k), LN2));
  const small = { ...rest, exponent: rest.exponent - HALVINGS };
  let [sum, term] = [big(1), big(1)];
  for (let n = 1; n <= 20; n++) {
    term = divide(multiply(term, small), big(n));
    sum = add(sum, term);
  }
  for (let i = 0; i < HALVINGS; i++) sum = multiply(sum, sum);
  return { ...sum, exponent: sum.exponent + k };
}

/** ln x for x > 0, by Halley's iteration, which triples the digits. */
export function logarithm(x: Big): Big {
  const shift = bitLength(x.significand) + x.exponent;
  const near = { ...x, exponent: x.exponent - shift };
  let y = big(Math.log(toNumber(near)));
  for (let i = 0; i < 2; i++) {
    const power = exponential(y);
    const ratio = divide(subtract(near, power), add(near, power));
    y = add(y, multiply(big(2), ratio));
  }
  return add(y, multiply(big(shift), LN2));
}

/** |a − value|, as a float64. */
export function distance(a: Big, value: number): number {
  return Math.abs(toNumber(subtract(a, big(value))));
}

/** The argument of the series is made smaller by 2 to this. */
const HALVINGS = 16;

const LN2 = ln2();

/** The logarithm `ln 2 = Σ 1 / (k·2^k)`. */
function ln2(): Big {
  const bits = BITS + 64;
  let sum = 0n;
  for (let k = 1; k <= bits; k++) sum += (1n << BigInt(bits)) / (BigInt(k) << BigInt(k));
  return { significand: sum, exponent: -bits };
}

function rounded(significand: bigint, exponent: number): Big {
  const spare = bitLength(significand) - BITS;
  if (spare <= 64) return { significand, exponent };
  return { significand: significand >> BigInt(spare), exponent: exponent + spare };
}

/** Bits of a number, or up to three more. */
function bitLength(value: bigint): number {
  return 4 * (value < 0n ? -value : value).toString(16).length;
}

/**
 * The first digits of a number, as `1.234e-5`; the last one may be off by one.
 *
 * @example
 * ```ts
 * import { big, exponential, toDecimal } from "./big_float.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(toDecimal(exponential(big(1)), 20), "2.7182818284590452354e0");
 * assertEquals(toDecimal(big(-1 / 4), 3), "-2.50e-1");
 * ```
 */
export function toDecimal({ significand, exponent }: Big, digits: number): string {
  if (significand === 0n) return "0";
  const size = significand < 0n ? -significand : significand;
  // So many decimals, that there are enough digits of the least numbers, too.
  const decimals = digits + 5 + Math.max(0, Math.ceil(-exponent * Math.LOG10E * Math.LN2));
  const shifted = size * 10n ** BigInt(decimals);
  const text = String(exponent < 0 ? shifted >> BigInt(-exponent) : shifted << BigInt(exponent));
  const isUp = text[digits]! >= "5";
  const head = String(BigInt(text.slice(0, digits)) + (isUp ? 1n : 0n));
  const tens = text.length - 1 - decimals + head.length - digits;
  return `${significand < 0n ? "-" : ""}${head[0]}.${head.slice(1, digits)}e${tens}`;
}
