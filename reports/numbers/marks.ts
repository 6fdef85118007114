/**
 * Marks beside numbers that are not to be taken as they stand.
 *
 * @module
 */

import type { SummaryRow } from "./summary_row.ts";

/** Explains the marks, for the note of a table. */
export const MARKS: string =
  "≈ some answers are not the best path; ✗ wrong answers from a decoder that " +
  "claims to be exact; ? not verified.";

/** The mark of a cell's verdict, with a space after it; empty if all its answers are right. */
export function verdictMark(row: SummaryRow): string {
  switch (row.verdict) {
    case "wrong":
      return "✗ ";
    case "inexact":
      return row.exact_share === 1 ? "" : "≈ ";
    case "unchecked":
      return "? ";
    case "correct":
      return "";
  }
}
