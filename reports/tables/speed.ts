/**
 * Sentences per second, with intervals.
 *
 * @module
 */

import { formatCount, formatInterval, formatNumber, formatSpread } from "../format.ts";
import { MARKS, verdictMark } from "../_marks.ts";
import { matrix } from "../_matrix.ts";
import type { SummaryRow } from "../summary.ts";
import type { Cell, Table } from "../table.ts";

/** The table “Speed”. */
const speed: Table = {
  name: "speed",
  title: "Speed",
  order: 30,
  note: "Sentences per second: the median over rounds, and how far the farther end of its 95% " +
    "interval is from it. ° some rounds are outliers (they count). The fastest exact decoder of " +
    `a line is bold. ${MARKS}`,
  build: (summary) => matrix(summary, { cell, best: "largest" }),
};

export default speed;

function cell(row: SummaryRow): Cell {
  const { sentences_per_second: median } = row;
  if (median === undefined) return { text: "not timed", tone: "muted" };
  const estimate = {
    median,
    low: row.sentences_per_second_low,
    high: row.sentences_per_second_high,
  };
  const outliers = row.outliers > 0 ? " °" : "";
  const text = `${verdictMark(row)}${formatNumber(median)} ${formatSpread(estimate)}${outliers}`;
  const hint = `${formatInterval(estimate)} sentences/s; ${row.rounds} rounds, ` +
    `${row.outliers} of them outliers; ${formatCount(row.timed_sentences)} sentences timed`;
  return {
    text: text.trim(),
    value: median,
    hint,
    ...(row.verdict === "wrong" ? { tone: "bad" } : {}),
  };
}
