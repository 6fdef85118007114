/**
 * `sentences.csv`, beside `rows.csv`: the time of each sentence on its own, which the rows do not
 * tell. It is measured for few cells, because a mean needs no more than the rounds.
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
  /** Index in the dataset. */
  sentence: finite,
  /** T. */
  length: finite,
  /** Median over the passes, in milliseconds. */
  elapsed_ms: finite,
};

/** The time of one sentence in one cell. */
export type SentenceTime = LineOf<typeof COLUMNS>;

/** The table. */
export const SENTENCES: Table<typeof COLUMNS> = table("sentences.csv", COLUMNS);

export const {
  write: writeSentenceTimes,
  append: appendSentenceTimes,
  readIfThere: readSentenceTimes,
} = SENTENCES;

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
