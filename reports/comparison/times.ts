/**
 * Comparing the times of two runs, where they were measured on one machine.
 *
 * @module
 */

import { machineId, machineOf } from "../../harness/store/manifest.ts";
import type { Clock, Row } from "../../harness/store/rows.ts";
import type { Run } from "../../harness/store/store.ts";
import { type Estimate, median, medianRatio, type Processes } from "../numbers/statistics.ts";

/**
 * An interval that lies beyond this change is called slower or faster: runs drift by some percent.
 */
export const NOISE = 0.05;

/** How the time of a cell changed. */
export interface TimeChange {
  /** Dataset name. */
  readonly dataset: string;
  /** Variant name, or `control`. */
  readonly decoder: string;
  /** Paths asked for. */
  readonly k: number;
  /** What was on the clock. */
  readonly clock: Clock;
  /** Time after / time before, for the same sentences: above 1 is slower. */
  readonly ratio: Estimate;
  /** What the interval says; `same` also where it is too wide to say more. */
  readonly tendency: "slower" | "faster" | "same";
}

/** The times of two runs. */
export interface TimeComparison {
  /** From the slowest down to the fastest change. */
  readonly changes: readonly TimeChange[];
  /** Whether any cell was timed on one machine in both runs. */
  readonly isSameMachine: boolean;
  /** Median of the ratios of all cells; undefined without any. */
  readonly median: number | undefined;
  /** Median of the baseline's ratios: how much the machine itself was slower or faster. */
  readonly drift: number | undefined;
}

/**
 * Compares the times of each cell by each clock that both runs timed on the same machine and on the
 * same sentences, by the ratio of their medians over the rounds of all processes. Machines are the
 * same if all that the manifest says of them is, down to the version of V8. Of a cell that was
 * timed on several numbers of sentences the largest that both runs timed counts. Advisory: two runs
 * on one machine are two days, and no test should depend on them.
 */
export function compareTimes(before: Run, after: Run): TimeComparison {
  const [old, now] = [timesByCell(before), timesByCell(after)];
  const changes: TimeChange[] = [];
  const baseline: number[] = [];
  let isSameMachine = false;
  for (const [cell, own] of now) {
    const others = old.get(cell) ?? [];
    const machine = own.find((row) => others.some((other) => other.machine === row.machine))
      ?.machine;
    if (machine === undefined) continue;
    isSameMachine = true;
    const [then, since] = [others, own].map((timed) =>
      timed.filter((row) => row.machine === machine)
    );
    const common = new Set(then!.map(({ timed_sentences }) => timed_sentences));
    const sentences = Math.max(
      ...since!.map(({ timed_sentences }) => timed_sentences).filter((count) => common.has(count)),
    );
    if (sentences === -Infinity) continue;
    const ratio = medianRatio(samplesOf(then!, sentences), samplesOf(since!, sentences));
    const { dataset, decoder, k, clock, role } = own[0]!;
    if (role === "baseline" && clock === "decode") baseline.push(ratio.median);
    changes.push({ dataset, decoder, k, clock, ratio, tendency: tendency(ratio) });
  }
  const ratios = changes.map(({ ratio }) => ratio.median);
  return {
    changes: changes.sort((a, b) => b.ratio.median - a.ratio.median),
    isSameMachine,
    median: ratios.length === 0 ? undefined : median(ratios),
    drift: baseline.length === 0 ? undefined : median(baseline),
  };
}

function tendency({ low, high }: Estimate): TimeChange["tendency"] {
  if (low !== undefined && low > 1 + NOISE) return "slower";
  if (high !== undefined && high < 1 / (1 + NOISE)) return "faster";
  return "same";
}

/** A timed row and its machine. */
type TimedRow = Row & { readonly machine: string };

/** The timed rows of each cell and clock. */
function timesByCell({ rows, manifest }: Run): Map<string, TimedRow[]> {
  const failed = new Set(rows.filter(({ status }) => status !== "ok").map(cellId));
  const timed = rows.flatMap((row): TimedRow[] => {
    const machine = machineOf(manifest, row.session);
    return machine === undefined || !(row.elapsed_ms > 0) || failed.has(cellId(row))
      ? []
      : [{ ...row, machine: machineId(machine) }];
  });
  return Map.groupBy(timed, (row) => `${cellId(row)} ${row.clock}`);
}

/** The times of the rounds on so many sentences, process by process. */
function samplesOf(rows: readonly TimedRow[], sentences: number): Processes {
  const on = rows.filter(({ timed_sentences }) => timed_sentences === sentences);
  const byProcess = Map.groupBy(
    on,
    ({ session, group, process }) => `${session} ${group} ${process}`,
  );
  return [...byProcess.values()].map((own) => own.map(({ elapsed_ms }) => elapsed_ms));
}

/** Times of other lattices do not compare. */
function cellId({ dataset, pack, sample, decoder, k }: Row): string {
  return JSON.stringify([dataset, pack, sample, decoder, k]);
}
