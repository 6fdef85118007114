/**
 * Tables in the folder of a run: the columns are declared once, and lines are written, read and
 * refused by that. They are CSV.
 *
 * A spreadsheet takes a text that begins with `=`, `+`, `-` or `@` for a formula and computes it.
 * Such a text is written with an apostrophe before it, and one that begins with an apostrophe, too:
 * whoever takes a leading apostrophe away has what was written. Numbers are written as they are.
 *
 * @module
 */

import { join } from "node:path";
import { parse, stringify } from "@std/csv";
import { brief } from "../../datasets/visible.ts";
import { hasTable, ifThere, readTable, removeTable, replaceTable } from "./table_file.ts";
import type { SyntheticSettings } from "../../datasets/synthetic_dataset.ts";

/** Texts that are marked: spreadsheets pass over the tab and the return before a formula. */
const MARKED = /^[=+\-@\t\r']/;
const MARK = "'";

/** How the values of a column are written and read back. */
export interface Field<T> {
  /** The value of a text; undefined if the column cannot hold it. */
  read(text: string): T | undefined;
  write(value: T): string | number | boolean;
}

/** The columns of a table by name, in order. */
export type Schema = Readonly<Record<string, Field<unknown>>>;

/** A line of a table by the names of its columns. */
export type LineOf<S extends Schema> = {
  readonly [Name in keyof S]: S[Name] extends Field<infer T> ? T : never;
};

/** What is particular to a table. */
export interface TableOptions<S extends Schema> {
  /** Columns that no two lines have the same values of. */
  readonly once?: readonly (keyof S)[];
  /** Without lines there is no file; it begins with the first. */
  readonly isLazy?: boolean;
  /** Whether what is damaged is shown as the value of a column, or else as the whole line. */
  readonly namesColumn?: boolean;
  /** Columns at the end that lines of earlier versions lack: read as empty ones. */
  readonly later?: number;
}

/** A table in the folder of a run. */
export interface Table<S extends Schema> {
  /** Its name in the folder of a run. */
  readonly file: string;
  /** Starts it anew; the file is complete or the old one. */
  write(dir: string, lines: readonly LineOf<S>[]): Promise<void>;
  /** Appends lines to the table of a run. */
  append(dir: string, lines: readonly LineOf<S>[]): Promise<void>;
  /**
   * Reads it. A last line without its end, as a killed run leaves it, does not count.
   *
   * @throws SyntaxError if the columns are others, if a value is none of its column, and for two
   * lines where there may be one
   * @throws Deno.errors.NotFound if there is none
   */
  read(dir: string): Promise<LineOf<S>[]>;
  /** The same; nothing if there is none, as in runs of earlier versions. */
  readIfThere(dir: string): Promise<LineOf<S>[]>;
}

/** Any text. */
export const text: Field<string> = { read: (text) => text, write: (value) => value };

/** Any number, infinite ones too. */
export const number: Field<number> = {
  read: (text) => text === "" || Number.isNaN(Number(text)) ? undefined : Number(text),
  write: (value) => value,
};

/** `true` or `false`. */
export const flag: Field<boolean> = {
  read: (text) => text === "true" || (text === "false" ? false : undefined),
  write: (value) => value,
};

/** Values by name, see `formatSettings`. */
export const settings: Field<Settings> = {
  read(text) {
    try {
      return parseSettings(text);
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  },
  write: (value) => formatSettings({ ...value }),
};

/** Some values, or nothing: an empty text. */
export function optional<T>(field: Field<T>): Field<T | ""> {
  return {
    read: (text) => text === "" ? "" : field.read(text),
    write: (value) => value === "" ? "" : field.write(value),
  };
}

/** One of some words. */
export function word<Word extends string>(...words: readonly Word[]): Field<Word> {
  return { read: (text) => words.find((word) => word === text), write: (value) => value };
}

/**
 * Finite numbers, written with some decimals at most.
 *
 * @param mayLack whether a number may be missing: NaN in memory, nothing in the file
 */
export function rounded(decimals: number, mayLack = false): Field<number> {
  return {
    read(text) {
      if (text === "") return mayLack ? NaN : undefined;
      const value = Number(text);
      return Number.isFinite(value) ? value : undefined;
    },
    write: (value) => mayLack && Number.isNaN(value) ? "" : Number(value.toFixed(decimals)),
  };
}

/**
 * Counts, and milliseconds, which are written to a tenth of a microsecond: about a step of the
 * clock.
 */
export const finite: Field<number> = rounded(4);

/** Declares a table. */
export function table<S extends Schema>(
  file: string,
  schema: S,
  { once, isLazy = false, namesColumn = false, later = 0 }: TableOptions<S> = {},
): Table<S> {
  const columns = Object.keys(schema);
  const fields = Object.entries(schema);
  // A line that is copied from one with all columns is read some times faster than one that gets
  // them one by one, which engines keep as a dictionary.
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(columns.map((name) => [name, 0]))));
  const pathIn = (dir: string) => join(dir, file);
  const written = (lines: readonly LineOf<S>[]) =>
    lines.length === 0
      ? ""
      : csv(lines.map((line) => fields.map(([name, field]) => field.write(line[name]))));

  async function write(dir: string, lines: readonly LineOf<S>[]): Promise<void> {
    if (isLazy && lines.length === 0) await removeTable(pathIn(dir));
    else await replaceTable(pathIn(dir), `${columns.join()}\n${written(lines)}`);
  }

  async function append(dir: string, lines: readonly LineOf<S>[]): Promise<void> {
    if (isLazy && lines.length === 0) return;
    if (isLazy && !await hasTable(pathIn(dir))) await write(dir, lines);
    else await Deno.writeTextFile(pathIn(dir), written(lines), { append: true });
  }

  async function read(dir: string): Promise<LineOf<S>[]> {
    const path = pathIn(dir);
    const seen = new Map<string, number>();
    const records = readRecords(path, await readTable(path), columns, later);
    return records.map(({ line, values }) => {
      const fail = (what: string) =>
        new SyntaxError(`Cannot read line ${line} of ${path}: ${what}`);
      const damaged = (what: string) => fail(namesColumn ? what : brief(values.join()));
      const lacking = columns.length - values.length;
      if (lacking < 0 || lacking > later) throw damaged(`it has ${values.length} values`);
      const found: Record<string, unknown> = { ...empty };
      for (const [i, [name, field]] of fields.entries()) {
        const text = values[i] ?? "";
        const value = field.read(text);
        if (value === undefined) throw damaged(`its ${name} is "${brief(text)}"`);
        found[name] = value;
      }
      if (once !== undefined) {
        const id = JSON.stringify(once.map((name) => found[name as string]));
        if (seen.has(id)) throw fail(`line ${seen.get(id)} has the same measurement`);
        seen.set(id, line);
      }
      return found as LineOf<S>;
    });
  }

  async function readIfThere(dir: string): Promise<LineOf<S>[]> {
    return await ifThere(read(dir)) ?? [];
  }

  return { file, write, append, read, readIfThere };
}

