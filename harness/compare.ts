/**
 * Comparing the counts of two runs.
 *
 * @module
 */

import type { Row } from "./rows.ts";

/** What must be the same on every machine. */
const COUNTED = [
  "pack",
  "status",
  "verdict",
  "sentences",
  "exact_share",
  "mean_gap",
  "gold_tokens",
  "right_tokens",
  "iterations",
  "node_expansions",
  "edge_evaluations",
  "dense_edges",
] as const satisfies readonly (keyof Row)[];

/**
 * The differences between the counts and verdicts of two runs, a line each: a cell that only one
 * of them has, or a value that is not the same. Fewer edges differ as much as more do. Times are
 * not compared.
 */
export function compareCounts(before: readonly Row[], after: readonly Row[]): string[] {
  const [old, now] = [cellsOf(before), cellsOf(after)];
  const cells = [...new Set([...old.keys(), ...now.keys()])].sort();
  return cells.flatMap((cell) => {
    const [was, is] = [old.get(cell), now.get(cell)];
    if (was === undefined) return [`${cell}: only in the second run`];
    if (is === undefined) return [`${cell}: only in the first run`];
    return COUNTED.filter((name) => was[name] !== is[name])
      .map((name) => `${cell}: ${name} was ${was[name]}, is ${is[name]}`);
  });
}

/** The last row of each cell by its name. */
function cellsOf(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [`${row.dataset}, ${row.decoder}, k = ${row.k}`, row]));
}
