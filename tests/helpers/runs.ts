/**
 * Tiny runs of the harness.
 *
 * @module
 */

import { bench, type BenchOptions } from "../../harness/run/bench.ts";
import { type Row, ROWS } from "../../harness/store/rows.ts";

/** Two datasets, three cells each: the baseline, the control and a beam. */
export const TINY_BENCH: Omit<BenchOptions, "out"> = {
  suite: "quick",
  datasets: ["synthetic-weak-5", "synthetic-sparse-4"],
  decoders: ["beam{width=2}"],
  ks: [1],
  sentences: 2,
  // No times are compared: to warm up for the suite's would take longer than all else.
  roundMs: 2,
  seed: 3,
  resume: false,
  commandLine: "tiny",
};

/** Runs the tiny bench into a folder and reads its rows back. */
export async function tinyBench(out: string, changes: Partial<BenchOptions> = {}) {
  const judgement = await bench({ ...TINY_BENCH, ...changes, out });
  return { judgement, rows: await ROWS.read(out) };
}

/** Columns that have the same values in every run. */
const COUNTED = [
  ...["key", "dataset", "pack", "decoder", "k", "status", "verdict", "sentences"],
  ...["exact_share", "mean_gap", "iterations", "node_expansions", "edge_evaluations"],
  "reference_edges",
] as const satisfies readonly (keyof Row)[];

/** What must be the same in every run: once for each cell. */
export function countsOf(rows: readonly Row[]): string[] {
  const counts = rows.map((row) => JSON.stringify(COUNTED.map((name) => row[name])));
  return [...new Set(counts)].sort();
}

/** Whether every cell has its last round, which slow ones have too, in one session. */
export function isComplete(rows: readonly Row[], rounds: number): boolean {
  const sessions = Map.groupBy(rows, ({ key, session }) => `${key} ${session}`);
  const complete = new Set<string>();
  for (const [, of] of sessions) {
    if (of.some(({ round }) => round === rounds)) complete.add(of[0]!.key);
  }
  return rows.every(({ key }) => complete.has(key));
}