/** A record of a table. */
interface TableRecord {
  /** The line of the file that it begins on, counted from 1. */
  readonly line: number;
  readonly values: readonly string[];
}

/**
 * Reads the records under the header of a table. A last record without its end was cut off by a
 * kill or a full disk and does not count.
 *
 * @param later columns at the end that it may lack
 */
function readRecords(
  path: string,
  text: string,
  columns: readonly string[],
  later: number,
): TableRecord[] {
  const end = endOfRecords(text);
  const [header, ...records] = parsed(path, () => parseCsv(text.slice(0, end)));
  const [opening = "", ...hidden] = text.slice(end).split("\n");
  if (hidden.some((line) => line.split(",").length === columns.length)) {
    throw new SyntaxError(`Cannot read ${path}: a quote in ${brief(opening)} has no end`);
  }
  const isEarlier = header !== undefined && columns.length - header.length <= later;
  if (header?.join() !== columns.slice(0, isEarlier ? header.length : undefined).join()) {
    const found = header === undefined ? "not ended" : brief(header.join());
    throw new SyntaxError(`Cannot read ${path}: its columns are ${found}`);
  }
  let next = 2;
  return records.map((values) => {
    const line = next;
    next++;
    for (const value of values) if (value.includes("\n")) next += value.split("\n").length - 1;
    return { line, values };
  });
}

