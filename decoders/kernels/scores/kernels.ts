/**
 * Copying, checking and rounding scores by kernels.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };

/**
 * Copies rows that stand one after another, padded with −∞ to whole blocks, and rounds scores to
 * the nearest multiples of 1 / scale, halves to even, unless `scale` is 0. Those up to the limit
 * must then be below a quarter of 2^24 units, or 2^53. Stops at a row in which a score is NaN, or
 * beyond the limit and not −∞; returns how many rows come before it. Reads up to three scores after
 * the last one.
 *
 * @param source address of the scores
 * @param target address of the rows, which is `source` if one row stays where it is
 * @param count how many rows
 * @param limit in the precision of the source; Infinity if nothing is checked, nor rounded
 * @param scale a power of two, or 0
 */
export type TakeRows = (
  source: number,
  target: number,
  count: number,
  labelCount: number,
  limit: number,
  scale: number,
) => number;

/** Kernels for rows of scores that come from outside. */
export interface ScoreKernels {
  /** From float32. */
  readonly takeSingles: TakeRows;
  /** From float64. */
  readonly takeDoubles: TakeRows;
}

const FAMILY = new Family<ScoreKernels>(BINARY);

/** Opens the kernels in an arena of the kind `simd`. */
export function openScores(arena: Arena): ScoreKernels {
  return FAMILY.open(arena);
}
