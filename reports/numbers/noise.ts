/**
 * What of a run is too noisy to be quoted: the baseline against itself, and wide intervals.
 *
 * @module
 */

import { cellName } from "../../harness/store/compare.ts";
import { raceId, type SummaryRow } from "./summary_row.ts";
import { formatCount, formatPlural, formatRatio } from "./format.ts";

/** The baseline against itself may be off by this factor, in a run that others compare with. */
export const MOST_OFF = 1.1;
/** The ends of a 95% interval may be this factor apart. */
export const WIDEST = 1.5;
/** The share of intervals that may be wider, in a run that others compare with. */
const MOST_WIDE = 0.05;

/** The controls that are off by more than `MOST_OFF`, either way: with any, a run is too noisy. */
export function offControls(summary: readonly SummaryRow[]): SummaryRow[] {
  return summary.filter(({ role, ratio_to_viterbi: ratio }) =>
    role === "control" && ratio !== undefined && Math.max(ratio, 1 / ratio) > MOST_OFF
  );
}

/** What stands beside speeds in headlines and findings of a run, if it is too noisy, or nothing. */
export function noiseMark(summary: readonly SummaryRow[]): string {
  return offControls(summary).length === 0 ? "" : " (too noisy to quote)";
}

/**
 * Why no other run should be compared with this one: a line for each control that is off by more
 * than `MOST_OFF`, and one if more than `MOST_WIDE` of the intervals are wider than `WIDEST`.
 */
export function noiseLines(summary: readonly SummaryRow[]): string[] {
  const lines = offControls(summary).map(({ dataset, k, ratio_to_viterbi: ratio }) =>
    `${dataset}, k = ${k}: the baseline is ${formatRatio(ratio!)} times as fast as itself`
  );
  const wide = summary.filter(isWide).length;
  const all = summary.filter(hasInterval).length;
  if (wide <= MOST_WIDE * all) return lines;
  return [
    ...lines,
    `${formatCount(wide)} of ${formatPlural(all, "interval")} are wider than a factor of ` +
    `${WIDEST}, more than ${100 * MOST_WIDE}%`,
  ];
}

function hasInterval({ role, ratio_low }: SummaryRow): boolean {
  return role === "rival" && ratio_low !== undefined;
}

function isWide(row: SummaryRow): boolean {
  return hasInterval(row) && row.ratio_high! / row.ratio_low! > WIDEST;
}

/**
 * The cells that are to be timed again: all of a dataset at a k whose control is off, and others
 * whose ratio to Viterbi has an interval wider than `WIDEST`, by their names (`cellName`).
 */
export function noisyCells(summary: readonly SummaryRow[]): Set<string> {
  const off = new Set(offControls(summary).map(raceId));
  return new Set(
    summary.filter((row) => off.has(raceId(row)) || isWide(row)).map(cellName),
  );
}
