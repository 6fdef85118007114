/**
 * Merging runs: the shards of a plan, or runs of different cells.
 *
 * @module
 */

import { cellName, compareCounts } from "./compare.ts";
import {
  formatShard,
  isSameMachine,
  type Manifest,
  type MergedRun,
  parseShard,
  type Shard,
  worstConditions,
} from "./manifest.ts";
import type { Row } from "./rows.ts";
import type { Run } from "./store.ts";
import { UsageError } from "../terminal/usage_error.ts";
import type { Tables } from "./whole_cells.ts";

/** What runs must have in common to be one. */
const COMMON = [
  "schema",
  "trellisVersion",
  "commit",
  "dirty",
  "suite",
  "problem",
  "seed",
  "rounds",
] as const satisfies readonly (keyof Manifest)[];

/** What came of merging: the tables of all runs, shard by shard. */
export interface Merged extends Required<Tables> {
  /** What the runs have in common, and each of them. */
  readonly manifest: Manifest;
  /** One line for each shard that is missing or was not measured to the end. */
  readonly missing: readonly string[];
}

/**
 * Puts the rows of several runs together. Their sessions are numbered on, so that each row still
 * tells in which run, and by the manifest on which machine, it was measured, and times are paired
 * within a session only. The order in which the runs are given does not matter.
 *
 * The baseline and its control may be in several runs, since ratios need them beside each cell; any
 * other cell may be in one only. Merged runs can be merged again.
 *
 * @throws UsageError if the runs differ in schema, commit, suite, seed or plan, or in the lattices
 * or the decoder of a cell, if a shard or a cell comes twice, and if there is no run
 */
export function mergeRuns(given: readonly Run[], commandLine: string): Merged {
  const runs = inOrder(given);
  const [first] = runs;
  if (first === undefined) throw new UsageError("Cannot merge runs: none is given");
  refuseMixed(runs);
  refuseMixedLattices(runs);
  refuseDuplicates(runs);

  const offsets: number[] = [];
  let sessions = 0;
  for (const { manifest } of runs) {
    offsets.push(sessions);
    sessions += manifest.sessions;
  }
  const inSessions = <T extends { readonly session: number }>(
    linesOf: (run: Run) => readonly T[] | undefined,
  ): T[] =>
    runs.flatMap((run, i) =>
      (linesOf(run) ?? []).map((line) => ({ ...line, session: line.session + offsets[i]! }))
    );
  const merged = runs.flatMap((run, i) =>
    partsOf(run).map((part): MergedRun => ({
      ...part,
      firstSession: part.firstSession + offsets[i]!,
    }))
  );
  const unmeasured = runs.map(({ rows, manifest }) => manifest.cells - cellCount(rows));
  const {
    machine: _,
    shard: __,
    earlier: ___,
    sentences: ____,
    conditions: _____,
    ...manifest
  } = first.manifest;
  const { machine } = merged[0]!;
  const conditions = runs.flatMap(({ manifest }) => manifest.conditions ?? []);
  return {
    rows: inSessions(({ rows }) => rows),
    sentences: inSessions(({ sentences }) => sentences),
    firstUse: inSessions(({ firstUse }) => firstUse),
    answers: inSessions(({ answers }) => answers),
    traces: inSessions(({ traces }) => traces),
    manifest: {
      ...manifest,
      commandLine,
      startedAt: merged.map(({ startedAt }) => startedAt).sort()[0]!,
      sessions,
      cells: cellCount(runs.flatMap(({ rows }) => rows)) +
        unmeasured.reduce((sum, cells) => sum + Math.max(0, cells), 0),
      ...(merged.every((part) => isSameMachine(part.machine, machine)) ? { machine } : {}),
      ...(conditions.length < runs.length ? {} : { conditions: worstConditions(conditions) }),
      merged,
    },
    missing: [
      ...missingShards(merged),
      ...runs.flatMap(({ dir, manifest }, index) =>
        unmeasured[index]! > 0
          ? [`${dir}: ${unmeasured[index]} of its ${manifest.cells} cells`]
          : []
      ),
    ],
  };
}

