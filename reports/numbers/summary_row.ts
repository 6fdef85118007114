/**
 * The schema of `summary.csv`: one line per dataset, k and decoder.
 *
 * @module
 */

import type { Role } from "../../harness/plan/role.ts";
import type { Clock, Row, Status, Verdict } from "../../harness/store/rows.ts";
import type { Settings } from "../../harness/store/settings.ts";

/** One timed round of a cell. */
export interface Round {
  /** Session, group, process and round: what two cells have in common that ran side by side. */
  readonly id: string;
  /** Session, group and process: rounds of one process are alike. */
  readonly process: string;
  /** Where it was timed. */
  readonly machine: string | undefined;
  /** What was on the clock. */
  readonly clock: Clock;
  /** Sentences timed. */
  readonly sentences: number;
  /** Milliseconds for one pass over them. */
  readonly elapsedMs: number;
}

/**
 * What was timed of a cell, by each clock: without a prefix decoding, with the scores where the
 * decoder wants them; `unplaced_` and `unplaced32_` from the caller's Float64Array or Float32Array.
 * Speeds are medians over the rounds, ratios over the rounds paired with the baseline's by the same
 * clock; `low` and `high` are the ends of their 95% intervals.
 */
export interface SpeedColumns {
  /** Sentences timed: all of them, or a prefix. */
  timed_sentences: number;
  /** Rounds timed. */
  rounds: number;
  /** Fresh processes that they were timed in. */
  processes: number;
  /** Rounds outside Tukey's fences; they are part of the median. */
  outliers: number;
  /** Sentences that the ratios are on: the most that the baseline was timed on, too. */
  ratio_sentences: number;
  sentences_per_second: number | undefined;
  sentences_per_second_low: number | undefined;
  sentences_per_second_high: number | undefined;
  ratio_to_viterbi: number | undefined;
  ratio_low: number | undefined;
  ratio_high: number | undefined;
  unplaced_sentences_per_second: number | undefined;
  unplaced_sentences_per_second_low: number | undefined;
  unplaced_sentences_per_second_high: number | undefined;
  unplaced_ratio_to_viterbi: number | undefined;
  unplaced_ratio_low: number | undefined;
  unplaced_ratio_high: number | undefined;
  unplaced32_sentences_per_second: number | undefined;
  unplaced32_sentences_per_second_low: number | undefined;
  unplaced32_sentences_per_second_high: number | undefined;
  unplaced32_ratio_to_viterbi: number | undefined;
  unplaced32_ratio_low: number | undefined;
  unplaced32_ratio_high: number | undefined;
}

/** A cell of a run. What was not measured is undefined, never 0. */
export interface SummaryRow extends SpeedColumns {
  /** Name of the kind of problem. */
  problem: Row["problem"];
  /** Dataset name. */
  dataset: string;
  /** The name without its settings. */
  dataset_base: string;
  /** What is set of a synthetic task. */
  dataset_settings: Row["dataset_settings"];
  /** L. */
  labels: number;
  /** Variant as on the command line; the control is `control`. */
  decoder: string;
  /** The name of the decoder without options. */
  decoder_base: string;
  /** Every option of the decoder. */
  options: Settings;
  /** What the cell is there for. */
  role: Role;
  /** Paths asked for. */
  k: number;
  /** The worst status of the cell's rounds. */
  status: Status;
  /** The worst verdict of the cell's rounds. */
  verdict: Verdict;
  /** Sentences decoded, verified and counted. */
  sentences: number;
  /** Mean over the sentences. */
  iterations: number | undefined;
  /** Mean over the sentences. */
  node_expansions: number | undefined;
  /** Mean over the sentences. */
  edge_evaluations: number | undefined;
  /** `real`, or the synthetic family. */
  family: string;
  /** Whether the decoder claims exactness. */
  exact: boolean;
  /** Edge evaluations / Σ (T−1)·L². */
  edge_share: number | undefined;
  /** Share of the sentences whose answer has the reference's scores. */
  exact_share: number | undefined;
  /** Mean over the sentences of the reference's best score less this decoder's. */
  mean_gap: number | undefined;
  /** Share of the tokens with a known label that the best path labels rightly. */
  token_accuracy: number | undefined;
  /** Median over the processes, in milliseconds. */
  prepare_ms: number | undefined;
  /** Most memory that the cell's process held, in MiB: median over the rounds. */
  peak_mb: number | undefined;
  /** Why, unless status is ok. */
  reason: string;
  /** The timed rounds, no column: two cells are compared round by round. Empty unless it is ok. */
  times: readonly Round[];
  /**
   * The most sentences that a cell of the dataset decodes, at any k, no column: slow ones decode
   * few.
   */
  sample_sentences: number;
}

/** The columns of `summary.csv`; the first sixteen stay as they are. */
export const SUMMARY_COLUMNS = [
  "dataset",
  "labels",
  "decoder",
  "k",
  "status",
  "verdict",
  "sentences",
  "timed_sentences",
  "sentences_per_second",
  "ratio_to_viterbi",
  "unplaced_sentences_per_second",
  "unplaced_ratio_to_viterbi",
  "prepare_ms",
  "iterations",
  "node_expansions",
  "edge_evaluations",
  "unplaced32_sentences_per_second",
  "unplaced32_ratio_to_viterbi",
  "family",
  "exact",
  "rounds",
  "processes",
  "outliers",
  "ratio_sentences",
  "sentences_per_second_low",
  "sentences_per_second_high",
  "ratio_low",
  "ratio_high",
  "unplaced_sentences_per_second_low",
  "unplaced_sentences_per_second_high",
  "unplaced_ratio_low",
  "unplaced_ratio_high",
  "unplaced32_sentences_per_second_low",
  "unplaced32_sentences_per_second_high",
  "unplaced32_ratio_low",
  "unplaced32_ratio_high",
  "edge_share",
  "exact_share",
  "mean_gap",
  "reason",
  "token_accuracy",
  "peak_mb",
  "problem",
  "dataset_base",
  "dataset_settings",
  "decoder_base",
  "options",
  "role",
] as const satisfies readonly Exclude<keyof SummaryRow, "times" | "sample_sentences">[];
