/**
 * How tables write speeds and their ratios.
 *
 * @module
 */

import {
  formatCount,
  formatInterval,
  formatNumber,
  formatRatio,
  formatSpread,
} from "../numbers/format.ts";
import { verdictMark } from "../numbers/marks.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { Cell } from "./content.ts";

/** Explains the asterisk, for the note of a table. */
export const PREFIX_MARK: string =
  "* timed on fewer sentences than Viterbi, or on another machine: the ratio there times the " +
  "speed of Viterbi on all.";

/** The speed of a cell on the sentences that the baseline was timed on. */
export function speedCell(row: SummaryRow): Cell {
  const { comparable_speed: median, sentences_per_second: measured } = row;
  const sample = `${row.rounds} rounds, ${row.outliers} of them outliers; ${
    formatCount(row.timed_sentences)
  } sentences timed`;
  if (median === undefined) {
    return measured === undefined
      ? { text: "not timed", tone: "muted" }
      : { text: "no baseline", hint: `${formatNumber(measured)} on ${sample}`, tone: "muted" };
  }
  const estimate = { median, low: row.comparable_speed_low, high: row.comparable_speed_high };
  const outliers = row.outliers > 0 ? " °" : "";
  const prefix = row.extrapolated ? " *" : "";
  const raw = row.extrapolated ? `; ${formatNumber(measured!)} sentences/s on these` : "";
  const text = `${verdictMark(row)}${formatNumber(median)} ${formatSpread(estimate)}`;
  return {
    text: `${text.trim()}${prefix}${outliers}`,
    value: median,
    hint: `${formatInterval(estimate)} sentences/s; ${sample}${raw}`,
    ...(row.verdict === "wrong" ? { tone: "bad" } : {}),
  };
}

/** The speed of a cell as a multiple of the baseline's. */
export function ratioCell(row: SummaryRow): Cell {
  const { ratio_to_viterbi: median } = row;
  if (median === undefined) return { text: "no baseline", tone: "muted" };
  const estimate = { median, low: row.ratio_low, high: row.ratio_high };
  return {
    text: `${verdictMark(row)}${formatRatio(median)}× ${formatSpread(estimate)}`.trim(),
    value: median,
    hint: `${formatInterval(estimate)} times the speed of Viterbi; ` +
      `${row.timed_sentences} sentences timed in ${row.rounds} rounds`,
    ...(row.verdict === "wrong" ? { tone: "bad" } : {}),
  };
}
