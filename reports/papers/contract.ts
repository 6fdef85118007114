/**
 * The contract of published tables and figures: what a file in `papers/` exports to have one of
 * them made again from a run, each number beside the printed one.
 *
 * @module
 */

import type { Row } from "../../harness/store/rows.ts";
import type { PublishedResult } from "../published/published.ts";
import type { Estimate } from "../numbers/statistics.ts";
import type { Studies } from "../numbers/study_rows.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { TrainSentences } from "../numbers/train_sentences.ts";

/** What a run says about one published number. */
export type PaperVerdict =
  | "baseline"
  | "within factor"
  | "same direction"
  | "differs"
  | "not testable here";

/** What a published table is made again from. */
export interface PaperRun {
  /** One line per cell. */
  readonly summary: readonly SummaryRow[];
  /** The rows behind it. */
  readonly rows: readonly Row[];
  /** What was measured beside the cells of a suite; empty if nothing was. */
  readonly studies: Studies;
  /** What the models behind the packs were trained on. */
  readonly trainSentences: TrainSentences;
  /** Name of the run's suite; empty if it is not known. */
  readonly suite: string;
  /** Seed of the run; undefined if it is not known. */
  readonly seed: number | undefined;
}

/** One number of a published table, and ours. */
export interface PaperCell {
  /** Where the published number is: its fields but the value itself. */
  readonly place: Pick<PublishedResult, "paper" | "table" | "dataset" | "algorithm" | "k">;
  /** What is compared: `speed`, `iterations`, … */
  readonly metric: string;
  /** Unit of the two values. */
  readonly unit: string;
  /** Names the cell's line in the table. */
  readonly line: string;
  /** Names its column. */
  readonly column: string;
  /** As printed; a relation such as “> 1” where a paper states no number. */
  readonly published: string;
  /** The published number relative to its table's baseline. */
  readonly publishedRatio: number | undefined;
  /** Ours, in the same unit; undefined if it is not there. */
  readonly ours: number | undefined;
  /** Ours relative to the same baseline. */
  readonly ratio: Estimate | undefined;
  /** The mark of the sample that ours are on, " *16"; empty or left out if it is all sentences. */
  readonly sample?: string;
  /** Which of the two the verdict compares, and grids show. */
  readonly compared: "value" | "ratio";
  /** By the rules of `papers/verdict.ts`. */
  readonly verdict: PaperVerdict;
  /** Why it is not testable here, or a remark; often empty. */
  readonly reason: string;
  /** The cells of `summary.csv` and `rows.csv` behind our numbers: `dataset/decoder/k`. */
  readonly rows: readonly string[];
  /** The command that measures them. */
  readonly command: string;
}

/** A published table or figure: the default export of a module in `papers/`. */
export interface PaperTable {
  /** In file names; lower case with hyphens. */
  readonly name: string;
  /** File of `published/`. */
  readonly paper: string;
  /** As the paper calls it: `Table 4`. */
  readonly place: string;
  /** What it shows. */
  readonly title: string;
  /** Where it stands among all tables: smaller is earlier. */
  readonly order: number;
  /** What the columns mean, what the baseline is and what differs here. */
  readonly note: string;
  /** What its lines are, if they are not decoders. */
  readonly lines?: string;
  /** Name of the chart of the report that draws the same. */
  readonly chart?: string;
  /** Its cells: line by line, with the same columns in every line. */
  compare(run: PaperRun): PaperCell[];
}

/** One published table with what a run says about it. */
export interface ComparedTable {
  /** The table. */
  readonly table: Omit<PaperTable, "compare">;
  /** Its cells: line by line. */
  readonly cells: readonly PaperCell[];
}

/** The tables of one paper. */
export interface PaperPage {
  /** In file names: the file of `published/`. */
  readonly name: string;
  /** First author and year. */
  readonly title: string;
  /** The paper in full. */
  readonly citation: string;
  /** In the paper's order. */
  readonly tables: readonly ComparedTable[];
  /** How verdicts are made: paragraphs. */
  readonly rules: readonly string[];
}
