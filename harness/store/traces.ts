/**
 * `traces.csv`, beside `rows.csv`: how decoders come to their answers, iteration by iteration, in a
 * run of its own that is not timed.
 *
 * @module
 */

import { TimesTable } from "./times_table.ts";

/** Changes of beliefs become small. */
const DECIMALS = 12;

/** Where a decoder is after an iteration. NaN, which is written as nothing, where it has none. */
export interface TracePoint {
  /** Index in the sample; in the table, in the dataset. */
  readonly sentence: number;
  /** From 1. */
  readonly iteration: number;
  /** The score of the best answer so far. */
  readonly objective: number;
  /** The best bound so far. */
  readonly bound: number;
  /** The largest change of a belief. */
  readonly delta: number;
  /** 1 if the bound proves that the best answer so far is the best there is. */
  readonly proven: number;
}

/** A point of a cell, by the cell's rows. */
export interface TraceLine extends TracePoint {
  readonly key: string;
  readonly session: number;
}

const TABLE = new TimesTable(
  "traces.csv",
  ["session", "sentence", "iteration", "objective", "bound", "delta", "proven"],
  { decimals: DECIMALS, mayLack: true },
);

/** Starts `traces.csv` anew; there is none without lines. */
export async function writeTraces(dir: string, lines: readonly TraceLine[]): Promise<void> {
  await (lines.length > 0 ? TABLE.write(dir, lines) : TABLE.remove(dir));
}

/** Appends to `traces.csv`. */
export async function appendTraces(dir: string, lines: readonly TraceLine[]): Promise<void> {
  if (lines.length > 0) await TABLE.add(dir, lines);
}

/**
 * Reads `traces.csv`; nothing if there is none. A last line without its end does not count.
 *
 * @throws SyntaxError if the file is damaged
 */
export async function readTraces(dir: string): Promise<TraceLine[]> {
  return await TABLE.read(dir);
}
