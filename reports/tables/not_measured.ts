/**
 * The cells that have no result, or a wrong one, and why.
 *
 * @module
 */

import { formatNumber, formatShare } from "../numbers/format.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { type Cell, tableOf } from "../columns.ts";
import type { Table } from "./contract.ts";

/** As many datasets are named where a decoder was skipped. */
const FEW = 6;

/** The table “Not measured, or wrong”. */
const notMeasured: Table = {
  name: "not-measured",
  title: "Not measured, or wrong",
  order: 60,
  note: "Every cell without a result, and every wrong one, with the reason. Cells of one decoder " +
    "with the same reason share a line.",
  build({ summary }) {
    const lines = Map.groupBy(
      summary.filter(isWorthALine),
      (row) => JSON.stringify([row.decoder, row.k, outcome(row), row.reason]),
    );
    const datasetCount = new Set(summary.map((row) => row.dataset)).size;
    return tableOf([
      { name: "decoder", of: ([row]) => row!.decoder },
      { name: "k", of: ([row]) => row!.k, as: String },
      {
        name: "outcome",
        of: ([row]) => ({ text: outcome(row!), ...(isBad(row!) ? { tone: "bad" } : {}) }),
      },
      { name: "reason", of: ([row]) => row!.reason || explain(row!) },
      { name: "datasets", of: (line) => datasetsCell(line, datasetCount) },
    ], [...lines.values()]);
  },
};

export default notMeasured;

/** What went wrong is named in full; where a decoder was skipped matters less. */
function datasetsCell(line: readonly SummaryRow[], datasetCount: number): Cell {
  const names = line.map(({ dataset }) => dataset).join(", ");
  if (line.length === datasetCount && datasetCount > 1) return { text: `all ${datasetCount}` };
  return isBad(line[0]!) || line.length <= FEW
    ? { text: names }
    : { text: `${line.length} of ${datasetCount}`, hint: names };
}

function isBad(row: SummaryRow): boolean {
  return outcome(row) !== "skipped";
}

function isWorthALine(row: SummaryRow): boolean {
  return row.status !== "ok" || row.verdict === "wrong" ||
    row.verdict === "unchecked" && row.role !== "control";
}

function outcome(row: SummaryRow): string {
  return row.status === "ok" ? row.verdict : row.status;
}

function explain({ verdict, exact_share: share, mean_gap: gap }: SummaryRow): string {
  return verdict === "wrong" && share !== undefined && gap !== undefined
    ? `claims to be exact, but ${formatShare(share)} of its answers have the best scores; ` +
      `mean gap ${formatNumber(gap)}`
    : "";
}
