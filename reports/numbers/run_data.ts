/**
 * All that a report is made from: what the elements of every page are given.
 *
 * @module
 */

import type { Row } from "../../harness/store/rows.ts";
import type { AnswerLine, TraceLine } from "../../harness/store/side_tables.ts";
import type { SummaryRow } from "./summary_row.ts";

/** A kind of problem: what a decoder is given. */
export type Problem = "sequence" | "parsing";

/** Training sentences by the content hash of the pack. */
export type TrainSentences = ReadonlyMap<string, number>;

/** The curve of a decoder on a dataset, at k = 1. */
export interface FirstUseCurve {
  /** Dataset name. */
  readonly dataset: string;
  /** Variant as on the command line. */
  readonly decoder: string;
  /** Milliseconds until so many sentences are done, by their number, one for each process. */
  readonly elapsedMs: ReadonlyMap<number, readonly number[]>;
}

/** The times of the first sentences of a cell. */
export interface SentenceSeries {
  /** The cell. */
  readonly row: SummaryRow;
  /** T of each sentence. */
  readonly lengths: readonly number[];
  /** Milliseconds for each. */
  readonly elapsedMs: readonly number[];
}

/** A cell with what is stored of its answers. */
export interface ParsedCell {
  readonly row: SummaryRow;
  readonly answers: readonly AnswerLine[];
  /** By sentence, each in the order of the iterations. */
  readonly traces: ReadonlyMap<number, readonly TraceLine[]>;
}

/** One line of a study: its fields by the names of the columns. */
export type StudyRow = Readonly<Record<string, string>>;

/** The studies of a run by name. */
export type Studies = ReadonlyMap<string, readonly StudyRow[]>;

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
