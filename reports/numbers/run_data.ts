/**
 * All that a report is made from: what the elements of every page are given.
 *
 * @module
 */

import type { Row } from "../../harness/store/rows.ts";
import type { FirstUseCurve } from "./first_use_curves.ts";
import type { ParsedCell } from "./parsed_cells.ts";
import type { SentenceSeries } from "./sentence_series.ts";
import type { Studies } from "./study_rows.ts";
import type { SummaryRow } from "./summary_row.ts";

/** A kind of problem: what a decoder is given. */
export type Problem = "sequence" | "parsing";

/** Training sentences by the content hash of the pack. */
export type TrainSentences = ReadonlyMap<string, number>;

/** A run with what was measured beside it. */
export interface RunData {
  /** What was decoded; a run is of one kind. */
  readonly problem: Problem;
  /** One line per cell. */
  readonly summary: readonly SummaryRow[];
  /** The rows behind it. */
  readonly rows: readonly Row[];
  /** Times of single sentences. */
  readonly sentences: readonly SentenceSeries[];
  /** Times from the beginning of preparation on. */
  readonly curves: readonly FirstUseCurve[];
  /** Cells with their answers, if those are stored: those of parses. */
  readonly cells: readonly ParsedCell[];
  /** What was measured beside the cells of a suite; empty if nothing was. */
  readonly studies: Studies;
  /** What the models behind the packs were trained on. */
  readonly trainSentences: TrainSentences;
  /** Name of the run's suite; empty if it is not known. */
  readonly suite: string;
  /** Seed of the run; undefined if it is not known. */
  readonly seed: number | undefined;
}
