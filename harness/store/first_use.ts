/**
 * `first_use.csv`, beside `rows.csv`: what a decoder costs until it has done its first sentences,
 * preparation and everything that is built lazily included.
 *
 * @module
 */

import type { Row } from "./rows.ts";
import { finite, type LineOf, type Table, table, text } from "./table.ts";

const COLUMNS = {
  /** Of the cell's rows, which say the dataset, the decoder and k. */
  key: text,
  /** Of the cell's rows. */
  session: finite,
  /** The fresh process: 0, 1, … */
  process: finite,
  /**
   * Sentences that are done: 1, 10, 100, … A curve ends where the time for more was over. The point
   * of 0 sentences in 0 ms, which every curve goes through, is written last: a curve without it was
   * cut.
   */
  sentences: finite,
  /** Milliseconds from the beginning of `prepare` until then. */
  elapsed_ms: finite,
};

/** A point of the first-use curve of a cell in one fresh process. */
export type FirstUse = LineOf<typeof COLUMNS>;

/** The table. */
export const FIRST_USE: Table<typeof COLUMNS> = table("first_use.csv", COLUMNS);

export const { write: writeFirstUse, readIfThere: readFirstUse } = FIRST_USE;

/** Whose first use a run follows. */
export interface Followed {
  /** Variants, as they are called. */
  readonly decoders: readonly string[];
  /** Fresh processes of each: curves. */
  readonly processes: number;
}

/** Whether the first use of a cell is followed: of decoders on real tasks at k = 1. */
export function followsFirstUse(
  { family, role, decoder, k }: Pick<Row, "family" | "role" | "decoder" | "k">,
  { decoders }: Pick<Followed, "decoders">,
): boolean {
  return family === "real" && k === 1 && role !== "control" && decoders.includes(decoder);
}

/** Appends a curve to `first_use.csv`. */
export async function appendCurve(
  dir: string,
  curve: Pick<FirstUse, "key" | "session" | "process">,
  points: readonly Pick<FirstUse, "sentences" | "elapsed_ms">[],
): Promise<void> {
  const ended = [...points, { sentences: 0, elapsed_ms: 0 }];
  await FIRST_USE.append(dir, ended.map((point) => ({ ...curve, ...point })));
}
