/**
 * Templates of CRF++.
 *
 * @module
 */

import { brief } from "../visible.ts";
import { bytesOf, shownText } from "./byte_strings.ts";
import type { PatternTables } from "../../decoders/kernels/text/text_reader.ts";
import type { Expand } from "./contract.ts";

/** Rows before and after a position that a template may read, in the newest version. */
const MOST_ROWS = 8;
const READ = /%x\[(-?\d*),(\d*)\]/y;

/** What stands in a template: text, or a column of a row near the position. */
type Part = string | { readonly row: number; readonly column: number };

/** Whether a template, or a pattern of Wapiti, says the same everywhere, as `B` alone does. */
export function isConstant(template: string): boolean {
  return !template.includes("%");
}

/**
 * What makes attributes of columns: each template with the columns that its `%x[row,column]` name,
 * rows counted from the position. Beyond the sentence there are `_B-1`, `_B-2` … and `_B+1` ….
 *
 * Source: CRF++, feature.cpp. Templates that name rows beyond ±8 or other macros are refused when
 * they are read; crf_test ends with an error at the first sentence.
 *
 * @param columns how many there are, if that is known
 * @throws SyntaxError naming the template
 */
export function crfppExpander(templates: readonly string[], columns = Infinity): Expand {
  const compiled = templates.map((template) => partsOf(template, columns));
  return (rows, position) =>
    compiled.map((parts) =>
      parts.reduce<string>(
        (name, part) => name + (typeof part === "string" ? part : valueAt(rows, position, part)),
        "",
      )
    );
}

/** The same for kernels. */
export function crfppTables(templates: readonly string[]): PatternTables {
  const outside = (sign: string) =>
    Array.from({ length: MOST_ROWS }, (_, i) => bytesOf(`_B${sign}${i + 1}`));
  return {
    patterns: templates.map((template) =>
      partsOf(template, Infinity).map((part) => typeof part === "string" ? bytesOf(part) : part)
    ),
    before: outside("-"),
    behind: outside("+"),
    atBlanks: false,
  };
}

function partsOf(template: string, columns: number): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < template.length;) {
    const macro = template.indexOf("%", at);
    const end = macro < 0 ? template.length : macro;
    if (end > at) parts.push(template.slice(at, end));
    at = end;
    if (macro < 0) break;
    READ.lastIndex = at;
    const [whole, row, column] = READ.exec(template) ?? [];
    const part = { row: Number(row === "-" ? 0 : row), column: Number(column) };
    if (whole === undefined || Math.abs(part.row) > MOST_ROWS || part.column >= columns) {
      throw new SyntaxError(
        `Cannot read the template ${brief(shownText(template))} of CRF++ at character ${at}: ` +
          `%x[row,column] with rows from -${MOST_ROWS} to ${MOST_ROWS}` +
          (columns === Infinity ? "" : ` and ${columns} columns`) + " is all there is",
      );
    }
    parts.push(part);
    at += whole.length;
  }
  return parts;
}

function valueAt(
  rows: readonly (readonly string[])[],
  position: number,
  { row, column }: Exclude<Part, string>,
): string {
  const at = position + row;
  if (at < 0) return `_B${at}`;
  if (at >= rows.length) return `_B+${at - rows.length + 1}`;
  return columnOf(rows[at]!, column, at);
}

/** A column of the row at a position. @throws RangeError if it has fewer */
export function columnOf(row: readonly string[], column: number, at: number): string {
  const value = row[column];
  if (value !== undefined) return value;
  throw new RangeError(
    `Cannot read column ${column} of position ${at}: it has ${row.length} columns`,
  );
}
