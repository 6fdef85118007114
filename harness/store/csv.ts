/**
 * CSV as Trellis writes and reads it.
 *
 * A spreadsheet takes a text that begins with `=`, `+`, `-` or `@` for a formula and computes it.
 * Such a text is written with an apostrophe before it, and one that begins with an apostrophe, too:
 * whoever takes a leading apostrophe away has what was written. Numbers are written as they are.
 *
 * @module
 */

import { parse, stringify } from "@std/csv";

/** Texts that are marked: spreadsheets pass over the tab and the return before a formula. */
const MARKED = /^[=+\-@\t\r']/;
const MARK = "'";

/**
 * Writes lines of fields, each line ended by a line feed, as git and most tools like it.
 *
 * @example
 * ```ts
 * import { csv, parseCsv } from "./csv.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const text = csv([["=1+1", "-0.5", -0.5]]);
 * assertEquals(text, "'=1+1,-0.5,-0.5\n");
 * assertEquals(parseCsv(text), [["=1+1", "-0.5", "-0.5"]]);
 * ```
 */
export function csv(lines: readonly (readonly unknown[])[]): string {
  return stringify(lines.map((line) => line.map(marked))).replaceAll("\r\n", "\n");
}

/** Reads lines of fields that `csv` has written. @throws SyntaxError for a broken one */
export function parseCsv(text: string): string[][] {
  return splitPlain(text) ?? parse(text).map((line) => line.map(unmarked));
}

/** Tables of a million numbers: where nothing is quoted or marked, a comma is a comma. */
function splitPlain(text: string): string[][] | undefined {
  if (/["'\r]/.test(text)) return undefined;
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const records = lines.map((line) => line.split(","));
  // What is not a table is for the library to refuse.
  const isTable = records.every((fields, i) =>
    fields.length === records[0]!.length && lines[i] !== ""
  );
  return isTable ? records : undefined;
}

/** Reads lines of fields by the names in the first line. @throws SyntaxError for a broken one */
export function parseCsvRecords(text: string): Record<string, string>[] {
  return parse(text, { skipFirstRow: true }).map((record) =>
    Object.fromEntries(Object.entries(record).map(([name, field]) => [name, unmarked(field)]))
  );
}

function marked(field: unknown): unknown {
  const isText = typeof field === "string" && MARKED.test(field);
  return isText && Number.isNaN(Number(field)) ? MARK + field : field;
}

function unmarked(field: string): string {
  return field.startsWith(MARK) ? field.slice(MARK.length) : field;
}
