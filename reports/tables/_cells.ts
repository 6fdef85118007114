/**
 * How tables write speeds, their ratios by two clocks, and what was not measured.
 *
 * @module
 */

import type { Cell } from "../columns.ts";
import { formatInterval, formatNumber, formatRatio, formatSpread } from "../numbers/format.ts";
import { SAMPLE_MARK, sampleMark, sampleText, verdictMark } from "../numbers/marks.ts";
import { byClock, type SpeedRatio } from "../numbers/speed_ratio.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";

/** A cell that no clock has seen. */
export const NOT_TIMED: Cell = { text: "not timed", tone: "muted" };

/** How a cell that was not measured is written. */
export const NOT_OK: Readonly<Record<string, Cell>> = {
  timeout: { text: "timeout", tone: "bad" },
  error: { text: "error", tone: "bad" },
  skipped: { text: "skipped", tone: "muted" },
};

/** Explains the two numbers of a cell, for the note of a table. */
export const CLOCKS_NOTE: string =
  "Two numbers are decoding, timed without copying the scores into the decoder's memory, and from " +
  "the caller's Float64Array, copying included; one number is both, of a decoder that copies " +
  `nothing. – was not measured. ${SAMPLE_MARK}`;

/** The speed of a cell: of decoding and, if that is another, from memory. */
export function speedCell(row: SummaryRow): Cell {
  const { sentences_per_second: median, unplaced_sentences_per_second: unplaced } = row;
  if (median === undefined) return NOT_TIMED;
  const estimate = {
    median,
    low: row.sentences_per_second_low,
    high: row.sentences_per_second_high,
  };
  const outliers = row.outliers > 0 ? " °" : "";
  const spread = formatSpread(estimate);
  const text = `${verdictMark(row)}${formatNumber(median)} ${spread}`.trim();
  return {
    text: text + fromMemory(row, unplaced, formatNumber) + sampleMark(row) + outliers,
    value: median,
    hint: `${formatInterval(estimate)} sentences/s; ${sampleText(row)}, ${row.outliers} of them ` +
      "outliers" + unplacedHint(row),
    ...(row.verdict === "wrong" ? { tone: "bad" } : {}),
  };
}

/** The speed of a cell as a multiple of the baseline's from the same memory. */
export function ratioCell(row: SummaryRow): Cell {
  const { ratio_to_viterbi: median, unplaced_ratio_to_viterbi: unplaced } = row;
  if (median === undefined) return { text: "no baseline", tone: "muted" };
  const estimate = { median, low: row.ratio_low, high: row.ratio_high };
  const text = `${verdictMark(row)}${formatRatio(median)}× ${formatSpread(estimate)}`.trim();
  return {
    text: text + fromMemory(row, unplaced, timesText) +
      sampleMark(row, row.ratio_sentences),
    value: median,
    hint: `${formatInterval(estimate)} times the speed of Viterbi on the same ` +
      `${row.ratio_sentences} sentences, ${row.rounds} rounds`,
    ...(row.verdict === "wrong" ? { tone: "bad" } : {}),
  };
}

/** A ratio to some other cell than the baseline, by both clocks. */
export function pairCell(
  row: SummaryRow,
  decode: SpeedRatio | undefined,
  unplaced: SpeedRatio | undefined,
  than: string,
): Cell {
  if (decode === undefined) return NOT_TIMED;
  return {
    text: verdictMark(row) + timesText(decode.median) +
      fromMemory(row, unplaced?.median, timesText) + sampleMark(row, decode.sentences),
    value: decode.median,
    hint: `${formatInterval(decode)} times the speed of ${than} on ${decode.sentences} sentences`,
  };
}

/** The second number, if the decoder copies its scores before it decodes. */
function fromMemory(
  row: SummaryRow,
  value: number | undefined,
  format: (value: number) => string,
): string {
  if (!isCopying(row)) return "";
  return ` / ${value === undefined ? "–" : format(value)}`;
}

function timesText(ratio: number): string {
  return `${formatRatio(ratio)}×`;
}

function isCopying(row: SummaryRow): boolean {
  return byClock(row, "memory64")[0]?.clock !== "decode";
}

function unplacedHint(row: SummaryRow): string {
  const { unplaced_sentences_per_second: from64, unplaced32_sentences_per_second: from32 } = row;
  if (!isCopying(row) || from64 === undefined) return "";
  const estimate = {
    median: from64,
    low: row.unplaced_sentences_per_second_low,
    high: row.unplaced_sentences_per_second_high,
  };
  const narrow = from32 === undefined ? "" : `, from a Float32Array ${formatNumber(from32)}`;
  return `; from a Float64Array ${formatInterval(estimate)}${narrow}`;
}
