/**
 * The comparison of two runs: counts and verdicts decide, times advise.
 *
 * @module
 */

import {
  type CellChange,
  compareCounts,
  type CompareOptions,
} from "../../harness/store/compare.ts";
import type { Manifest } from "../../harness/store/manifest.ts";
import type { Run } from "../../harness/store/store.ts";
import { formatCount, formatNumber, formatPlural } from "../numbers/format.ts";
import type { Row } from "../../harness/store/rows.ts";
import { byProcess, elapsed, inCommon, machinesOf, roundsOf } from "../numbers/speed_ratio.ts";
import { type Estimate, median, medianRatio } from "../numbers/statistics.ts";
import type { Round } from "../numbers/summary_row.ts";

/** What came of comparing two runs. */
export type Comparison = ReturnType<typeof compareRuns>;

/** Compares two runs. Only counts and verdicts can fail; times are never part of the judgement. */
export function compareRuns(before: Run, after: Run, options: CompareOptions = {}) {
  const { compared, changes } = compareCounts(before.rows, after.rows, options);
  return {
    /** The run that is compared with. */
    before,
    /** The run that is judged. */
    after,
    /** Cells that both runs have. */
    compared,
    /** Cells that fail the comparison. */
    regressions: changes.filter(({ isRegression }) => isRegression),
    /** Cells that changed otherwise. */
    others: changes.filter(({ isRegression }) => !isRegression),
    /** How much time it took, for information. */
    times: compareTimes(before, after),
  };
}

/** The judgement in a line. */
export function headline({ compared, regressions, others }: Comparison): string {
  const judgement = regressions.length > 0
    ? `${formatPlural(regressions.length, "regression")}`
    : compared === 0
    ? "Nothing to compare"
    : "No regression";
  const more = others.length === 0 ? "" : `, ${formatPlural(others.length, "other change")}`;
  return `${judgement}${more}; ${formatPlural(compared, "cell")} compared`;
}

/** What the times say, in a line. */
export function timesLine({ before, after, times }: Comparison): string {
  const untimed = [before, after].find(({ manifest }) => manifest.rounds === 0);
  if (untimed !== undefined) return `Times are not compared: ${untimed.dir} has none`;
  const machines = `${machineName(before.manifest)}; ${machineName(after.manifest)}`;
  if (times.median === undefined) {
    return times.isSameMachine
      ? "Times are not compared: other sentences were timed"
      : `Times are not compared: no cell has a baseline in both runs (${machines})`;
  }
  const count = (tendency: string) =>
    times.changes.filter((change) => change.tendency === tendency).length;
  const found = `${times.median.toFixed(2)}`;
  const tendencies = `${count("slower")} slower, ${count("faster")} faster`;
  if (!times.isSameMachine) {
    return `Times over the baseline's of the same run, after / before, advisory, on two machines ` +
      `(${machines}): median of all ${formatPlural(times.changes.length, "ratio")} ${found}; ` +
      `beyond ${MACHINES}×: ${tendencies}`;
  }
  const drift = times.drift === undefined ? "" : `, of Viterbi's ${times.drift.toFixed(2)}`;
  return `Times after / before, advisory, on the same machine: median of all ${
    formatPlural(times.changes.length, "time")
  } ${found}${drift}; ${tendencies}`;
}

/** What a cell's change consists of: `edge_evaluations 1,200 → 1,300 (+8.3%)`. */
export function describeDifferences({ differences }: CellChange): string[] {
  return differences.map(({ column, before, after }) => {
    const change = typeof before === "number" && typeof after === "number" && before > 0
      ? ` (${after > before ? "+" : "−"}${formatNumber(100 * Math.abs(after - before) / before)}%)`
      : "";
    return `${column} ${value(column, before)} → ${value(column, after)}${change}`;
  });
}

/** A run by its folder, commit and date. */
export function runName({ dir, manifest }: Run): string {
  const commit = manifest.commit.slice(0, 7);
  const dirty = manifest.dirty ? " with changes" : "";
  const parts = [commit && `${commit}${dirty}`, manifest.startedAt.slice(0, 10)];
  return `${dir} (${parts.filter((part) => part !== "").join(", ")})`;
}

/** The machine of a run by its processor and runtime. */
export function machineName({ machine, merged }: Manifest): string {
  const machines = machine === undefined ? merged?.map(({ machine }) => machine) ?? [] : [machine];
  const names = machines.map(({ cpu, cores, os, deno }) =>
    `${cpu}, ${formatPlural(cores, "core")}, ${os}, Deno ${deno}`
  );
  return [...new Set(names)].join(" and ");
}

function value(column: string, it: unknown): string {
  if (column === "pack") return String(it).slice(0, 8);
  return typeof it === "number" && Number.isInteger(it) ? formatCount(it) : String(it);
}

/**
 * An interval that lies beyond this change is called slower or faster: runs drift by some percent.
 */
export const NOISE = 0.05;
/** The same for ratios to the baseline in runs of two machines, which carry over only so far. */
export const MACHINES = 1.5;

