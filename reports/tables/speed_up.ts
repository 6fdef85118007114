/**
 * Speed as a multiple of dense Viterbi's, paired within rounds.
 *
 * @module
 */

import { formatInterval, formatRatio, formatSpread } from "../format.ts";
import { MARKS, verdictMark } from "../_marks.ts";
import { matrix } from "../_matrix.ts";
import { BASELINE, type SummaryRow } from "../summary.ts";
import type { Cell, Table } from "../table.ts";

/** The table “Speed-up over Viterbi”. */
const speedUp: Table = {
  name: "speed-up",
  title: "Speed-up over Viterbi",
  order: 20,
  note: "Time of dense Viterbi divided by time of the decoder, same sentences and same k: the " +
    "median over pairs of rounds, and how far the farther end of its 95% interval is from it. " +
    "The control is dense Viterbi once more: what it differs from 1.00× by is the error of " +
    `measurement. The fastest exact decoder of a line is bold, unless it is Viterbi. ${MARKS}`,
  build: (summary) => matrix(summary, { cell, control: true, best: "largest", hidden: BASELINE }),
};

export default speedUp;

function cell(row: SummaryRow): Cell {
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
