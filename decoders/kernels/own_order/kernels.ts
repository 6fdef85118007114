/**
 * Each position's own order by kernels.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };

/**
 * Kernels of iterative Viterbi in each position's own order: what `own_order/` does in TypeScript,
 * with the same answers and counts. Emissions are scores of the arena, sums are float64.
 * `tables` is the address of the tables, `own` that of T rows of emissions.
 */
export interface OwnOrderKernels {
  /**
   * Starts on a sentence: reads its emissions, keeps the largest centred ones of each quad, and
   * makes the best labels of each position active. Cost: O(TL).
   */
  ownReset(tables: number, own: number, length: number): void;
  /**
   * Runs a pass and writes `labelBest`, `mixedBest` and the counts. 0 if nothing is left at a
   * position.
   */
  ownPass(tables: number, length: number, isForward: number): number;
  /** Writes the best path over labels of the last pass, which was of that direction. */
  ownFollow(tables: number, length: number, isForward: number): void;
  /** Marks the rests on the best path of the last pass that has one. */
  ownMark(tables: number, length: number, isForward: number): void;
  /**
   * Quadruples the active labels of the positions that are marked, or triples those of all. Stops
   * with 0 where `wanted` slots are missing; called again, it goes on.
   *
   * @param isAll 0, or 1 to mark all positions first; 2 to go on with all
   */
  ownExpand(tables: number, own: number, length: number, isAll: number): number;
  /**
   * Searches for the best path of a sentence as long as sums are exact: writes `score`, `path` and
   * the counts. Stops where slots are missing; called again, it goes on.
   *
   * @param isNew 1 to start, 0 to go on
   * @returns BEST_LEFT, NONE_LEFT, MISSING_ROOM or SUMS_ROUND
   */
  ownSearch(tables: number, own: number, length: number, isNew: number): number;
}

const FAMILY = /* @__PURE__ */ new Family<OwnOrderKernels>(BINARY);

/** Opens the kernels in an arena of the kind `simd`. */
export function openOwnOrder(arena: Arena): OwnOrderKernels {
  return FAMILY.open(arena);
}