/** How the time of a cell by a clock changed. */
export interface TimeChange extends Pick<Row, "dataset" | "decoder" | "k" | "clock"> {
  /**
   * Time after / time before, for the same sentences: above 1 is slower. On two machines each is
   * taken over the baseline's time in its own run first.
   */
  readonly ratio: Estimate;
  /** What the interval says; `same` also where it is too wide to say more. */
  readonly tendency: "slower" | "faster" | "same";
}

/** The times of two runs. */
export type TimeComparison = ReturnType<typeof changesBetween>;

/**
 * Compares the times of each cell by each clock that both runs timed on the same machine and on the
 * same sentences, by the ratio of their medians over the rounds of all processes. Machines are the
 * same if all that the manifest says of them is, down to the version of V8. Of a cell that was
 * timed on several numbers of sentences the largest that both runs timed counts. Advisory: two runs
 * on one machine are two days, and no test should depend on them.
 *
 * If no cell was timed on one machine in both runs, as on machines that are hired by the hour, each
 * time is divided by the median of the baseline's on the same sentences in the same run, and these
 * ratios are compared: they carry over from machine to machine, if only by a wide limit.
 */
export function compareTimes(before: Run, after: Run): TimeComparison {
  const [old, now] = [timesByCell(before), timesByCell(after)];
  const same = changesBetween(old, now, 1 + NOISE);
  if (same.isSameMachine) return same;
  const relative = changesBetween(relativeTimes(old), relativeTimes(now), MACHINES);
  return { ...relative, isSameMachine: false, drift: undefined };
}

function changesBetween(
  old: ReadonlyMap<string, readonly TimedRow[]>,
  now: ReadonlyMap<string, readonly TimedRow[]>,
  limit: number,
) {
  const changes: TimeChange[] = [];
  const baseline: number[] = [];
  let isSameMachine = false;
  for (const [cell, own] of now) {
    const others = old.get(cell) ?? [];
    if (!own.some(({ machine }) => others.some((other) => other.machine === machine))) continue;
    isSameMachine = true;
    const [since, then] = inCommon(own, others);
    if (since.length === 0) continue;
    const ratio = medianRatio(byProcess(then, elapsed), byProcess(since, elapsed));
    const { dataset, decoder, k, clock, role } = own[0]!.row;
    if (role === "baseline" && clock === "decode") baseline.push(ratio.median);
    changes.push({ dataset, decoder, k, clock, ratio, tendency: tendency(ratio, limit) });
  }
  const ratios = changes.map(({ ratio }) => ratio.median);
  return {
    /** Cells from the most slowed down to the most sped up. */
    changes: changes.sort((a, b) => b.ratio.median - a.ratio.median),
    /** Whether any cell was timed on one machine in both runs. */
    isSameMachine,
    /** Median of the ratios of all cells; undefined without any. */
    median: ratios.length === 0 ? undefined : median(ratios),
    /** Median of the baseline's ratios: how much the machine itself was slower or faster. */
    drift: baseline.length === 0 ? undefined : median(baseline),
  };
}

function tendency({ low, high }: Estimate, limit: number): TimeChange["tendency"] {
  if (low !== undefined && low > limit) return "slower";
  if (high !== undefined && high < 1 / limit) return "faster";
  return "same";
}

/** Times over the median of the baseline on the same sentences and machine, as of one machine. */
function relativeTimes(cells: ReadonlyMap<string, readonly TimedRow[]>): Map<string, TimedRow[]> {
  const raceOf = ({ row, machine, clock, sentences }: TimedRow) =>
    JSON.stringify([row.dataset, row.pack, row.sample, row.k, clock, sentences, machine]);
  const baselines = Map.groupBy(
    [...cells.values()].flat().filter(({ row }) => row.role === "baseline"),
    raceOf,
  );
  const relative = [...cells].map(([cell, rows]): [string, TimedRow[]] => [
    cell,
    rows.flatMap((timed) => {
      // A baseline that copies nothing has one clock.
      const own = baselines.get(raceOf(timed)) ??
        baselines.get(raceOf({ ...timed, clock: "decode" }));
      if (own === undefined || timed.row.role === "baseline") return [];
      return [{ ...timed, machine: "any", elapsedMs: timed.elapsedMs / median(own.map(elapsed)) }];
    }),
  ]);
  return new Map(relative.filter(([, rows]) => rows.length > 0));
}

/** A round, and the row that it is of. */
type TimedRow = Round & { readonly row: Row };

/** The timed rows of each cell and clock on known machines, without those of before an edit. */
function timesByCell({ rows: all, manifest }: Run): Map<string, TimedRow[]> {
  const keys = new Map(all.map((row) => [cellId(row), row.key]));
  const rows = all.filter((row) => row.key === keys.get(cellId(row)));
  const failed = new Set(rows.filter(({ status }) => status !== "ok").map(cellId));
  const timed = rows.filter((row) => !failed.has(cellId(row))).flatMap((row) =>
    roundsOf([row], machinesOf(manifest)).map((round): TimedRow => ({ ...round, row }))
  ).filter(({ machine }) => machine !== undefined);
  return Map.groupBy(timed, ({ row }) => `${cellId(row)} ${row.clock}`);
}

/** Times of other lattices do not compare. */
function cellId({ dataset, pack, sample, decoder, k }: Row): string {
  return JSON.stringify([dataset, pack, sample, decoder, k]);
}