/** A run as it is told of in the run that it is merged into. */
function partsOf({ dir, manifest }: Run): readonly MergedRun[] {
  const { merged, shard, sessions, commandLine, startedAt, machine } = manifest;
  if (merged !== undefined) return merged;
  if (machine === undefined) throw new UsageError(`Cannot merge ${dir}: it names no machine`);
  const part = { firstSession: 0, sessions, commandLine, startedAt, machine };
  return [shard === undefined ? part : { shard, ...part }];
}

function shardsOf(run: Run): Shard[] {
  return partsOf(run).flatMap(({ shard }) => shard === undefined ? [] : [parseShard(shard)]);
}

/** By shard, else by time. */
function inOrder(runs: readonly Run[]): Run[] {
  const index = (run: Run) => shardsOf(run)[0]?.index ?? 0;
  return runs.toSorted((a, b) =>
    index(a) - index(b) || (a.manifest.startedAt < b.manifest.startedAt ? -1 : 1)
  );
}

function refuseMixed(runs: readonly Run[]): void {
  const first = runs[0]!;
  for (const { dir, manifest } of runs) {
    for (const name of COMMON) {
      if (manifest[name] === first.manifest[name]) continue;
      const [theirs, its] = [manifest[name], first.manifest[name]].map((it) => JSON.stringify(it));
      throw new UsageError(
        `Cannot merge ${dir} with ${first.dir}: its ${name} is ${theirs}, not ${its}`,
      );
    }
  }
  const seen = new Map<number, Run>();
  const count = shardsOf(first)[0]?.count;
  for (const run of runs) {
    const shards = shardsOf(run);
    const isOther = shards.length === 0
      ? count !== undefined
      : shards[0]!.count !== count || run.manifest.plan !== first.manifest.plan;
    if (isOther) {
      throw new UsageError(
        `Cannot merge ${run.dir} with ${first.dir}: they are parts of different plans`,
      );
    }
    for (const shard of shards) {
      const other = seen.get(shard.index);
      if (other !== undefined) {
        throw new UsageError(
          `Cannot merge ${run.dir} with ${other.dir}: both hold shard ${formatShard(shard)}`,
        );
      }
      seen.set(shard.index, run);
    }
  }
}

function refuseMixedLattices(runs: readonly Run[]): void {
  const seen = new Map<string, { row: Row; dir: string }>();
  for (const { dir, rows } of runs) {
    // At another k a dataset may take another number of sentences, of which some cells take a part.
    const whole = new Map<string, Row>();
    for (const row of rows) {
      const sample = `${row.dataset}, k = ${row.k}`;
      if (row.sentences > (whole.get(sample)?.sentences ?? -1)) whole.set(sample, row);
    }
    for (const [sample, row] of whole) {
      const other = seen.get(sample);
      seen.set(sample, { row, dir });
      if (other === undefined) continue;
      if (other.row.pack === row.pack && other.row.sentences === row.sentences) continue;
      throw new UsageError(
        `Cannot merge ${dir} with ${other.dir}: they have other lattices of ${sample}`,
      );
    }
  }
}

function refuseDuplicates(runs: readonly Run[]): void {
  const seen = new Map<string, { row: Row; dir: string }>();
  for (const { dir, rows } of runs) {
    const own = new Map(rows.map((row) => [cellName(row), row]));
    for (const [cell, row] of own) {
      const other = seen.get(cell);
      seen.set(cell, { row, dir });
      if (other === undefined) continue;
      const fail = (what: string) =>
        new UsageError(`Cannot merge ${dir} with ${other.dir}: ${what}, ${cell}`);
      if (row.role === "rival") throw fail("both hold one cell");
      const isSame = row.key === other.row.key &&
        (row.status !== other.row.status || compareCounts([other.row], [row]).changes.length === 0);
      if (!isSame) throw fail("they have other counts or sources of one cell");
    }
  }
}

function missingShards(merged: readonly MergedRun[]): string[] {
  const shards = merged.flatMap(({ shard }) => shard === undefined ? [] : [parseShard(shard)]);
  const count = shards[0]?.count ?? 0;
  const present = new Set(shards.map(({ index }) => index));
  return Array.from({ length: count }, (_, i) => ({ index: i + 1, count }))
    .filter(({ index }) => !present.has(index))
    .map((shard) => `shard ${formatShard(shard)}`);
}

function cellCount(rows: readonly Row[]): number {
  return new Set(rows.map(cellName)).size;
}
