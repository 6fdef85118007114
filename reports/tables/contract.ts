/**
 * The table contract: what a file in `tables/` exports to be a table of the report.
 *
 * @module
 */

import type { Row } from "../../harness/store/rows.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";

/** One cell of a table. */
export interface Cell {
  /** What people read. */
  readonly text: string;
  /** The number behind the text, for CSV; the text itself where there is none. */
  readonly value?: number;
  /** More about the cell, shown when pointed at. */
  readonly hint?: string;
  /** `good` is the best of its row, `bad` needs attention, `muted` was not measured. */
  readonly tone?: "good" | "bad" | "muted";
}

/** A column of a table. */
export interface Column {
  /** Its heading. */
  readonly name: string;
  /** Numbers go to the right. */
  readonly align: "left" | "right";
}

/** What a table holds: every row has one cell per column. */
export interface TableContent {
  /** If the first column is called `k`, pages show one table per value of it. */
  readonly columns: readonly Column[];
  /** Top to bottom. */
  readonly rows: readonly (readonly Cell[])[];
}

/** A table of the report: the default export of a module in `tables/`. */
export interface Table {
  /** In file names; lower case with hyphens. */
  readonly name: string;
  /** Its heading. */
  readonly title: string;
  /** Where it stands in the report: smaller is earlier. */
  readonly order: number;
  /** Units and how to read it, in a sentence or two. */
  readonly note: string;
  /** Makes the content; without rows the table is left out. */
  build(summary: readonly SummaryRow[], rows: readonly Row[]): TableContent;
}
