/**
 * Whether a run can be gone on with, and which of its rows are kept.
 *
 * @module
 */

import { type Measured, type Role, rowKey, type Sources } from "./key.ts";
import { isSameMachine, type Manifest } from "./manifest.ts";
import { UsageError } from "../terminal/usage_error.ts";
import { cellName } from "./compare.ts";
import type { Row } from "./rows.ts";
import type { Run } from "./store.ts";
import { groupedCell } from "./whole_cells.ts";

/** Flags that must be as they were, as a command line has them; undefined if one was not given. */
const FLAGS: readonly ((manifest: Manifest) => readonly [name: string, value: unknown])[] = [
  ({ suite }) => ["suite", suite],
  ({ seed }) => ["seed", seed],
  ({ sentences }) => ["sentences", sentences],
  ({ shard }) => ["shard", shard],
  ({ rounds }) => ["counts", rounds === 0 ? "" : undefined],
];

/**
 * Refuses what would measure something else than a run did. Other datasets, decoders and ks may be
 * asked for: rows of cells that are not planned any more stay as they are.
 *
 * @throws UsageError that says what differs
 */
export function requireSameRun(
  { dir, manifest: begun }: Pick<Run, "dir" | "manifest">,
  now: Manifest,
): void {
  const fail = (what: string) => new UsageError(`Cannot resume ${dir}: ${what}`);
  if (begun.merged !== undefined) throw fail("it was merged from other runs");
  for (const flag of FLAGS) {
    const [was, is] = [begun, now].map((manifest) => written(...flag(manifest)));
    if (was !== is) throw fail(`it was begun with ${was}, now there is ${is}`);
  }
  if (begun.rounds !== now.rounds) {
    throw fail(`its suite had ${begun.rounds} rounds, now it has ${now.rounds}`);
  }
  if (!isSameMachine(begun.machine, now.machine)) {
    throw fail("its rows were measured on another machine or Deno");
  }
}

function written(name: string, value: unknown): string {
  return value === undefined ? `no --${name}` : `--${name} ${value}`.trim();
}

/** A cell of a dataset as it is to be measured now. */
export interface CurrentCell {
  readonly role: Role;
  readonly measured: Measured;
  /** `rowKey` of what is measured. */
  readonly key: string;
}

/**
 * The rows to keep before some cells of a dataset are measured; all rows of other cells are among
 * them, also of decoders that are not asked for any more. Gone are
 * - the rows of a cell whose decoder has changed since: its key is another;
 * - those of a cell that ended as `error` or `timeout`, unless it was wrong, or that could not be
 *   checked: it is tried again;
 * - those of a cell that was timed beside a baseline whose rows are gone, or beside none: it has no
 *   ratio without.
 *
 * @param rows of cells that were measured to the end
 * @throws UsageError if rows of a cell are of other sentences: none of them is given up for that
 */
export function rowsToKeep(
  rows: readonly Row[],
  dataset: string,
  cells: readonly CurrentCell[],
): Row[] {
  const current = new Map(
    cells.map((cell) => [`${cell.measured.decoder} ${cell.measured.k}`, cell]),
  );
  const packs = new Map(cells.map(({ measured: { k, pack } }) => [k, pack]));
  const own = new Map(
    rows.filter((row) => row.dataset === dataset)
      .map((row) => [row, current.get(`${row.decoder} ${row.k}`)]),
  );
  for (const [row, cell] of own) {
    requireSameSentences(
      row,
      cell?.measured ?? { pack: packs.get(row.k) ?? row.pack, sample: row.sample },
    );
  }
  const failed = new Set(rows.filter(isFailed).map(groupedCell));
  const isGood = (row: Row): boolean => {
    const cell = own.get(row);
    return cell === undefined || cell.key === row.key && !failed.has(groupedCell(row));
  };
  const good = rows.filter(isGood);
  const baselineKs = new Set(
    cells.filter(({ role }) => role === "baseline").map(({ measured: { k } }) => k),
  );
  const besides = new Set(
    good.filter((row) => own.has(row) && row.role === "baseline").map(besideWhich),
  );
  return good.filter((row) =>
    own.get(row) === undefined || row.round === 0 || !baselineKs.has(row.k) ||
    besides.has(besideWhich(row))
  );
}

/**
 * The cells that have rows and are not to be tried again, as messages name them.
 *
 * @param sources as they are now: rows of others do not count
 */
export function measuredCells(rows: readonly Row[], sources: Sources): Set<string> {
  const isNow = (row: Row) =>
    rowKey({ ...row, sources: sources.get(row.decoder) ?? "" }) === row.key;
  const names = (some: readonly Row[]) => new Set(some.map(cellName));
  return names(rows.filter(isNow)).difference(names(rows.filter(isFailed)));
}

/** Whether a cell is to be tried again: what is known to be wrong stays so. */
function isFailed({ status, verdict }: Row): boolean {
  if (verdict === "wrong" || status === "skipped") return false;
  return status !== "ok" || verdict === "unchecked";
}

/** What the rows of a baseline and of its rivals have in common. */
function besideWhich({ k, session, group }: Row): string {
  return `${k} ${session} ${group}`;
}

function requireSameSentences(row: Row, { pack, sample }: Pick<Measured, "pack" | "sample">): void {
  const other = row.pack !== pack ? "lattices" : row.sample !== sample ? "sentences" : undefined;
  if (other === undefined) return;
  throw new UsageError(
    `Cannot resume: the rows of ${cellName(row)} are of other ${other} than its dataset has now`,
  );
}
