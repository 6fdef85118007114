/**
 * `answers.csv`, beside `rows.csv`: what each answer of a cell is, for problems that tell it.
 *
 * @module
 */

import { TimesTable } from "./times_table.ts";

/** Objectives are multiples of 2^−12, which have as many decimals. */
const DECIMALS = 12;

/** What is known of one answer. NaN is written as nothing: it is not known, or there is none. */
export interface AnswerNumbers {
  /** Index in the dataset. */
  readonly sentence: number;
  readonly words: number;
  /** The step of the search space that it ended with. */
  readonly beam: number;
  /** Slots that the step permits, and what the forest has without what no derivation uses. */
  readonly slots: number;
  readonly items: number;
  readonly edges: number;
  /** 1 if the decoder came to its end by itself. */
  readonly converged: number;
  /** Of the work. */
  readonly iterations: number;
  /** Of a derivation that is one: J, and the part of it that is the parser's. */
  readonly objective: number;
  readonly parser_score: number;
  readonly bound: number;
  /** 1 if the bound is less than a unit above the objective: a claim to be the best. */
  readonly claimed: number;
  /** Right tags, and those that are known. */
  readonly right_tags: number;
  readonly known_tags: number;
  /** Labelled spans of two words or more, if the right ones are known. */
  readonly matched_spans: number;
  readonly predicted_spans: number;
  readonly gold_spans: number;
  /** Dependencies between words, if the right ones are known: with all labels, and without. */
  readonly matched_labelled: number;
  readonly matched_unlabelled: number;
  readonly predicted_dependencies: number;
  readonly gold_dependencies: number;
}

/** An answer of a cell, by the cell's rows. */
export interface AnswerLine extends AnswerNumbers {
  readonly key: string;
  readonly session: number;
}

const TABLE = new TimesTable("answers.csv", [
  ...["session", "sentence", "words", "beam", "slots", "items", "edges"] as const,
  ...["converged", "iterations", "objective", "parser_score", "bound", "claimed"] as const,
  ...["right_tags", "known_tags", "matched_spans", "predicted_spans", "gold_spans"] as const,
  ...["matched_labelled", "matched_unlabelled"] as const,
  ...["predicted_dependencies", "gold_dependencies"] as const,
], { decimals: DECIMALS, mayLack: true });

/** Starts `answers.csv` anew; there is none without lines. */
export async function writeAnswers(dir: string, lines: readonly AnswerLine[]): Promise<void> {
  await (lines.length > 0 ? TABLE.write(dir, lines) : TABLE.remove(dir));
}

/** Appends to `answers.csv`. */
export async function appendAnswers(dir: string, lines: readonly AnswerLine[]): Promise<void> {
  if (lines.length > 0) await TABLE.add(dir, lines);
}

/**
 * Reads `answers.csv`; nothing if there is none. A last line without its end does not count.
 *
 * @throws SyntaxError if the file is damaged
 */
export async function readAnswers(dir: string): Promise<AnswerLine[]> {
  return await TABLE.read(dir);
}
