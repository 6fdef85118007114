/**
 * `first_use.csv`, beside `rows.csv`: what a decoder costs until it has done its first sentences,
 * preparation and everything that is built lazily included.
 *
 * @module
 */

import type { Row } from "./rows.ts";
import { TimesTable } from "./times_table.ts";

/** A point of the first-use curve of a cell in one fresh process. */
export interface FirstUse {
  /** Of the cell's rows, which say the dataset, the decoder and k. */
  readonly key: string;
  /** Of the cell's rows. */
  readonly session: number;
  /** The fresh process: 0, 1, … */
  readonly process: number;
  /**
   * Sentences that are done: 1, 10, 100, … A curve ends where the time for more was over. The point
   * of 0 sentences in 0 ms, which every curve goes through, is written last: a curve without it was
   * cut.
   */
  readonly sentences: number;
  /** Milliseconds from the beginning of `prepare` until then. */
  readonly elapsed_ms: number;
}

/** Whose first use a run follows. */
export interface Followed {
  /** Variants, as they are called. */
  readonly decoders: readonly string[];
  /** Fresh processes of each: curves. */
  readonly processes: number;
}

const TABLE = new TimesTable("first_use.csv", ["session", "process", "sentences", "elapsed_ms"]);

/** Whether the first use of a cell is followed: of decoders on real tasks at k = 1. */
export function followsFirstUse(
  { family, role, decoder, k }: Pick<Row, "family" | "role" | "decoder" | "k">,
  { decoders }: Pick<Followed, "decoders">,
): boolean {
  return family === "real" && k === 1 && role !== "control" && decoders.includes(decoder);
}

/** Starts `first_use.csv` anew. */
export async function writeFirstUse(dir: string, points: readonly FirstUse[]): Promise<void> {
  await TABLE.write(dir, points);
}

/** Appends a curve to `first_use.csv`. */
export async function appendCurve(
  dir: string,
  curve: Pick<FirstUse, "key" | "session" | "process">,
  points: readonly Pick<FirstUse, "sentences" | "elapsed_ms">[],
): Promise<void> {
  const ended = [...points, { sentences: 0, elapsed_ms: 0 }];
  await TABLE.append(dir, ended.map((point) => ({ ...curve, ...point })));
}

/**
 * Reads `first_use.csv`; nothing if there is none. A last line without its end does not count.
 *
 * @throws SyntaxError if the file is damaged
 */
export async function readFirstUse(dir: string): Promise<FirstUse[]> {
  return await TABLE.read(dir);
}
