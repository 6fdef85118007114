/**
 * How numbers are written for people: three significant digits, thousands separated, units kept
 * in the column's name.
 *
 * @module
 */

import type { Estimate } from "./statistics.ts";

/**
 * Writes a number with three significant digits: 12,300, 1.23, −0.00123, 1.23e-7.
 *
 * @example
 * ```ts
 * import { formatNumber } from "./format.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([12345, 1, 0.098765, 0].map(formatNumber), ["12,300", "1.00", "0.0988", "0"]);
 * assertEquals([999.6, 1.5e-7, 3e12].map(formatNumber), ["1,000", "1.50e-7", "3.00e+12"]);
 * assertEquals([-12345, -1e-7, -0].map(formatNumber), ["−12,300", "−1.00e-7", "0"]);
 * ```
 */
export function formatNumber(value: number): string {
  if (value < 0) return `−${formatNumber(-value)}`;
  if (value === 0) return "0";
  const rounded = Number(value.toPrecision(3));
  if (rounded < 1e-4 || rounded >= 1e9) return rounded.toExponential(2);
  const whole = Math.floor(Math.log10(rounded)) + 1;
  const decimals = Math.max(0, 3 - whole);
  return formatFixed(rounded, decimals);
}

/**
 * Writes a factor or a small mean: with two decimals below 10, else with three digits.
 *
 * @example
 * ```ts
 * import { formatRatio } from "./format.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const ratios = [0.0123, 0.84, 9.99, 9.999, 184.4];
 * assertEquals(ratios.map(formatRatio), ["0.0123", "0.84", "9.99", "10.0", "184"]);
 * ```
 */
export function formatRatio(ratio: number): string {
  return ratio >= 0.095 && ratio < 9.995 ? ratio.toFixed(2) : formatNumber(ratio);
}

const TWO_DIGITS = new Intl.NumberFormat("en-US", {
  minimumSignificantDigits: 2,
  maximumSignificantDigits: 2,
});

/** Writes a ratio with two digits, for headlines and labels: 1.0, 16, 1,300. */
export function formatTwoDigits(ratio: number): string {
  return TWO_DIGITS.format(ratio);
}

/** Writes the range of some ratios, by default `14 to 1,300`; one number if they agree. */
export function formatRange(ratios: readonly number[], as = formatTwoDigits): string {
  const ends = [Math.min(...ratios), Math.max(...ratios)].map(as);
  return [...new Set(ends)].join(" to ");
}

/** Writes an integer with thousands separated: 12,345. */
export function formatCount(value: number): string {
  return formatFixed(value, 0);
}

export { counted as formatPlural } from "../../datasets/markdown.ts";

/**
 * Writes a share as a percentage with three significant digits: 100%, 97.3%, 0.0123%.
 *
 * @example
 * ```ts
 * import { formatShare } from "./format.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const shares = [1, 0.99999, 0.9995, 0.973, 1.21];
 * assertEquals(shares.map(formatShare), ["100%", "99.999%", "99.95%", "97.3%", "121%"]);
 * ```
 */
export function formatShare(share: number): string {
  // 99.97% rounds to 100% at three digits, which would hide that something is missing.
  const percent = 100 * share;
  if (percent < 100 && percent >= 99.95) return `${Math.floor(percent * 1000) / 1000}%`;
  return `${formatNumber(percent)}%`;
}

/** Writes a difference of shares in percentage points, with its sign: +0.12, −1.50, 0.00. */
export function formatPoints(difference: number): string {
  return formatSigned(100 * difference);
}

/** Writes a difference with its sign: +0.12, −1.50, and 0.00 for what rounds to zero. */
export function formatSigned(difference: number): string {
  const text = formatFixed(difference, 2);
  return difference > 0 && text !== "0.00" ? `+${text}` : text;
}

/** Rounds to seven digits, which are more than a picture shows. */
export function significant(value: number): number {
  return Number(value.toPrecision(7));
}

/**
 * Writes how far the farther end of an interval is from the median, as a percentage of the
 * median: ±1.2%. Empty if there is no interval.
 *
 * @example
 * ```ts
 * import { formatSpread } from "./format.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(formatSpread({ median: 100, low: 98, high: 105 }), "±5.0%");
 * ```
 */
export function formatSpread(estimate: Estimate): string {
  const { median, low, high } = estimate;
  if (low === undefined || high === undefined) return "";
  const percent = 100 * Math.max(high - median, median - low) / median;
  return `±${percent < 10 ? percent.toFixed(1) : percent.toFixed(0)}%`;
}

/** Writes the interval itself, by default [1,210, 1,260]. Empty if there is none. */
export function formatInterval({ low, high }: Estimate, as = formatNumber): string {
  return low === undefined || high === undefined ? "" : `[${as(low)}, ${as(high)}]`;
}

/** Writes a difference with its interval, all with signs: +0.32 [+0.10, +0.55]. */
export function formatDifference(difference: Estimate, as = formatSigned): string {
  return `${as(difference.median)} ${formatInterval(difference, as)}`;
}

/** Writes a ratio: 2.10×. */
export function formatTimes(ratio: number): string {
  return `${formatRatio(ratio)}×`;
}

/** Writes a ratio with its interval, if it has one: 2.10× [2.02, 2.31]. */
export function formatTimesInterval(ratio: Estimate): string {
  return `${formatTimes(ratio.median)} ${formatInterval(ratio)}`.trim();
}

/** Writes bytes in gibibytes: 7.8 GiB. */
export function formatBytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

/**
 * Writes a number with so many decimals, with a sign of minus unless it rounds to zero.
 *
 * @example
 * ```ts
 * import { formatFixed, formatSigned } from "./format.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const differences = [0.004, -0.004, -0, -0.126, 1234.5];
 * const signed = ["0.00", "0.00", "0.00", "−0.13", "+1,234.50"];
 * assertEquals(differences.map(formatSigned), signed);
 * assertEquals(formatFixed(-0.4, 0), "0");
 * ```
 */
export function formatFixed(value: number, decimals: number): string {
  const [whole, fraction] = Math.abs(value).toFixed(decimals).split(".");
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, ",");
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}
