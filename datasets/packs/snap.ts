/**
 * The dyadic grid on which every sum of a task's scores is exact.
 *
 * If all scores are multiples of 2^−g and no partial sum exceeds 2^(53−g), float64 holds every
 * partial sum exactly, so addition is associative and exact decoders agree bit for bit.
 *
 * @module
 */

import { gridExponent, isOnGrid, LARGEST_SUM, SNAP_MARGIN } from "../../decoders/chain/grid.ts";
import type { Grid } from "../task.ts";

/** Snapping that changes a score by more than this is refused. */
const MAX_CHANGE = 1e-9;

const ADVICE = "write -Infinity for what is forbidden, or pass --forbid-below X";

/** Where a score stands, for error messages. */
export type Locate = (array: number, index: number) => string;

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
