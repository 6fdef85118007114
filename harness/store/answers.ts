/**
 * `answers.csv`, beside `rows.csv`: what each answer of a cell is, for problems that tell it.
 *
 * @module
 */

import { type LineOf, rounded, type Table, table, text } from "./table.ts";

/** Objectives are multiples of 2^−12, which have as many decimals. NaN: not known, or none. */
const KNOWN = rounded(12, true);

const NUMBERS = {
  /** Index in the dataset. */
  sentence: KNOWN,
  words: KNOWN,
  /** The step of the search space that it ended with. */
  beam: KNOWN,
  /** Slots that the step permits, and what the forest has without what no derivation uses. */
  slots: KNOWN,
  items: KNOWN,
  edges: KNOWN,
  /** 1 if the decoder came to its end by itself. */
  converged: KNOWN,
  /** Of the work. */
  iterations: KNOWN,
  /** Of a derivation that is one: J, and the part of it that is the parser's. */
  objective: KNOWN,
  parser_score: KNOWN,
  bound: KNOWN,
  /** 1 if the bound is less than a unit above the objective: a claim to be the best. */
  claimed: KNOWN,
  /** Right tags, and those that are known. */
  right_tags: KNOWN,
  known_tags: KNOWN,
  /** Labelled spans of two words or more, if the right ones are known. */
  matched_spans: KNOWN,
  predicted_spans: KNOWN,
  gold_spans: KNOWN,
  /** Dependencies between words, if the right ones are known: with all labels, and without. */
  matched_labelled: KNOWN,
  matched_unlabelled: KNOWN,
  predicted_dependencies: KNOWN,
  gold_dependencies: KNOWN,
};
const COLUMNS = { key: text, session: KNOWN, ...NUMBERS };

/** What is known of one answer. NaN is written as nothing: it is not known, or there is none. */
export type AnswerNumbers = LineOf<typeof NUMBERS>;

/** An answer of a cell, by the cell's rows. */
export type AnswerLine = LineOf<typeof COLUMNS>;

/** The table. */
export const ANSWERS: Table<typeof COLUMNS> = table("answers.csv", COLUMNS, { isLazy: true });

export const { write: writeAnswers, append: appendAnswers, readIfThere: readAnswers } = ANSWERS;
