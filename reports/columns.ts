/**
 * The grammar of the tables: a table is columns over lines, a column a name, a value of a line and
 * how it is written.
 *
 * @module
 */

/** One cell of a table. */
export interface Cell {
  /** The text that people read. */
  readonly text: string;
  /** The number behind the text, for CSV; the text itself where there is none. */
  readonly value?: number;
  /** More about the cell, shown when pointed at. */
  readonly hint?: string;
  /** `good` is the best of its row, `bad` needs attention, `muted` was not measured. */
  readonly tone?: "good" | "bad" | "muted";
}

/** The heading of a column. */
export interface ColumnHeading {
  /** The heading of the column. */
  readonly name: string;
  /** Numbers go to the right. */
  readonly align: "left" | "right";
}

/** What a table holds, before it is written in any format: every row has one cell per column. */
export interface TableContent {
  /** What to beware of, above the table. */
  readonly warning?: string;
  /** If the first column is called `k`, pages show one table per value of it. */
  readonly columns: readonly ColumnHeading[];
  /** Rows from top to bottom. */
  readonly rows: readonly (readonly Cell[])[];
}

/** An end of an interval, as a line of a study has it: nothing without one. */
export type Bound = number | "" | undefined;

/** A column over lines. */
export interface Column<Line> {
  /** Its heading. */
  readonly name: string;
  /** The value of a line; undefined if it has none, a cell if there is more to say. */
  readonly of: (line: Line) => string | number | Cell | undefined;
  /** How numbers are written; a column of numbers goes to the right. */
  readonly as?: (value: number) => string;
  /** For columns of cells: to the left if left out. */
  readonly align?: ColumnHeading["align"];
}

/** A cell of what was not measured. */
export const NONE: Cell = { text: "–", tone: "muted" };
/** A cell of what there is none of: it stays empty. */
export const NOTHING: Cell = { text: "", tone: "muted" };

/** Lays lines out in columns. */
export function tableOf<Line>(
  columns: readonly Column<Line>[],
  lines: readonly Line[],
): TableContent {
  return {
    columns: columns.map(({ name, as, align = as === undefined ? "left" : "right" }) => ({
      name,
      align,
    })),
    rows: lines.map((line) => columns.map(({ of, as }) => cellOf(of(line), as))),
  };
}

/** The cell of a value; {@linkcode NONE} if there is none. */
export function cellOf(
  value: string | number | Cell | undefined,
  as: (value: number) => string = String,
): Cell {
  if (value === undefined) return NONE;
  if (typeof value === "string") return { text: value };
  return typeof value === "number" ? { text: as(value), value } : value;
}

/** A number with the interval that holds it, `0.91 [0.90, 0.92]`, if it has one. */
export function intervalCell(
  { value, low, high }: { readonly value: number; readonly low: Bound; readonly high: Bound },
  as: (value: number) => string,
): Cell {
  if (typeof low !== "number" || typeof high !== "number") return { text: as(value), value };
  return { text: `${as(value)} [${as(low)}, ${as(high)}]`, value };
}

/** A part of a table with a heading of its own. */
export interface TablePart {
  /** `k = 1`, or empty if the table is in one part. */
  readonly heading: string;
  /** The part, without the column that it was split by. */
  readonly content: TableContent;
}

/**
 * Splits a table whose first column is `k` into one part per value of it. A part leaves out the
 * columns in which it has nothing measured, only cells that are empty or muted; a table in one part
 * those that are empty.
 */
export function splitByK(content: TableContent): TablePart[] {
  const { columns, rows } = content;
  if (columns[0]?.name !== "k") {
    return [{ heading: "", content: withColumns(content, ({ text }) => text !== "") }];
  }
  return [...Map.groupBy(rows, (row) => row[0]!.text)].map(([k, rows]) => ({
    heading: `k = ${k}`,
    content: withColumns(
      { columns: columns.slice(1), rows: rows.map((row) => row.slice(1)) },
      ({ text, tone }) => text !== "" && tone !== "muted",
    ),
  }));
}

/** A table with the columns in which some cell passes a test; with all if it has no rows. */
function withColumns({ columns, rows }: TableContent, test: (cell: Cell) => boolean): TableContent {
  const isKept = (_: unknown, index: number): boolean =>
    rows.length === 0 || rows.some((row) => test(row[index]!));
  return { columns: columns.filter(isKept), rows: rows.map((row) => row.filter(isKept)) };
}
