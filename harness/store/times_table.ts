/**
 * Tables of times beside `rows.csv`: the key of a cell, then numbers.
 *
 * @module
 */

import { join } from "node:path";
import { csv, parseCsv } from "./csv.ts";
import { readTable, replaceTable } from "./table_file.ts";

/** A time is written to a tenth of a microsecond, which is about a step of the clock. */
const DECIMALS = 4;

/** A line: the key of the cell, and its numbers by column. */
export type TimesLine<Column extends string> =
  & { readonly key: string }
  & { readonly [Name in Column]: number };

/** A table of times with the given columns after `key`, append-only. */
export class TimesTable<Column extends string> {
  readonly #file: string;
  readonly #columns: readonly Column[];

  constructor(file: string, columns: readonly Column[]) {
    this.#file = file;
    this.#columns = columns;
  }

  /** Starts the table anew in the folder of a run. */
  async write(dir: string, lines: readonly TimesLine<Column>[]): Promise<void> {
    await replaceTable(join(dir, this.#file), this.#header() + this.#toCsv(lines));
  }

  /** Appends to the table. */
  async append(dir: string, lines: readonly TimesLine<Column>[]): Promise<void> {
    await Deno.writeTextFile(join(dir, this.#file), this.#toCsv(lines), { append: true });
  }

  /**
   * Reads the table; nothing if there is none. A last line without its end, as a killed run leaves
   * it, does not count.
   *
   * @throws SyntaxError if the file is damaged
   */
  async read(dir: string): Promise<TimesLine<Column>[]> {
    const path = join(dir, this.#file);
    let text: string;
    try {
      text = await readTable(path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
    const [header, ...records] = parseCsv(text.slice(0, text.lastIndexOf("\n") + 1));
    if (`${header?.join()}\n` !== this.#header()) {
      throw new SyntaxError(`Cannot read ${path}: its columns are ${header?.join()}`);
    }
    return records.map(([key, ...rest], index) => {
      const numbers = rest.map((field) => field === "" ? NaN : Number(field));
      if (numbers.length !== this.#columns.length || !numbers.every(Number.isFinite)) {
        throw new SyntaxError(`Cannot read line ${index} of ${path}: ${[key, ...rest].join()}`);
      }
      const entries = this.#columns.map((name, i) => [name, numbers[i]]);
      return { key, ...Object.fromEntries(entries) } as TimesLine<Column>;
    });
  }

  #header(): string {
    return ["key", ...this.#columns].join() + "\n";
  }

  #toCsv(lines: readonly TimesLine<Column>[]): string {
    const records = lines.map((line) => [
      line.key,
      ...this.#columns.map((name) => Number(line[name].toFixed(DECIMALS))),
    ]);
    return records.length === 0 ? "" : csv(records);
  }
}
