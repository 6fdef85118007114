/**
 * The summary of a run: one line per dataset, k and decoder, computed from the rows alone.
 *
 * @module
 */

import { csv, formatSettings } from "../../harness/store/table.ts";
import type { MemoryClock, Row, Status, Verdict } from "../../harness/store/rows.ts";
import {
  byClock,
  byProcess,
  type MachineOf,
  onMostSentences,
  pairedRatioOf,
  roundsOf,
} from "./speed_ratio.ts";
import { countOutliers, type Estimate, estimateMedian, median } from "./statistics.ts";
import {
  cellId,
  clockColumns,
  FACTS,
  type Facts,
  type Figures,
  raceId,
  type Round,
  type SpeedColumns,
  SUMMARY_COLUMNS,
  type SummaryRow,
} from "./summary_row.ts";

/** From bad to good: a cell is as bad as its worst round. */
const STATUSES: readonly Status[] = ["error", "timeout", "skipped", "ok"];
const VERDICTS: readonly Verdict[] = ["wrong", "inexact", "unchecked", "correct"];

/** The columns of a cell that was not timed. */
const NOT_TIMED: SpeedColumns = {
  timed_sentences: 0,
  rounds: 0,
  processes: 0,
  outliers: 0,
  ratio_sentences: 0,
  ...clockColumns({ decode: {}, memory64: {}, memory32: {} }),
};

/**
 * Summarises rows: one line per dataset, k and decoder, sorted by labels, dataset, k and decoder.
 *
 * Speeds are medians over all rounds, on the most sentences that the cell was timed on. A ratio
 * pairs each round with the baseline's that ran beside it and decoded the same sentences at the
 * same k; where there is none, it is undefined. Both are given by each clock.
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
  const cells = [...Map.groupBy(rows, cellId).values()]
    .map((cell) => cell.filter(({ key }) => key === cell.at(-1)!.key));
  refuseMixedPacks(cells);
  const summary = cells.map((cell) => summarizeCell(cell, machineOf));
  const baselines = new Map(
    summary.filter(({ role }) => role === "baseline").map((row) => [raceId(row), row]),
  );
  const sizes = new Map<string, number>();
  for (const { dataset, sentences } of summary) {
    sizes.set(dataset, Math.max(sentences, sizes.get(dataset) ?? 0));
  }
  return summary.map((row) => ({
    ...row,
    ...speedColumns(row, baselines.get(raceId(row))),
    sample_sentences: sizes.get(row.dataset)!,
  }))
    .sort((a, b) =>
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

function refuseMixedPacks(cells: readonly (readonly Row[])[]): void {
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

function summarizeCell(cell: readonly Row[], machineOf: MachineOf): SummaryRow {
  const status = STATUSES.find((candidate) => cell.some((row) => row.status === candidate))!;
  const verdict = VERDICTS.find((candidate) => cell.some((row) => row.verdict === candidate))!;
  const bad = cell.filter((row) => row.status === status);
  const shown = bad.find((row) => row.verdict === verdict) ?? bad[0]!;
  const { sentences } = shown;
  const counted = status === "ok" && sentences > 0;
  const checked = counted && shown.verdict !== "unchecked";
  const times = status === "ok" ? roundsOf(cell, machineOf) : [];
  return {
    ...Object.fromEntries(FACTS.map((name) => [name, shown[name]])) as Facts,
    // Of rows of another status, maybe.
    verdict,
    iterations: counted ? shown.iterations / sentences : undefined,
    node_expansions: counted ? shown.node_expansions / sentences : undefined,
    edge_evaluations: counted ? shown.edge_evaluations / sentences : undefined,
    // Sentences of one token have no edges at all.
    edge_share: counted && shown.reference_edges > 0
      ? shown.edge_evaluations / shown.reference_edges
      : undefined,
    exact_share: checked ? shown.exact_share : undefined,
    mean_gap: checked ? shown.mean_gap : undefined,
    token_accuracy: counted && shown.gold_tokens > 0
      ? shown.right_tokens / shown.gold_tokens
      : undefined,
    prepare_ms: times.length > 0 ? median(preparation(cell)) : undefined,
    peak_mb: medianOfKnown(counted ? cell.map((row) => row.peak_mb) : []),
    times,
    sample_sentences: sentences,
    ...NOT_TIMED,
  };
}

/** One value for each process. */
function preparation(cell: readonly Row[]): number[] {
  const timed = cell.filter((row) => row.elapsed_ms > 0);
  return [
    ...new Map(
      timed.map((row) => [`${row.session} ${row.group} ${row.process}`, row.prepare_ms]),
    ).values(),
  ];
}

/**
 * The speeds of a cell and its ratios to the baseline of its dataset and k by the same clock.
 *
 * @param baseline undefined or without times if the run lacks it
 */
function speedColumns(cell: SummaryRow, baseline: SummaryRow | undefined): SpeedColumns {
  const home = baseline?.times[0]?.machine;
  const decode = onMostSentences(byClock(cell, "decode"), home);
  if (decode.length === 0) return NOT_TIMED;
  const speed = estimateSpeed(decode);
  const ratio = baseline && pairedRatioOf(cell, baseline, "decode");
  const fromMemory = (clock: MemoryClock): Figures => {
    const own = byClock(cell, clock);
    const base = baseline && byClock(baseline, clock);
    // The same rounds have the same figures, and intervals take time.
    if (isDecode(own) && (base === undefined || isDecode(base))) return { speed, ratio };
    return {
      speed: isDecode(own) ? speed : estimateSpeed(onMostSentences(own, home)),
      ratio: baseline && pairedRatioOf(cell, baseline, clock),
    };
  };
  return {
    timed_sentences: decode[0]!.sentences,
    rounds: decode.length,
    processes: new Set(decode.map(({ process }) => process)).size,
    outliers: countOutliers(decode.map(speedOf)),
    ratio_sentences: ratio?.sentences ?? 0,
    ...clockColumns({
      decode: { speed, ratio },
      memory64: fromMemory("memory64"),
      memory32: fromMemory("memory32"),
    }),
  };
}

function isDecode([first]: readonly Round[]): boolean {
  return first?.clock === "decode";
}

function estimateSpeed(rounds: readonly Round[]): Estimate | undefined {
  return rounds.length === 0 ? undefined : estimateMedian(byProcess(rounds, speedOf));
}

/** Sentences per second. */
function speedOf({ sentences, elapsedMs }: Round): number {
  return 1000 * sentences / elapsedMs;
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
