/**
 * What a table holds, before it is written in any format.
 *
 * @module
 */

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