/** The library has a plain error for a line that was cut off. @throws SyntaxError for any */
function parsed<T>(path: string, parsing: () => T): T {
  try {
    return parsing();
  } catch (error) {
    throw new SyntaxError(`Cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Where the last whole record ends: at a line feed, but none within quotes. The end of the text if
 * a quote is where none can be, at the beginning of a field or behind the end of another: it would
 * hide all that is behind it.
 */
function endOfRecords(text: string): number {
  let [end, at] = [0, 0];
  for (;;) {
    const open = text.indexOf('"', at);
    // Not from the beginning of the text each time: a line may be all that there is.
    const plain = text.slice(at, open < 0 ? Infinity : open).lastIndexOf("\n");
    if (plain >= 0) end = at + plain + 1;
    if (open < 0) return end;
    if (open > at && !",\n".includes(text[open - 1]!)) return text.length;
    const close = text.indexOf('"', open + 1);
    if (close < 0) return end;
    at = close + 1;
  }
}

/**
 * Writes lines of fields, each line ended by a line feed, as git and most tools like it.
 *
 * @example
 * ```ts
 * import { csv, parseCsv } from "./table.ts";
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

/** Reads lines of fields by the names in the first. @throws SyntaxError that names a broken file */
export function parseCsvRecords(path: string, text: string): Record<string, string>[] {
  return parsed(path, () => parse(text, { skipFirstRow: true })).map((record) =>
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

/** Values by name. */
export type Settings = Readonly<Record<string, string | number | boolean>>;

/**
 * What is set of a dataset: a synthetic task has a dial and a length; where a sample leaves longer
 * sentences out, `longest` is the length of those that it takes.
 */
export type DatasetSettings = Settings & SyntheticSettings & { readonly longest?: number };

/**
 * Writes settings as `name=value`, separated by semicolons, in their order.
 *
 * @throws RangeError for a text that would not be read back as it is
 *
 * @example
 * ```ts
 * import { formatSettings, parseSettings } from "./table.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const options = { expansion: "column", prune: true, level: 6 };
 * assertEquals(formatSettings(options), "expansion=column;prune=true;level=6");
 * assertEquals(parseSettings("expansion=column;prune=true;level=6"), options);
 * assertEquals(parseSettings(""), {});
 * ```
 */
export function formatSettings(settings: Settings): string {
  const text = Object.entries(settings).map(([name, value]) => `${name}=${value}`).join(";");
  const read = parseSettings(text);
  const isSame = Object.keys(read).length === Object.keys(settings).length &&
    Object.entries(settings).every(([name, value]) => Object.is(read[name], value));
  if (!isSame) throw new RangeError(`Cannot write settings: ${JSON.stringify(settings)}`);
  return text;
}

/**
 * Reads settings as `formatSettings` writes them: `true` and `false` are booleans, numbers numbers,
 * all else is text.
 *
 * @throws SyntaxError for a part without `=`
 */
export function parseSettings(text: string): Settings {
  if (text === "") return {};
  return Object.fromEntries(
    text.split(";").map((part) => {
      const at = part.indexOf("=");
      if (at < 1) throw new SyntaxError(`Cannot read the settings ${text}: ${part} sets nothing`);
      return [part.slice(0, at), parseValue(part.slice(at + 1))];
    }),
  );
}

function parseValue(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return text === "" || Number.isNaN(Number(text)) ? text : Number(text);
}
