/**
 * Checking and rounding scores by kernels.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family } from "../family.ts";
import { BINARY } from "./binary.ts";

/** Kernels for rows of scores that come from outside, padded with −∞ to whole blocks. */
export interface ScoreKernels {
  /**
   * Rounds a row in place to the nearest multiples of 1 / scale, halves upwards. Leaves it as it is
   * if `scale` is 0. Returns 0 if a score is NaN, or beyond the limit and not −∞; otherwise 1.
   *
   * @param row address of the scores
   * @param limit in the precision of the arena
   * @param scale a power of two, or 0
   */
  roundRow(row: number, blocks: number, limit: number, scale: number): number;
  /**
   * Does the same while it copies a row of float32 to float64. Only in arenas for float64.
   *
   * @param source address of the scores in float32, padded in the same way
   * @param target address of the row
   * @param limit in float32
   */
  widenRow?(source: number, target: number, blocks: number, limit: number, scale: number): number;
}

const FAMILY = new Family<ScoreKernels>(BINARY);

/** Opens the kernels in an arena of the kind `simd`. */
export function openScores(arena: Arena): ScoreKernels {
  return FAMILY.open(arena);
}
