/**
 * Marks beside numbers that are not to be taken as they stand.
 *
 * @module
 */

import { formatCount, formatPlural, formatShare } from "./format.ts";
import type { SummaryRow } from "./summary_row.ts";

/** Explains the marks of verdicts, for the note of a table. */
export const MARKS: string =
  "≈ some answers are not the best path; ✗ wrong answers from a decoder that " +
  "claims to be exact; ? not verified.";

/** Explains the mark of samples, for the note of a table. */
export const SAMPLE_MARK: string =
  "*16: measured on 16 of the sentences, spread over their lengths, because the decoder or Viterbi " +
  "is too slow for all; *8 (≤ 12 words): on 8 that are no longer. Compare ratios, not speeds.";

const VERDICT_MARKS = { correct: "", inexact: "≈ ", unchecked: "? ", wrong: "✗ " };

/** The mark of a cell's verdict, with a space after it; empty if all its answers are right. */
export function verdictMark({ verdict, exact_share }: SummaryRow): string {
  return verdict === "inexact" && exact_share === 1 ? "" : VERDICT_MARKS[verdict];
}

/**
 * The mark of a number on a part of the sentences, with a space before it: how many they are, and
 * whether long ones are left out. Empty if it is on all.
 *
 * @param used those that the number is on, of a speed those timed
 */
export function sampleMark(row: SummaryRow, used = row.timed_sentences): string {
  const { longest } = row.dataset_settings;
  if (longest !== undefined) return ` *${formatCount(used)} (≤ ${longest} words)`;
  return used < row.sample_sentences ? ` *${formatCount(used)}` : "";
}

/** Whether a cell was timed on a part of its sentences. */
export function isPartial(row: SummaryRow): boolean {
  return sampleMark(row) !== "";
}

/** What a cell was timed on, for hints: "16 of 400 sentences timed, 9 rounds in 3 processes". */
export function sampleText(row: SummaryRow): string {
  const { sample_sentences: all, timed_sentences: timed, rounds, processes } = row;
  const share = isPartial(row) ? `${formatCount(timed)} of ` : "";
  const among = processes > 1 ? ` in ${processes} processes` : "";
  return `${share}${formatPlural(all, "sentence")} timed, ${formatPlural(rounds, "round")}${among}`;
}

/** How many answers of a cell are exact, for a tooltip. */
export function answersText({ verdict, exact_share }: SummaryRow): string {
  return verdict === "correct"
    ? "all exact"
    : exact_share === undefined
    ? "not verified"
    : `${formatShare(exact_share)} exact`;
}

/** Whether a cell has answers: one that turned out wrong on the clock ended in an error. */
export function isAnswered({ status, verdict }: SummaryRow): boolean {
  return status === "ok" || verdict === "wrong";
}

/** Whether the answers of a cell are all exact; the control's count for nobody. */
export function isRight({ status, verdict, role }: SummaryRow): boolean {
  return status === "ok" && verdict === "correct" && role !== "control";
}

/** Whether the answers of a cell were verified, and are what its decoder says of them. */
export function isVerified({ status, verdict }: SummaryRow): boolean {
  return status === "ok" && verdict !== "wrong" && verdict !== "unchecked";
}
