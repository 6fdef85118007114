/**
 * `first_use.csv`, beside `rows.csv`: what a decoder costs until it has done its first sentences,
 * preparation and everything that is built lazily included.
 *
 * @module
 */

import { TimesTable } from "./times_table.ts";

/** A point of the first-use curve of a cell in one fresh process. */
export interface FirstUse {
  /** Of the cell's rows, which say the dataset, the decoder and k. */
  readonly key: string;
  /** Of the cell's rows. */
  readonly session: number;
  /** The fresh process: 0, 1, … */
  readonly process: number;
  /** Sentences that are done: 1, 10, 100, … A curve ends where the time for more was over. */
  readonly sentences: number;
  /** Milliseconds from the beginning of `prepare` until then. */
  readonly elapsed_ms: number;
}

const TABLE = new TimesTable("first_use.csv", ["session", "process", "sentences", "elapsed_ms"]);

/** Starts `first_use.csv` anew. */
export async function writeFirstUse(dir: string, points: readonly FirstUse[]): Promise<void> {
  await TABLE.write(dir, points);
}

/** Appends to `first_use.csv`. */
export async function appendFirstUse(dir: string, points: readonly FirstUse[]): Promise<void> {
  await TABLE.append(dir, points);
}

/**
 * Reads `first_use.csv`; nothing if there is none. A last line without its end does not count.
 *
 * @throws SyntaxError if the file is damaged
 */
export async function readFirstUse(dir: string): Promise<FirstUse[]> {
  return await TABLE.read(dir);
}
