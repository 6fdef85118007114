/**
 * The summary of a run: one line per dataset, k and decoder, computed from the rows alone.
 *
 * @module
 */

import { csv } from "../../harness/store/csv.ts";
import { formatSettings } from "../../harness/store/settings.ts";
import type { Row, Status, Verdict } from "../../harness/store/rows.ts";
import { countOutliers, estimateMedian, median, pairedRatio } from "./statistics.ts";
import { SUMMARY_COLUMNS, type SummaryRow } from "./summary_row.ts";
import { comparableSpeed, elapsedByRound, type MachineOf, onOneMachine } from "./timed_rows.ts";

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
  for (const row of rows.filter(({ clock }) => clock === "decode")) {
    const cell = cells.get(cellId(row));
    if (cell === undefined) cells.set(cellId(row), [row]);
    else if (cell.at(-1)!.key === row.key) cell.push(row);
    else cells.set(cellId(row), [row]);
  }
  refuseMixedPacks(cells.values());
  const baselines = new Map(
    [...cells.values()].filter(([row]) => row!.role === "baseline")
      .map((cell) => [sampleId(cell[0]!), cell]),
  );
  return [...cells.values()].map((cell) => {
    return summarizeCell(cell, baselines.get(sampleId(cell[0]!)) ?? [], machineOf);
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
      if (typeof value === "object") return formatSettings({ ...value });
      return typeof value === "number" && !Number.isInteger(value)
        ? Number(value.toPrecision(7))
        : value;
    })
  );
  return csv([SUMMARY_COLUMNS, ...lines]);
}

function sampleId({ dataset, k }: Row): string {
  return JSON.stringify([dataset, k]);
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
  const { problem, dataset_base, dataset_settings, decoder_base, options, role } = shown;
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
    edge_share: counted && shown.reference_edges > 0
      ? shown.edge_evaluations / shown.reference_edges
      : undefined,
    exact_share: checked ? shown.exact_share : undefined,
    mean_gap: checked ? shown.mean_gap : undefined,
    token_accuracy: counted && shown.gold_tokens > 0
      ? shown.right_tokens / shown.gold_tokens
      : undefined,
    ...comparableSpeed(speed, ratio, timedSentences, baseline, isAway),
    prepare_ms: measured ? median(timed.map((row) => row.prepare_ms)) : undefined,
    problem,
    dataset_base,
    dataset_settings,
    decoder_base,
    options,
    role,
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
