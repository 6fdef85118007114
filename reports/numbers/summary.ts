/**
 * The summary of a run: one line per dataset, k and decoder, computed from the rows alone.
 *
 * @module
 */

import { csv } from "../../harness/store/csv.ts";
import type { Row, Status, Verdict } from "../../harness/store/rows.ts";
import { countOutliers, estimateMedian, median, pairedRatio } from "./statistics.ts";
import { comparableSpeed, elapsedByRound, type MachineOf, onOneMachine } from "./timed_rows.ts";

/** The decoder, with its default options, that every ratio refers to. */
export const BASELINE = "viterbi";

/** The cell that is the baseline once more: its ratio shows the error of measurement. */
export const CONTROL = "control";

/** A cell of a run. What was not measured is undefined, never 0. */
export interface SummaryRow {
  /** Dataset name. */
  dataset: string;
  /** L. */
  labels: number;
  /** Variant as on the command line; the control is `control`. */
  decoder: string;
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
];

/** From bad to good: a cell is as bad as its worst round. */
const STATUSES: readonly Status[] = ["error", "timeout", "skipped", "ok"];
const VERDICTS: readonly Verdict[] = ["wrong", "inexact", "unchecked", "correct"];

/**
 * Summarises rows: one line per dataset, k and decoder, sorted by labels, dataset, k and decoder.
 *
 * Speeds are medians over all rounds of all sessions, with the sentences of the largest timed
 * prefix. A ratio pairs each round with the baseline's round of the same session and group that
 * decoded the same sentences at the same k; where there is none, it is undefined.
 *
 * Times of several machines are never pooled: the speed of a cell is that on the machine where the
 * baseline was first timed, or else on the first of its own. Then only its ratio, which is paired
 * within a session, is comparable.
 *
 * A cell has one key. Rows with another key than the cell's last row come from another version of
 * the decoder or of the lattices (a run that was resumed after an edit), and are passed over.
 *
 * @param machineOf names the machine of a session, where there are several
 * @throws {TypeError} if the rows of one dataset at one k come from different lattices.
 */
export function summarize(
  rows: readonly Row[],
  machineOf: MachineOf = () => undefined,
): SummaryRow[] {
  const cells = new Map<string, Row[]>();
  for (const row of rows) {
    const cell = cells.get(cellId(row));
    if (cell === undefined) cells.set(cellId(row), [row]);
    else if (cell.at(-1)!.key === row.key) cell.push(row);
    else cells.set(cellId(row), [row]);
  }
  refuseMixedPacks(cells.values());
  return [...cells.values()].map((cell) => {
    const baseline = cells.get(cellId({ ...cell[0]!, decoder: BASELINE })) ?? [];
    return summarizeCell(cell, baseline, machineOf);
  }).sort((a, b) =>
    a.labels - b.labels || compareText(a.dataset, b.dataset) || a.k - b.k ||
    compareText(a.decoder, b.decoder)
  );
}

/**
 * Writes summary lines as CSV: numbers with at most seven significant digits, empty fields for
 * what was not measured.
 */
export function summaryCsv(summary: readonly SummaryRow[]): string {
  const lines = summary.map((row) =>
    SUMMARY_COLUMNS.map((column) => {
      const value = row[column];
      return typeof value === "number" && !Number.isInteger(value)
        ? Number(value.toPrecision(7))
        : value;
    })
  );
  return csv([SUMMARY_COLUMNS, ...lines]);
}

function cellId(row: Row): string {
  return JSON.stringify([row.dataset, row.k, row.decoder]);
}

function refuseMixedPacks(cells: Iterable<Row[]>): void {
  const packs = new Map<string, string>();
  for (const [row] of cells) {
    const { dataset, k, pack } = row!;
    // At another k the lattices may be others: a synthetic task's depend on how many there are.
    const sample = `${dataset}, k = ${k}`;
    const known = packs.get(sample) ?? pack;
    if (known !== pack) {
      throw new TypeError(
        `Cannot summarize rows of different lattices as dataset ${sample}: ${known}, ${pack}`,
      );
    }
    packs.set(sample, pack);
  }
}

function summarizeCell(
  cell: readonly Row[],
  everyBaseline: readonly Row[],
  machineOf: MachineOf,
): SummaryRow {
  const status = STATUSES.find((candidate) => cell.some((row) => row.status === candidate))!;
  const verdict = VERDICTS.find((candidate) => cell.some((row) => row.verdict === candidate))!;
  const bad = cell.filter((row) => row.status === status);
  const shown = bad.find((row) => row.verdict === verdict) ?? bad[0]!;
  const { dataset, labels, decoder, k, family, exact, sentences, reason } = shown;
  const counted = status === "ok" && sentences > 0;
  const checked = counted && shown.verdict !== "unchecked";

  const first = everyBaseline.find((row) => row.elapsed_ms > 0);
  const home = first === undefined ? undefined : machineOf(first.session);
  const timed = status === "ok"
    ? onOneMachine(cell.filter((row) => row.elapsed_ms > 0), machineOf, home)
    : [];
  const isAway = timed.length > 0 && machineOf(timed[0]!.session) !== home;
  const baseline = onOneMachine(everyBaseline, machineOf, home);
  const timedSentences = Math.max(0, ...timed.map((row) => row.timed_sentences));
  const times = elapsedByRound(timed, timedSentences);
  const speeds = [...times.values()].map((elapsed) => 1000 * timedSentences / elapsed);
  const measured = speeds.length > 0;
  const speed = measured ? estimateMedian(speeds) : undefined;
  const ratio = measured && everyBaseline.every((row) => row.status === "ok")
    ? pairedRatio(elapsedByRound(everyBaseline, timedSentences), times)
    : undefined;
  return {
    dataset,
    labels,
    decoder,
    k,
    status,
    verdict,
    sentences,
    sentences_per_second: speed?.median,
    ratio_to_viterbi: ratio?.median,
    iterations: counted ? shown.iterations / sentences : undefined,
    node_expansions: counted ? shown.node_expansions / sentences : undefined,
    edge_evaluations: counted ? shown.edge_evaluations / sentences : undefined,
    family,
    exact,
    timed_sentences: timedSentences,
    rounds: speeds.length,
    outliers: measured ? countOutliers(speeds) : 0,
    sentences_per_second_low: speed?.low,
    sentences_per_second_high: speed?.high,
    ratio_low: ratio?.low,
    ratio_high: ratio?.high,
    // Sentences of one token have no edges at all.
    edge_share: counted && shown.dense_edges > 0
      ? shown.edge_evaluations / shown.dense_edges
      : undefined,
    exact_share: checked ? shown.exact_share : undefined,
    mean_gap: checked ? shown.mean_gap : undefined,
    token_accuracy: counted && shown.gold_tokens > 0
      ? shown.right_tokens / shown.gold_tokens
      : undefined,
    ...comparableSpeed(speed, ratio, timedSentences, baseline, isAway),
    prepare_ms: measured ? median(timed.map((row) => row.prepare_ms)) : undefined,
    peak_mb: medianOfKnown(counted ? cell.map((row) => row.peak_mb) : []),
    reason,
  };
}

/** 0 stands for a number that the machine did not give. */
function medianOfKnown(values: readonly number[]): number | undefined {
  const known = values.filter((value) => value > 0);
  return known.length === 0 ? undefined : median(known);
}

/** By code units: the same order on every machine, whatever its language. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
