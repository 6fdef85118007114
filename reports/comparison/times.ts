/**
 * Comparing the times of two runs, where they were measured on one machine.
 *
 * @module
 */

import { machineId, machineOf } from "../../harness/store/manifest.ts";
import type { Row } from "../../harness/store/rows.ts";
import type { Run } from "../../harness/store/store.ts";
import { type Estimate, median, medianRatio } from "../numbers/statistics.ts";

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
 * Compares the times of each cell that both runs timed on the same machine and on the same
 * sentences, by the ratio of their medians over the rounds. Machines are the same if all that the
 * manifest says of them is, down to the version of V8. Of a cell that was timed on several numbers
 * of sentences the largest that both runs timed counts. Advisory: two runs on one machine are two
 * days, and no test should depend on them.
 */
export function compareTimes(before: Run, after: Run): TimeComparison {
  const [old, now] = [timesByCell(before), timesByCell(after)];
  const changes: TimeChange[] = [];
  const baseline: number[] = [];
  let isSameMachine = false;
  for (const [cell, { row, samples }] of now) {
    const others = old.get(cell)?.samples ?? new Map<string, Map<number, number[]>>();
    const machine = [...samples.keys()].find((machine) => others.has(machine));
    if (machine === undefined) continue;
    isSameMachine = true;
    const [then, since] = [others.get(machine)!, samples.get(machine)!];
    const common = [...since.keys()].filter((sentences) => then.has(sentences));
    if (common.length === 0) continue;
    const sentences = Math.max(...common);
    const ratio = medianRatio(then.get(sentences)!, since.get(sentences)!);
    const { dataset, decoder, k, role } = row;
    if (role === "baseline") baseline.push(ratio.median);
    changes.push({ dataset, decoder, k, ratio, tendency: tendency(ratio) });
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

interface CellTimes {
  readonly row: Row;
  /** Milliseconds of each round, by machine and by the number of sentences. */
  readonly samples: Map<string, Map<number, number[]>>;
}

function timesByCell({ rows, manifest }: Run): Map<string, CellTimes> {
  const failed = new Set(rows.filter(({ status }) => status !== "ok").map(cellId));
  const cells = new Map<string, CellTimes>();
  for (const row of rows) {
    const machine = machineOf(manifest, row.session);
    if (machine === undefined || !(row.elapsed_ms > 0) || failed.has(cellId(row))) continue;
    const { samples } = getOrAdd(cells, cellId(row), () => ({ row, samples: new Map() }));
    const bySentences = getOrAdd(samples, machineId(machine), () => new Map());
    getOrAdd(bySentences, row.timed_sentences, (): number[] => []).push(row.elapsed_ms);
  }
  return cells;
}

/** Times of other lattices do not compare. */
function cellId({ dataset, pack, decoder, k }: Row): string {
  return JSON.stringify([dataset, pack, decoder, k]);
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
