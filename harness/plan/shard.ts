/**
 * Shards: a plan dealt out to several machines, and the hash by which they belong together.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Plan, PlannedCell } from "./contract.ts";
import type { Shard } from "../store/manifest.ts";
import { UsageError } from "../terminal/usage_error.ts";
import { SCHEMA, sourceHash } from "../store/key.ts";

/** Hexadecimal digits of a hash. */
const DIGITS = 16;

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

/**
 * Hash of what a plan measures: the schema, the suite with its limits, the seed, the datasets with
 * their numbers of sentences, and the cells with the sources of their decoders. The lattices of a
 * pack at a path are not part of it; rows carry their hash.
 */
export async function planHash({ suite, datasets }: Plan, seed: number): Promise<string> {
  const urls = new Set(datasets.flatMap(({ cells }) => cells.map(({ variant }) => variant.url)));
  const sources = new Map<string, string>();
  for (const url of urls) sources.set(url, await sourceHash(url));
  const measured = datasets.map(({ name, sentences, longest, countsOnly, cells }) => [
    name,
    sentences,
    longest,
    countsOnly,
    cells.map(({ name, k, few, variant }) => [name, k, few, sources.get(variant.url)]),
  ]);
  const { name, rounds, processes, roundMs, deadlineMs } = suite;
  const identity = JSON.stringify([
    SCHEMA,
    ...[name, rounds, processes, roundMs, deadlineMs, seed],
    measured,
  ]);
  return createHash("sha256").update(identity).digest("hex").slice(0, DIGITS);
}
