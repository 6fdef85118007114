/**
 * What is measured for a question of its own: datasets that are points of a sweep (a synthetic
 * family with settings), the widths of the beam on real tasks, and many values of k.
 *
 * They would crowd everything else out of the general tables and charts.
 *
 * @module
 */

import type { SummaryRow } from "./summary_row.ts";
import { beamWidth } from "./variants.ts";

/** More values of k than this are a sweep. */
const FEW_KS = 5;
/** Those of a sweep that tables show, with the first and the last. */
const SHOWN_KS = [1, 5, 10, 100, 1000];

/** Whether the dial or the length of a cell's dataset is set. */
export function isSweep({ dataset_settings }: Pick<SummaryRow, "dataset_settings">): boolean {
  return dataset_settings.dial !== undefined || dataset_settings.length !== undefined;
}

/**
 * The cells that belong into the general tables and charts: not those of sweeps, nor those of beam
 * widths that were measured on real tasks only, which the papers' pages have.
 */
export function generalCells(summary: readonly SummaryRow[]): SummaryRow[] {
  const special = beamsOfRealTasks(summary);
  return summary.filter((row) => !isSweep(row) && !special.has(row.decoder));
}

/**
 * The values of k that general tables show: all, or some of a sweep, which has charts of its own.
 *
 * @example
 * ```ts
 * import { generalKs } from "./sweep.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(generalKs([5, 1, 5]), [1, 5]);
 * assertEquals(generalKs([1, 2, 5, 10, 20, 50, 70]), [1, 5, 10, 70]);
 * ```
 */
export function generalKs(ks: readonly number[]): number[] {
  const all = [...new Set(ks)].sort((a, b) => a - b);
  if (all.length <= FEW_KS) return all;
  return all.filter((k) => k === all[0] || k === all.at(-1) || SHOWN_KS.includes(k));
}

/** The beam widths that were measured on real tasks only, in a run that holds others, too. */
export function beamsOfRealTasks(summary: readonly SummaryRow[]): Set<string> {
  const synthetic = summary.filter((row) => row.family !== "real");
  const elsewhere = new Set(synthetic.map((row) => row.decoder));
  if (elsewhere.size === 0) return new Set();
  const beams = summary.filter((row) => beamWidth(row) !== undefined);
  return new Set(beams.map((row) => row.decoder).filter((name) => !elsewhere.has(name)));
}
