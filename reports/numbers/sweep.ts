/**
 * What is measured for a question of its own: datasets that are points of a sweep (a synthetic
 * family with its settings in braces), the widths of the beam on real tasks, and many values of k.
 *
 * They would crowd everything else out of the general tables and charts.
 *
 * @module
 */

import { beamWidth } from "./decoder_names.ts";
import type { SummaryRow } from "./summary.ts";

/** More values of k than this are a sweep. */
const FEW_KS = 5;
/** Those of a sweep that tables show, with the first and the last. */
const SHOWN_KS = [1, 5, 10, 100, 1000];

/** What the name of a sweep's dataset says. */
export interface Setting {
  /** The synthetic family without its settings. */
  readonly family: string;
  /** Strength of the transitions, if it is set. */
  readonly dial?: number;
  /** Positions of every sentence, if they are set. */
  readonly length?: number;
}

/** Whether a cell's dataset has its settings in braces. */
export function isSweep(row: Pick<SummaryRow, "dataset" | "family">): boolean {
  return row.dataset.includes("{") || row.family.includes("{");
}

/**
 * The cells that belong into the general tables and charts: not those of sweeps, nor those of beam
 * widths that were measured on real tasks only, which have a table of their own.
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
  const names = new Set(summary.map((row) => row.decoder));
  return new Set([...names].filter((name) => beamWidth(name) && !elsewhere.has(name)));
}

/**
 * Reads the settings of a dataset's name; undefined if it has none.
 *
 * @example
 * ```ts
 * import { readSetting } from "./sweep.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const setting = readSetting("synthetic-weak-64{dial=0,length=16}");
 * assertEquals(setting, { family: "weak", dial: 0, length: 16 });
 * assertEquals(readSetting("synthetic-weak-64"), undefined);
 * ```
 */
export function readSetting(dataset: string): Setting | undefined {
  const match = /^synthetic-(.+)-\d+\{(.*)\}$/.exec(dataset);
  if (match === null) return undefined;
  const settings = Object.fromEntries(match[2]!.split(",").map((part) => part.split("=")));
  return {
    family: match[1]!,
    ...("dial" in settings ? { dial: Number(settings.dial) } : {}),
    ...("length" in settings ? { length: Number(settings.length) } : {}),
  };
}
