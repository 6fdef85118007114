/**
 * How many cells of a dataset fit into memory together.
 *
 * @module
 */

import { LiveCell } from "./live_cell.ts";
import type { Sample } from "../problems/contract.ts";

/** MiB of an isolate without sentences: the runtime and the compiled modules. */
const ISOLATE_MB = 60;

/**
 * The number of cells beside the baseline that may be alive together in so many MiB; at least one.
 * What is left runs after them, in groups of that size, each beside the baseline: ratios stay
 * paired.
 */
export function cellsAtOnce({ cellMb }: Pick<Sample, "cellMb">, memoryMb: number): number {
  return Math.max(1, Math.floor(memoryMb / (ISOLATE_MB + cellMb)) - 1);
}

/**
 * The rivals in groups of at most `size`, and in each group a baseline for every k in it. Baselines
 * of a k without a rival are in the first group.
 */
export function cellGroups(cells: readonly LiveCell[], size: number): LiveCell[][] {
  const isBaseline = ({ planned }: LiveCell) => planned.role === "baseline";
  const ksOf = (some: readonly LiveCell[]) => new Set(some.map(({ planned: { k } }) => k));
  const rivals = cells.filter((cell) => !isBaseline(cell));
  const withRivals = ksOf(rivals);
  const groups: LiveCell[][] = [];
  for (let start = 0; start === 0 || start < rivals.length; start += size) {
    const group = rivals.slice(start, start + size);
    const ks = ksOf(group);
    const baselines = cells.filter((cell) =>
      isBaseline(cell) &&
      (ks.has(cell.planned.k) || (start === 0 && !withRivals.has(cell.planned.k)))
    ).map(({ planned, key, limits }) => new LiveCell(planned, key, limits));
    groups.push([...baselines, ...group]);
  }
  return groups;
}
