/**
 * The records of a table, and what a killed run leaves of them.
 *
 * @module
 */

import { brief } from "../../datasets/visible.ts";
import { parseCsv } from "./csv.ts";

/** A record of a table. */
export interface TableRecord {
  /** The line of the file that it begins on, counted from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/**
 * Reads the records under the header of a table. A last record without its end was cut off by a
 * kill or a full disk and does not count.
 *
 * @throws SyntaxError if the text is no CSV or has other columns; the message names the file
 */
export function readRecords(
  path: string,
  text: string,
  columns: readonly string[],
): TableRecord[] {
  const [header, ...records] = parsed(path, text.slice(0, endOfRecords(text)));
  if (header?.join() !== columns.join()) {
    const found = header === undefined ? "not ended" : brief(header.join());
    throw new SyntaxError(`Cannot read ${path}: its columns are ${found}`);
  }
  let next = 2;
  return records.map((fields) => {
    const line = next;
    next++;
    for (const field of fields) if (field.includes("\n")) next += field.split("\n").length - 1;
    return { line, fields };
  });
}

function parsed(path: string, text: string): string[][] {
  try {
    return parseCsv(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(`Cannot read ${path}: ${error.message}`, { cause: error });
  }
}

/** Where the last record ends: at a line feed, but none within quotes. */
function endOfRecords(text: string): number {
  let end = text.lastIndexOf("\n") + 1;
  while (end > 0 && isQuoted(text, end)) end = text.lastIndexOf("\n", end - 2) + 1;
  return end;
}

/** Whether an odd number of quotes is before a place. */
function isQuoted(text: string, end: number): boolean {
  let quotes = 0;
  for (let at = text.indexOf('"'); at >= 0 && at < end; at = text.indexOf('"', at + 1)) quotes++;
  return quotes % 2 === 1;
}
