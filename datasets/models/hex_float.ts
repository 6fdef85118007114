/**
 * Numbers as C writes them in `%a`.
 *
 * @module
 */

const HEX = /^([+-]?)0[xX]([0-9a-fA-F]+)(?:\.([0-9a-fA-F]*))?(?:[pP]([+-]?\d{1,5}))?$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,5})?$/;
/** Below all integers are exact. */
const MOST_EXACT = 2 ** 53;

/**
 * The number that `-0x1.8p+1` and its like stand for, exactly; undefined for what is none, for
 * infinities and for more than 53 bits. Decimals are numbers, too.
 *
 * @example
 * ```ts
 * import { hexFloat } from "./hex_float.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(["-0x1.8p+1", "0x0p+0", "0x1p-1074"].map(hexFloat), [-3, 0, 5e-324]);
 * ```
 */
export function hexFloat(text: string): number | undefined {
  const [, sign, whole, fraction = "", power = "0"] = HEX.exec(text) ?? [];
  if (whole === undefined) return DECIMAL.test(text) ? finite(Number(text)) : undefined;
  const digits = Number(`0x${whole}${fraction}`);
  // Nothing was rounded: it is no more than 53 bits, or all the others are 0.
  if (digits === Infinity) return undefined;
  if (digits >= MOST_EXACT && BigInt(digits) !== BigInt(`0x${whole}${fraction}`)) return undefined;
  const exponent = Number(power) - 4 * fraction.length;
  // By two factors, for one alone may be out of range. The first product is exact.
  const half = Math.max(-1000, Math.min(900, exponent));
  const value = digits * 2 ** half * 2 ** (exponent - half);
  return finite(sign === "-" ? -value : value);
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
