/**
 * Writes any table as Markdown or CSV.
 *
 * @module
 */

import { csv } from "../../harness/store/table.ts";
import type { Cell, ColumnHeading, TableContent } from "../columns.ts";

/** A part of a table with a heading of its own. */
export interface TablePart {
  /** `k = 1`, or empty if the table is in one part. */
  readonly heading: string;
  /** The part, without the column that it was split by. */
  readonly content: TableContent;
}

/**
 * Splits a table whose first column is `k` into one part per value of it. A part leaves out the
 * columns in which it has nothing measured: only cells that are empty or muted.
 */
export function splitByK(content: TableContent): TablePart[] {
  if (content.columns[0]?.name !== "k") return [{ heading: "", content }];
  return [...Map.groupBy(content.rows, (row) => row[0]!.text)].map(([k, rows]) => {
    const kept = content.columns.map((_, index) =>
      index > 0 && rows.some((row) => row[index]!.text !== "" && row[index]!.tone !== "muted")
    );
    return {
      heading: `k = ${k}`,
      content: {
        columns: content.columns.filter((_, index) => kept[index]),
        rows: rows.map((row) => row.filter((_, index) => kept[index])),
      },
    };
  });
}

/**
 * Writes a table as CSV: one header line, numbers with at most seven significant digits.
 */
export function tableCsv(content: TableContent): string {
  const lines = content.rows.map((row) =>
    row.map(({ text, value }) => value === undefined ? text : Number(value.toPrecision(7)))
  );
  return csv([content.columns.map(({ name }) => name), ...lines]);
}

/**
 * Writes a table as GitHub-flavoured Markdown, one table per k, with the columns aligned in the
 * source too. Headings are of the given level.
 */
export function tableMarkdown(content: TableContent, level = 3): string {
  return splitByK(content).map(({ heading, content }) => {
    const table = alignedTable(content.columns, content.rows);
    return heading === "" ? table : `${"#".repeat(level)} ${heading}\n\n${table}`;
  }).join("\n");
}

function alignedTable(
  columns: readonly ColumnHeading[],
  rows: readonly (readonly Cell[])[],
): string {
  const lines = [
    columns.map(({ name }) => escapeMarkdown(name)),
    ...rows.map((row) => row.map(markdownCell)),
  ];
  const widths = columns.map((_, index) =>
    Math.max(3, ...lines.map((line) => [...line[index]!].length))
  );
  const pad = (text: string, index: number): string => {
    const fill = " ".repeat(widths[index]! - [...text].length);
    return columns[index]!.align === "right" ? fill + text : text + fill;
  };
  const rule = columns.map(({ align }, index) => {
    const dashes = "-".repeat(widths[index]! - 1);
    return align === "right" ? `${dashes}:` : `-${dashes}`;
  });
  const [header, ...body] = lines.map((line) => line.map(pad));
  return [header!, rule, ...body].map((line) => `| ${line.join(" | ")} |\n`).join("");
}

function markdownCell({ text, tone }: Cell): string {
  const escaped = escapeMarkdown(text);
  return tone === "good" && text !== "" ? `**${escaped}**` : escaped;
}

/** Keeps text from being read as Markdown or as the border of a table. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\|<`*]/g, "\\$&").replace(/\s*[\r\n]+\s*/g, " ");
}
