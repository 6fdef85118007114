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
import { compareTimes, type TimeComparison } from "./times.ts";
import { formatCount, formatNumber } from "../numbers/format.ts";

/** What came of comparing two runs. */
export interface Comparison {
  /** The run that is compared with. */
  readonly before: Run;
  /** The run that is judged. */
  readonly after: Run;
  /** Cells that both runs have. */
  readonly compared: number;
  /** What fails the comparison. */
  readonly regressions: readonly CellChange[];
  /** What else changed. */
  readonly others: readonly CellChange[];
  /** How much time it took, for information. */
  readonly times: TimeComparison;
}

/** Compares two runs. Only counts and verdicts can fail; times are never part of the judgement. */
export function compareRuns(before: Run, after: Run, options: CompareOptions = {}): Comparison {
  const { compared, changes } = compareCounts(before.rows, after.rows, options);
  return {
    before,
    after,
    compared,
    regressions: changes.filter(({ isRegression }) => isRegression),
    others: changes.filter(({ isRegression }) => !isRegression),
    times: compareTimes(before, after),
  };
}

/** The judgement in a line. */
export function headline({ compared, regressions, others }: Comparison): string {
  const judgement = regressions.length > 0
    ? `${plural(regressions.length, "regression")}`
    : compared === 0
    ? "Nothing to compare"
    : "No regression";
  const more = others.length === 0 ? "" : `, ${plural(others.length, "other change")}`;
  return `${judgement}${more}; ${plural(compared, "cell")} compared`;
}

/** What the times say, in a line. */
export function timesLine({ before, after, times }: Comparison): string {
  const untimed = [before, after].find(({ manifest }) => manifest.rounds === 0);
  if (untimed !== undefined) return `Times are not compared: ${untimed.dir} has none`;
  if (!times.isSameMachine) {
    return "Times are not compared: no cell was timed on the same machine in both runs " +
      `(${machineName(before.manifest)}; ${machineName(after.manifest)})`;
  }
  if (times.median === undefined) return "Times are not compared: other sentences were timed";
  const count = (tendency: string) =>
    times.changes.filter((change) => change.tendency === tendency).length;
  const drift = times.drift === undefined ? "" : `, of Viterbi's ${times.drift.toFixed(2)}`;
  return `Times after / before, advisory, on the same machine: median of all ${
    plural(times.changes.length, "time")
  } ${times.median.toFixed(2)}${drift}; ${count("slower")} slower, ${count("faster")} faster`;
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
    `${cpu}, ${plural(cores, "core")}, ${os}, Deno ${deno}`
  );
  return [...new Set(names)].join(" and ");
}

function value(column: string, it: unknown): string {
  if (column === "pack") return String(it).slice(0, 8);
  return typeof it === "number" && Number.isInteger(it) ? formatCount(it) : String(it);
}

function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
