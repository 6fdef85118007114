/**
 * Tables of numbers beside `rows.csv`: the key of a cell, then numbers.
 *
 * @module
 */

import { join } from "node:path";
import { brief } from "../../datasets/visible.ts";
import { csv } from "./csv.ts";
import { readRecords } from "./records.ts";
import { hasTable, readTable, removeTable, replaceTable } from "./table_file.ts";

/** A time is written to a tenth of a microsecond, which is about a step of the clock. */
const DECIMALS = 4;

/** A line: the key of the cell, and its numbers by column. */
export type TimesLine<Column extends string> =
  & { readonly key: string }
  & { readonly [Name in Column]: number };

/** How the numbers of a table are written. */
export interface NumberFormat {
  /** Decimals at most. */
  readonly decimals: number;
  /** Whether a number may be missing: NaN in memory, nothing in the file. */
  readonly mayLack: boolean;
}

const TIMES: NumberFormat = { decimals: DECIMALS, mayLack: false };

/** A table of numbers with the given columns after `key`, append-only. */
export class TimesTable<Column extends string> {
  readonly #file: string;
  readonly #numbers: readonly Column[];
  readonly #columns: readonly string[];
  readonly #format: NumberFormat;

  /** @param format without, the numbers are times */
  constructor(file: string, columns: readonly Column[], format: NumberFormat = TIMES) {
    this.#file = file;
    this.#format = format;
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

  /** Removes the table, if there is one. */
  async remove(dir: string): Promise<void> {
    await removeTable(join(dir, this.#file));
  }

  /** Appends to the table, which is begun if it is not there. */
  async add(dir: string, lines: readonly TimesLine<Column>[]): Promise<void> {
    const isBegun = await hasTable(join(dir, this.#file));
    await (isBegun ? this.append(dir, lines) : this.write(dir, lines));
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
      const isNumber = (value: number, i: number) =>
        Number.isFinite(value) || (this.#format.mayLack && rest[i] === "");
      if (numbers.length !== this.#numbers.length || !numbers.every(isNumber)) {
        const found = brief([key, ...rest].join());
        throw new SyntaxError(`Cannot read line ${line} of ${path}: ${found}`);
      }
      const entry: Record<string, unknown> = { key };
      this.#numbers.forEach((name, i) => entry[name] = numbers[i]);
      return entry as TimesLine<Column>;
    });
  }

  #toCsv(lines: readonly TimesLine<Column>[]): string {
    const records = lines.map((line) => [
      line.key,
      ...this.#numbers.map((name) => this.#written(line[name])),
    ]);
    return records.length === 0 ? "" : csv(records);
  }

  #written(value: number): number | string {
    const { decimals, mayLack } = this.#format;
    return mayLack && Number.isNaN(value) ? "" : Number(value.toFixed(decimals));
  }
}
