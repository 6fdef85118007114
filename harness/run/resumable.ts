/**
 * Whether a run can be gone on with as is asked.
 *
 * @module
 */

import type { Plan } from "../plan/contract.ts";
import { UsageError } from "../terminal/usage_error.ts";
import { cellName } from "../store/compare.ts";
import { isSameMachine, type Manifest } from "../store/manifest.ts";
import type { Run } from "../store/store.ts";

/** Flags that must be as they were, as a command line has them; undefined if one was not given. */
const FLAGS: readonly ((manifest: Manifest) => readonly [name: string, value: unknown])[] = [
  ({ suite }) => ["suite", suite],
  ({ seed }) => ["seed", seed],
  ({ sentences }) => ["sentences", sentences],
  ({ shard }) => ["shard", shard],
  ({ rounds }) => ["counts", rounds === 0 ? "" : undefined],
];

/**
 * Refuses what would measure something else than a run did, or less. Datasets, decoders and ks may
 * be added: their cells have no rows yet.
 *
 * @throws UsageError that says what differs
 */
export function refuseOthers({ dir, manifest: begun, rows }: Run, now: Manifest, plan: Plan): void {
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
  const planned = new Set(plannedCells(plan));
  const left = rows.find((row) => !planned.has(cellName(row)));
  if (left !== undefined) {
    throw fail(
      `it has rows of ${cellName(left)}, which is not asked for; it was ${begun.commandLine}`,
    );
  }
}

/** The cells of a plan, as messages name them. */
export function plannedCells({ datasets }: Plan): string[] {
  return datasets.flatMap(({ name: dataset, cells }) =>
    cells.map(({ name: decoder, k }) => cellName({ dataset, decoder, k }))
  );
}

function written(name: string, value: unknown): string {
  return value === undefined ? `no --${name}` : `--${name} ${value}`.trim();
}
