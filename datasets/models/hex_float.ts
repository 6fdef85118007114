/**
 * Numbers as C writes them in `%a`.
 *
 * @module
 */

const HEX = /^([+-]?)0[xX]([0-9a-fA-F]+)(?:\.([0-9a-fA-F]*))?(?:[pP]([+-]?\d{1,5}))?$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,5})?$/;
/** More bits would be rounded twice where numbers are subnormal. */
const MOST_BITS = 53n;

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
  let [digits, exponent] = [BigInt(`0x${whole}${fraction}`), Number(power) - 4 * fraction.length];
  while (digits !== 0n && digits % 2n === 0n) {
    digits /= 2n;
    exponent++;
  }
  if (digits >> MOST_BITS !== 0n) return undefined;
  // By two factors, for one alone may be out of range. The first product is exact.
  const half = Math.max(-1000, Math.min(900, exponent));
  const value = Number(digits) * 2 ** half * 2 ** (exponent - half);
  return finite(sign === "-" ? -value : value);
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
