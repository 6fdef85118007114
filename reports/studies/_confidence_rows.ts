/**
 * What the study of confidence found, by task and learner.
 *
 * @module
 */

import { formatCount, formatShare } from "../numbers/format.ts";
import type { StudyRow } from "../numbers/study_rows.ts";
import { numberIn, textIn } from "../numbers/fields.ts";
import { significant } from "./_training_rows.ts";

/** Endings of packs by learner, the longest first; a perceptron's pack has none. */
const ENDINGS = { "BiLSTM-CRF": "_bilstm_crf", "CRF": "_crf" } as const;
/** A learner whose scores are no log-probabilities. */
export const PLAIN = "perceptron";
/** The same with its scores divided by a temperature. */
export const SCALED = "perceptron, by temperature";
/** The quantity of the k best paths' probability. */
export const MASS = "mass";
/** The quantity of how often the right path is one of them. */
export const FOUND = "right among the best";

/** Scores as they are, or divided by a temperature. */
export type Scores = "as they are" | "by temperature";

/** The lines of a quantity, with scores in one unit. */
export function linesOf(
  lines: readonly StudyRow[],
  quantity: string,
  scores: Scores,
): readonly StudyRow[] {
  return lines.filter((line) => line["quantity"] === quantity && line["scores"] === scores);
}

/** CRFs as they are, perceptrons by temperature, and if it is asked for as they are, too. */
export function shown(lines: readonly StudyRow[], quantity: string, withPlain = false): StudyRow[] {
  const isPerceptron = (line: StudyRow) => learnerOf(line)[0] === PLAIN;
  return [
    ...linesOf(lines, quantity, "as they are").filter((line) => withPlain || !isPerceptron(line)),
    ...linesOf(lines, quantity, "by temperature").filter(isPerceptron),
  ];
}

/** Who learned a pack, and the name of the task. */
function learnerOf(line: StudyRow): readonly [learner: string, task: string] {
  const dataset = textIn(line, "dataset");
  for (const [learner, ending] of Object.entries(ENDINGS)) {
    if (dataset.endsWith(ending)) return [learner, dataset.slice(0, -ending.length)];
  }
  return [PLAIN, dataset];
}

/** What is drawn of a line. */
export interface Point {
  readonly task: string;
  readonly learner: string;
  /** Which of two lines of a learner. */
  readonly what: string;
  readonly level: number;
  readonly value: number;
  /** Ends of the interval, where there is one. */
  readonly low?: number;
  readonly high?: number;
  readonly text: string;
  readonly count: string;
}

/** A line of the study at a place on the axis. */
export function point(line: StudyRow, level: number, what = ""): Point {
  const [learner, task] = learnerOf(line);
  const value = (name: string) => significant(numberIn(line, name));
  const ends = line["low"] === "" ? {} : { low: value("low"), high: value("high") };
  const isScaled = learner === PLAIN && line["scores"] === "by temperature";
  return {
    task: `${task} (L = ${formatCount(numberIn(line, "labels"))})`,
    learner: isScaled ? SCALED : learner,
    what,
    level: significant(level),
    value: value("value"),
    ...ends,
    text: formatShare(value("value")),
    count: formatCount(numberIn(line, "count")),
  };
}
