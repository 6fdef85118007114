/**
 * Edge evaluations as a share of what dense Viterbi evaluates.
 *
 * @module
 */

import { formatCount, formatNumber, formatShare } from "../numbers/format.ts";
import { MARKS, verdictMark } from "../numbers/marks.ts";
import { matrix } from "./_matrix.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { Cell } from "../columns.ts";
import type { Table } from "./contract.ts";

/** The table “Work”. */
const work: Table = {
  name: "work",
  title: "Work",
  order: 40,
  note: "Edge evaluations as a share of the (T−1)·L² of dense Viterbi, over all sentences; the " +
    "least of the exact decoders is bold. Counts are the same on every machine. " + MARKS,
  build: ({ summary }) => matrix(summary, { cell, best: leastWork }),
};

export default work;

function cell(row: SummaryRow): Cell {
  const { edge_share: share, edge_evaluations: edges, node_expansions: nodes } = row;
  if (share === undefined) return { text: "no edges", tone: "muted" };
  return {
    text: `${verdictMark(row)}${formatShare(share)}`,
    value: share,
    hint: `a sentence: ${formatNumber(edges ?? 0)} edges evaluated, ${
      formatNumber(nodes ?? 0)
    } nodes expanded; mean over ${formatCount(row.sentences)} sentences`,
    ...(row.verdict === "wrong" ? { tone: "bad" } : {}),
  };
}

/** Nothing if all are the same. */
function leastWork(cells: readonly SummaryRow[]): SummaryRow | undefined {
  const counted = cells.filter(({ edge_share }) => edge_share !== undefined);
  const sorted = counted.sort((a, b) => a.edge_share! - b.edge_share!);
  return sorted[0]?.edge_share === sorted.at(-1)?.edge_share ? undefined : sorted[0];
}
