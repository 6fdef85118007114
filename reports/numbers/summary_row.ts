/**
 * The schema of `summary.csv`: one line per dataset, k and decoder.
 *
 * @module
 */

import type { Role } from "../../harness/plan/role.ts";
import type { Row, Status, Verdict } from "../../harness/store/rows.ts";
import type { Settings } from "../../harness/store/settings.ts";

/** A cell of a run. What was not measured is undefined, never 0. */
export interface SummaryRow {
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
  /** Median over the rounds. */
  sentences_per_second: number | undefined;
  /** Median over the pairs of rounds of baseline time / time, same sentences, same k. */
  ratio_to_viterbi: number | undefined;
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
  /** Sentences timed: a prefix of the sentences. */
  timed_sentences: number;
  /** Rounds timed. */
  rounds: number;
  /** Rounds outside Tukey's fences; they are part of the median. */
  outliers: number;
  /** Lower end of the 95% interval of the median. */
  sentences_per_second_low: number | undefined;
  /** Upper end of the 95% interval of the median. */
  sentences_per_second_high: number | undefined;
  /** Lower end of the 95% interval of the median. */
  ratio_low: number | undefined;
  /** Upper end of the 95% interval of the median. */
  ratio_high: number | undefined;
  /** Edge evaluations / Σ (T−1)·L². */
  edge_share: number | undefined;
  /** Share of the sentences whose answer has the reference's scores. */
  exact_share: number | undefined;
  /** Mean over the sentences of the reference's best score less this decoder's. */
  mean_gap: number | undefined;
  /** Share of the tokens with a known label that the best path labels rightly. */
  token_accuracy: number | undefined;
  /**
   * Sentences per second on the sentences that the baseline was timed on: measured there, or, if
   * this cell was timed on fewer or on another machine, its ratio times the baseline's speed.
   */
  comparable_speed: number | undefined;
  /** Lower end of the 95% interval, of the speed or of the ratio. */
  comparable_speed_low: number | undefined;
  /** Upper end of the 95% interval, of the speed or of the ratio. */
  comparable_speed_high: number | undefined;
  /** Whether the comparable speed comes from the ratio. */
  extrapolated: boolean;
  /** Median over the rounds, in milliseconds. */
  prepare_ms: number | undefined;
  /** Most memory that the cell's process held, in MiB: median over the rounds. */
  peak_mb: number | undefined;
  /** Why, unless status is ok. */
  reason: string;
}

/** The columns of `summary.csv`. */
export const SUMMARY_COLUMNS: readonly (keyof SummaryRow)[] = [
  "dataset",
  "labels",
  "decoder",
  "k",
  "status",
  "verdict",
  "sentences",
  "sentences_per_second",
  "ratio_to_viterbi",
  "iterations",
  "node_expansions",
  "edge_evaluations",
  "family",
  "exact",
  "timed_sentences",
  "rounds",
  "outliers",
  "sentences_per_second_low",
  "sentences_per_second_high",
  "ratio_low",
  "ratio_high",
  "edge_share",
  "exact_share",
  "mean_gap",
  "prepare_ms",
  "reason",
  "token_accuracy",
  "comparable_speed",
  "comparable_speed_low",
  "comparable_speed_high",
  "extrapolated",
  "peak_mb",
  "problem",
  "dataset_base",
  "dataset_settings",
  "decoder_base",
  "options",
  "role",
];
