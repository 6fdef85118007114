/**
 * `sentences.csv`, beside `rows.csv`: the time of each sentence on its own, which the rows do not
 * tell. It is measured for few cells, because a mean needs no more than the rounds.
 *
 * @module
 */

import type { Row } from "./rows.ts";
import { TimesTable } from "./times_table.ts";

/** The time of one sentence in one cell. */
export interface SentenceTime {
  /** Of the cell's rows, which say the dataset, the decoder and k. */
  readonly key: string;
  /** Of the cell's rows. */
  readonly session: number;
  /** Index in the dataset. */
  readonly sentence: number;
  /** T. */
  readonly length: number;
  /** Median over the passes, in milliseconds. */
  readonly elapsed_ms: number;
}

const TABLE = new TimesTable("sentences.csv", ["session", "sentence", "length", "elapsed_ms"]);

/**
 * Passes over the timed sentences of a cell that is not slow; a collection of garbage hits a
 * sentence in one.
 */
export const SENTENCE_PASSES = 3;

/** Sentences of a cell at most: the first, which are spread over all lengths. */
export const MOST_ALONE = 60;

/**
 * Whether the sentences of a cell are timed one by one: those of decoders with their defaults on
 * real tasks at k = 1, and on all parses, whose charts differ by orders of magnitude. The sentences
 * of a synthetic chain have much the same length, and three passes in all cells would take a tenth
 * of a run.
 */
export function timesSentences(
  { problem, family, role, decoder, decoder_base, k }: Pick<
    Row,
    "problem" | "family" | "role" | "decoder" | "decoder_base" | "k"
  >,
): boolean {
  return (family === "real" || problem === "parsing") && k === 1 && role !== "control" &&
    decoder === decoder_base;
}

/** Starts `sentences.csv` anew. */
export async function writeSentenceTimes(
  dir: string,
  times: readonly SentenceTime[],
): Promise<void> {
  await TABLE.write(dir, times);
}

/** Appends to `sentences.csv`. */
export async function appendSentenceTimes(
  dir: string,
  times: readonly SentenceTime[],
): Promise<void> {
  await TABLE.append(dir, times);
}

/**
 * Reads `sentences.csv`; nothing if there is none, as in runs of earlier versions. A last line
 * without its end, as a killed run leaves it, does not count.
 *
 * @throws SyntaxError if the file is damaged
 */
export async function readSentenceTimes(dir: string): Promise<SentenceTime[]> {
  return await TABLE.read(dir);
}
