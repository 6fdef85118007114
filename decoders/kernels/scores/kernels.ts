/**
 * Checking and rounding scores by kernels.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family } from "../family.ts";
import { BINARY } from "./binary.ts";

/** Kernels for scores that come from outside. Rows are padded with −∞ to whole blocks. */
export interface ScoreKernels {
  /**
   * Rounds scores in place to the nearest multiples of 1 / scale, halves upwards. Leaves them as
   * they are if `scale` is 0. Returns the first row with a score that is NaN, or beyond the limit
   * and not −∞; −1 if there is none. What comes after that row is not rounded.
   *
   * @param rows address of the scores
   * @param limit in the precision of the arena
   * @param scale a power of two, or 0
   */
  roundRows(rows: number, count: number, blocks: number, limit: number, scale: number): number;
}

const FAMILY = new Family<ScoreKernels>(BINARY);

/** Opens the kernels in an arena of the kind `simd`. */
export function openScores(arena: Arena): ScoreKernels {
  return FAMILY.open(arena);
}
