/**
 * The dyadic grid on which every sum of a task's scores is exact.
 *
 * If all scores are multiples of 2^−g and no partial sum exceeds 2^(53−g), float64 holds every
 * partial sum exactly, so addition is associative and exact decoders agree bit for bit.
 *
 * @module
 */

import { FLOAT64_BITS, isOnGrid } from "../../decoders/chain/grid.ts";
import type { Grid } from "../task.ts";

/** Bits of a float32's significand. */
const FLOAT32_BITS = 24;
/** Sums beyond this would leave no room for the next power of two. */
const LARGEST_SUM = 2 ** 1000;
/** Finer grids than 2^−32 are of no use. */
const MAX_EXPONENT = 32;
/** Relative growth of the bound by snapping; ample for sentences of up to 10^9 positions. */
const SNAP_MARGIN = 1e-6;
/** Snapping that changes a score by more than this is refused. */
const MAX_CHANGE = 1e-9;

const ADVICE = "write -Infinity for what is forbidden, or pass --forbid-below X";

/** Where a score stands, for error messages. */
export type Locate = (array: number, index: number) => string;

/**
 * An upper bound on the magnitude of any partial sum of a path's scores:
 * T·max|n| + (T−1)·max|e| over the finite scores, T the longest sentence.
 */
export function partialSumBound(
  maxLength: number,
  maxEmission: number,
  maxTransition: number,
): number {
  return maxLength * maxEmission + (maxLength - 1) * maxTransition;
}

/** g, the largest value ≤ 32 with bound·2^g < 2^53. */
export function gridExponent(bound: number): number {
  return Math.min(MAX_EXPONENT, FLOAT64_BITS - bitLength(bound));
}

/**
 * Whether all partial sums of scores that are multiples of 2^−exponent, and the differences of any
 * two, fit the 24 bits of a float32: 2·bound·2^exponent < 2^24.
 */
export function fitsFloat32(bound: number, exponent: number): boolean {
  return bitLength(2 * bound) + exponent <= FLOAT32_BITS;
}

/**
 * Snaps all finite scores in place to the nearest multiple of 2^−g (halves upwards). −∞ stays.
 *
 * Scores that are on the grid of their sums already are left alone, so snapping twice changes
 * nothing. For others the bound is taken a millionth larger, which covers what snapping itself can
 * add to a sum (half a grid step a score).
 *
 * @param locate names a score in errors by its array and index
 * @throws RangeError naming the score if snapping would change it by more than 1e-9, which happens
 * when another finite score is so large that float64 cannot hold sums of both
 */
export function snap(
  arrays: readonly Float64Array[],
  bound: number,
  locate: Locate,
): Grid {
  if (!(bound < LARGEST_SUM)) throw tooLarge(arrays, bound, locate);
  const natural = gridExponent(bound);
  if (arrays.every((scores) => isOnGrid(scores, natural))) {
    return { exponent: natural, largestChange: 0 };
  }
  const exponent = gridExponent(bound * (1 + SNAP_MARGIN));
  const scale = 2 ** exponent;
  let largestChange = 0;
  arrays.forEach((scores, array) => {
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i]!;
      if (score === -Infinity) continue;
      const snapped = Math.round(score * scale) / scale;
      const change = Math.abs(snapped - score);
      if (!(change <= MAX_CHANGE)) {
        throw new RangeError(
          `Cannot add ${locate(array, i)} exactly to the largest scores of the task: ${score} ` +
            `(sums reach ${bound.toPrecision(3)}; ${ADVICE})`,
        );
      }
      if (change > largestChange) largestChange = change;
      scores[i] = snapped;
    }
  });
  return { exponent, largestChange };
}

/** The error for the first score so large that sums of such scores overflow. */
function tooLarge(arrays: readonly Float64Array[], bound: number, locate: Locate): RangeError {
  const isLarge = (score: number) => Math.abs(score) >= 2 ** 500 && score !== -Infinity;
  const array = arrays.findIndex((scores) => scores.some(isLarge));
  const index = arrays[array]!.findIndex(isLarge);
  return new RangeError(
    `Cannot add up scores like ${locate(array, index)}: ${arrays[array]![index]} ` +
      `(sums reach ${bound.toPrecision(3)}; ${ADVICE})`,
  );
}

/** The number of bits before the binary point: the least b with |value| < 2^b. */
function bitLength(value: number): number {
  if (value === 0) return 0;
  if (!(value < LARGEST_SUM)) {
    throw new RangeError(`Cannot hold sums of scores in a float64: they may reach ${value}`);
  }
  let bits = Math.ceil(Math.log2(value));
  while (2 ** bits <= value) bits++;
  while (2 ** (bits - 1) > value) bits--;
  return bits;
}
