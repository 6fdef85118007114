/**
 * Tables of times beside `rows.csv`: the key of a cell, then numbers.
 *
 * @module
 */

import { join } from "node:path";
import { brief } from "../../datasets/visible.ts";
import { csv } from "./csv.ts";
import { readRecords } from "./records.ts";
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
  readonly #numbers: readonly Column[];
  readonly #columns: readonly string[];

  constructor(file: string, columns: readonly Column[]) {
    this.#file = file;
    this.#numbers = columns;
    this.#columns = ["key", ...columns];
  }

  /** Starts the table anew in the folder of a run. */
  async write(dir: string, lines: readonly TimesLine<Column>[]): Promise<void> {
    const header = `${this.#columns.join()}\n`;
    await replaceTable(join(dir, this.#file), header + this.#toCsv(lines));
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
    return readRecords(path, text, this.#columns).map(({ line, fields: [key, ...rest] }) => {
      const numbers = rest.map((field) => field === "" ? NaN : Number(field));
      if (numbers.length !== this.#numbers.length || !numbers.every(Number.isFinite)) {
        const found = brief([key, ...rest].join());
        throw new SyntaxError(`Cannot read line ${line} of ${path}: ${found}`);
      }
      const entries = this.#numbers.map((name, i) => [name, numbers[i]]);
      return { key, ...Object.fromEntries(entries) } as TimesLine<Column>;
    });
  }

  #toCsv(lines: readonly TimesLine<Column>[]): string {
    const records = lines.map((line) => [
      line.key,
      ...this.#numbers.map((name) => Number(line[name].toFixed(DECIMALS))),
    ]);
    return records.length === 0 ? "" : csv(records);
  }
}
