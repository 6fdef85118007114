/**
 * Shards: a plan dealt out to several machines.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Plan, PlannedCell } from "./contract.ts";
import type { Shard } from "../store/manifest.ts";
import { UsageError } from "../terminal/usage_error.ts";

/**
 * The part of a plan that one shard runs.
 *
 * The cells in the order of the hashes of their names are dealt out in turn: the shards of a plan
 * are disjoint, hold every cell together, and differ by at most one cell. Each shard besides keeps,
 * for each k on each dataset, the baseline that its ratios need, and the control beside the
 * baseline; only these are run in more than one shard. What a shard runs depends on names alone, so
 * that it needs not open the datasets of others.
 *
 * @throws UsageError if there are more shards than cells
 */
export function shardPlan(plan: Plan, { index, count }: Shard): Plan {
  const cells = plan.datasets.flatMap(({ name, cells }) =>
    cells.map((cell) => ({ cell, hash: nameHash(name, cell) }))
  ).sort((a, b) => a.hash < b.hash ? -1 : 1);
  if (count > cells.length) {
    throw new UsageError(`Cannot make ${count} shards of a plan: it has ${cells.length} cells`);
  }
  const dealt = new Set(
    cells.filter((_, rank) => rank % count === index - 1).map(({ cell }) => cell),
  );
  const datasets = plan.datasets.map((dataset) => ({
    ...dataset,
    cells: withBaseline(dataset.cells, dealt),
  }));
  return { ...plan, datasets: datasets.filter(({ cells }) => cells.length > 0) };
}

function withBaseline(
  cells: readonly PlannedCell[],
  dealt: ReadonlySet<PlannedCell>,
): PlannedCell[] {
  const ks = new Set(cells.filter((cell) => dealt.has(cell)).map(({ k }) => k));
  return cells.filter((cell) => dealt.has(cell) || (cell.role !== "rival" && ks.has(cell.k)));
}

function nameHash(dataset: string, { name, k }: PlannedCell): string {
  return createHash("sha256").update(JSON.stringify([dataset, name, k])).digest("hex");
}
