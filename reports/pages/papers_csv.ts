/**
 * All cells of the papers' pages as CSV.
 *
 * @module
 */

import { csv } from "../../harness/store/table.ts";
import type { PaperCell } from "../papers/contract.ts";
import { cellMacro } from "./latex/papers.ts";
import type { PaperPage } from "../papers/contract.ts";

const COLUMNS: readonly (readonly [string, (cell: PaperCell) => unknown])[] = [
  ["paper", ({ place }) => place.paper],
  ["table", ({ place }) => place.table],
  ["dataset", ({ place }) => place.dataset],
  ["algorithm", ({ place }) => place.algorithm],
  ["k", ({ place }) => place.k],
  ["metric", ({ metric }) => metric],
  ["unit", ({ unit }) => unit],
  ["published", ({ published }) => published],
  ["published_ratio", ({ publishedRatio }) => rounded(publishedRatio)],
  ["ours", ({ ours }) => rounded(ours)],
  ["our_ratio", ({ ratio }) => rounded(ratio?.median)],
  ["our_ratio_low", ({ ratio }) => rounded(ratio?.low)],
  ["our_ratio_high", ({ ratio }) => rounded(ratio?.high)],
  ["compared", ({ compared }) => compared],
  ["verdict", ({ verdict }) => verdict],
  ["reason", ({ reason }) => reason],
  ["rows", ({ rows }) => rows.join(" ")],
  ["command", ({ command }) => command],
  ["latex", (cell) => cellMacro(cell)],
];

/**
 * Writes one line per cell: numbers with at most seven significant digits, empty fields for what
 * was not measured; the last column is the prefix of the cell's LaTeX macros.
 */
export function papersCsv(pages: readonly PaperPage[]): string {
  const cells = pages.flatMap(({ tables }) => tables.flatMap(({ cells }) => cells));
  return csv([
    COLUMNS.map(([name]) => name),
    ...cells.map((cell) => COLUMNS.map(([, read]) => read(cell))),
  ]);
}

function rounded(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value.toPrecision(7));
}
