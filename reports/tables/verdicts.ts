/**
 * What verification found.
 *
 * @module
 */

import { formatCount, formatNumber, formatShare } from "../numbers/format.ts";
import { matrix } from "./_matrix.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { Cell } from "../columns.ts";
import type { Table } from "./contract.ts";

/** The table “Verdicts”. */
const verdicts: Table = {
  name: "verdicts",
  title: "Verdicts",
  order: 10,
  note: "Every answer is scored again and compared with dense k-best Viterbi, outside the clock. " +
    "✓ right on every sentence; otherwise the share of sentences whose scores are the best, and " +
    "Δ, the mean over the sentences of the best score less the decoder's; ✗ marks a decoder that " +
    "claims to be exact and is not. The control is left out: it is Viterbi once more. Of sweeps (the " +
    "datasets with settings in braces) only wrong cells are shown.",
  build: ({ summary }) => matrix(summary, { cell, also: (row) => row.verdict === "wrong" }),
};

export default verdicts;

function cell(row: SummaryRow): Cell {
  const { verdict, exact_share: share, mean_gap: gap } = row;
  const hint = `${formatCount(row.sentences)} sentences; ` +
    (row.exact ? "claims to be exact" : "declared approximate");
  if (verdict === "unchecked") return { text: "unchecked", hint, tone: "muted" };
  const value = share ?? 0;
  if (verdict === "correct") return { text: "✓", value, hint };
  const found = `${formatShare(value)} Δ ${formatNumber(gap ?? 0)}`;
  if (verdict === "wrong") return { text: `✗ ${found}`, value, hint, tone: "bad" };
  return { text: share === 1 ? "✓" : found, value, hint };
}
