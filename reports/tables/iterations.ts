/**
 * Passes of the outer loop per sentence.
 *
 * @module
 */

import { formatCount, formatRatio } from "../numbers/format.ts";
import { matrix } from "./_matrix.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { Cell } from "../columns.ts";
import type { Table } from "./contract.ts";

/** The table “Iterations”. */
const iterations: Table = {
  name: "iterations",
  title: "Iterations",
  order: 50,
  note: "Passes of the algorithm's outer loop, mean over the sentences; 1 for dense Viterbi. " +
    "Counts are the same on every machine.",
  build: ({ summary }) => matrix(summary, { cell }),
};

export default iterations;

function cell(row: SummaryRow): Cell {
  if (row.iterations === undefined) return { text: "not counted", tone: "muted" };
  return {
    text: formatRatio(row.iterations),
    value: row.iterations,
    hint: `mean over ${formatCount(row.sentences)} sentences`,
  };
}
