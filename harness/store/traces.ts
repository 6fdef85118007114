/**
 * `traces.csv`, beside `rows.csv`: how decoders come to their answers, iteration by iteration, in a
 * run of its own that is not timed.
 *
 * @module
 */

import { type LineOf, rounded, type Table, table, text } from "./table.ts";

/** Changes of beliefs become small. NaN: it has none. */
const KNOWN = rounded(12, true);

const POINT = {
  /** Index in the sample; in the table, in the dataset. */
  sentence: KNOWN,
  /** From 1. */
  iteration: KNOWN,
  /** The score of the best answer so far. */
  objective: KNOWN,
  /** The best bound so far. */
  bound: KNOWN,
  /** The largest change of a belief. */
  delta: KNOWN,
  /** 1 if the bound proves that the best answer so far is the best there is. */
  proven: KNOWN,
};
const COLUMNS = { key: text, session: KNOWN, ...POINT };

/** Where a decoder is after an iteration. NaN, which is written as nothing, where it has none. */
export type TracePoint = LineOf<typeof POINT>;

/** A point of a cell, by the cell's rows. */
export type TraceLine = LineOf<typeof COLUMNS>;

/** The table. */
export const TRACES: Table<typeof COLUMNS> = table("traces.csv", COLUMNS, { isLazy: true });

export const { write: writeTraces, append: appendTraces, readIfThere: readTraces } = TRACES;
