/**
 * How tables write speeds, their ratios by two clocks, and what was not measured.
 *
 * @module
 */

import type { Cell } from "../columns.ts";
import { formatInterval, formatNumber, formatSpread, formatTimes } from "../numbers/format.ts";
import { SAMPLE_MARK, sampleMark, sampleText, verdictMark } from "../numbers/marks.ts";
import { byClock, type SpeedRatio } from "../numbers/speed_ratio.ts";
import type { Estimate } from "../numbers/statistics.ts";
import { figuresOf, type SummaryRow } from "../numbers/summary_row.ts";

/** A cell that no clock has seen. */
export const NOT_TIMED: Cell = { text: "not timed", tone: "muted" };

const NOT_OK: Readonly<Record<string, Cell>> = {
  timeout: { text: "timeout", tone: "bad" },
  error: { text: "error", tone: "bad" },
  skipped: { text: "skipped", tone: "muted" },
};

/**
 * How a cell that was not measured is written; undefined for one that was. An answer that turned
 * out wrong on the clock is an error that says so.
 */
export function failedCell({ status, verdict }: SummaryRow): Cell | undefined {
  const isWrong = status === "error" && verdict === "wrong";
  return isWrong ? { text: "✗ wrong", tone: "bad" } : NOT_OK[status];
}

/** Explains the two numbers of a cell, for the note of a table. */
export const CLOCKS_NOTE: string =
  "Two numbers are decoding, timed without copying the scores into the decoder's memory, and from " +
  "the caller's Float64Array, copying included; one number is both, of a decoder that copies " +
  "nothing; ≈ before the second says that it came out faster with the copying, which is noise. " +
  `– was not measured. ${SAMPLE_MARK}`;

/** The speed of a cell: of decoding and, if that is another, from memory. */
export function speedCell(row: SummaryRow): Cell {
  const { speed } = figuresOf(row);
  if (speed === undefined) return NOT_TIMED;
  const outliers = row.outliers > 0 ? " °" : "";
  const text = `${verdictMark(row)}${formatNumber(speed.median)} ${formatSpread(speed)}`.trim();
  const unplaced = row.unplaced_sentences_per_second;
  return {
    text: text + fromMemory(row, speed.median, unplaced, formatNumber) + sampleMark(row) + outliers,
    value: speed.median,
    hint: within(speed, `sentences/s; ${sampleText(row)}, ${row.outliers} of them outliers`) +
      unplacedHint(row),
    ...(row.verdict === "wrong" ? { tone: "bad" } : {}),
  };
}

/** What is said of a number, after its interval if it has one. */
function within(estimate: Estimate, text: string): string {
  return `${formatInterval(estimate)} ${text}`.trimStart();
}

/** The speed of a cell as a multiple of the baseline's from the same memory. */
export function ratioCell(row: SummaryRow): Cell {
  const { speed, ratio } = figuresOf(row);
  if (speed === undefined) return NOT_TIMED;
  if (ratio === undefined) return { text: "no baseline", tone: "muted" };
  const text = `${verdictMark(row)}${formatTimes(ratio.median)} ${formatSpread(ratio)}`.trim();
  return {
    text: text + fromMemory(row, ratio.median, row.unplaced_ratio_to_viterbi, formatTimes) +
      sampleMark(row, row.ratio_sentences),
    value: ratio.median,
    hint: within(
      ratio,
      `times the speed of Viterbi on the same ${row.ratio_sentences} sentences`,
    ),
    ...(row.verdict === "wrong" ? { tone: "bad" } : {}),
  };
}

/** A ratio to some other cell than the baseline, by both clocks. */
export function pairCell(
  row: SummaryRow,
  decode: SpeedRatio | undefined,
  unplaced: SpeedRatio | undefined,
  other: SummaryRow,
): Cell {
  if (decode === undefined) return NOT_TIMED;
  return {
    text: verdictMark(row) + formatTimes(decode.median) +
      fromMemory(row, decode.median, unplaced?.median, formatTimes, isCopying(other)) +
      sampleMark(row, decode.sentences),
    value: decode.median,
    hint: within(
      decode,
      `times the speed of ${other.decoder} on ${decode.sentences} sentences`,
    ),
  };
}

/**
 * The second number, if the decoder copies its scores before it decodes.
 *
 * @param mayRise whether the number may be larger for another reason than noise: of a ratio to what
 * copies, too
 */
function fromMemory(
  row: SummaryRow,
  decode: number,
  value: number | undefined,
  format: (value: number) => string,
  mayRise = false,
): string {
  if (!isCopying(row)) return "";
  if (value === undefined) return " / –";
  return ` / ${value > decode && !mayRise ? "≈" : ""}${format(value)}`;
}

function isCopying(row: SummaryRow): boolean {
  return byClock(row, "memory64")[0]?.clock !== "decode";
}

function unplacedHint(row: SummaryRow): string {
  const { unplaced32_sentences_per_second: from32 } = row;
  const { speed } = figuresOf(row, "memory64");
  if (!isCopying(row) || speed === undefined) return "";
  const narrow = from32 === undefined ? "" : `, from a Float32Array ${formatNumber(from32)}`;
  return `; from a Float64Array ${formatInterval(speed)}${narrow}`;
}
