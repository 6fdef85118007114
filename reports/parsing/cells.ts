/**
 * The cells of a run of parses, with what is told of their answers.
 *
 * @module
 */

import type { AnswerLine } from "../../harness/store/answers.ts";
import type { TraceLine } from "../../harness/store/traces.ts";
import type { SentenceSeries } from "../numbers/sentence_series.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";

/** A cell with what is told of its answers. */
export interface ParsedCell {
  readonly row: SummaryRow;
  readonly answers: readonly AnswerLine[];
  /** By sentence, each in the order of the iterations. */
  readonly traces: ReadonlyMap<number, readonly TraceLine[]>;
}

/** A run of parses. */
export interface ParsingRun {
  readonly summary: readonly SummaryRow[];
  /** Cells with answers that are not wrong, in the order of the summary, without the control. */
  readonly cells: readonly ParsedCell[];
  /** Times of single sentences. */
  readonly sentences: readonly SentenceSeries[];
}
