/**
 * The dyadic grid on which every sum of a dataset's scores is exact.
 *
 * If all scores are multiples of 2^−g and no partial sum exceeds 2^(53−g), float64 holds every
 * partial sum exactly, so addition is associative and exact decoders agree bit for bit.
 *
 * @module
 */

import { gridExponent, isOnGrid, LARGEST_SUM, SNAP_MARGIN } from "../../decoders/chain/grid.ts";
import { differenceError } from "../../decoders/kernels/probability/exp.ts";
import { largestMagnitude } from "../../decoders/lattice.ts";
import type { Grid } from "../dataset.ts";
import type { SparseRows } from "../linear_model.ts";
import type { Lists } from "./parsing_contents.ts";

/**
 * Snapping that changes a score by more than this is refused, or by more than this share of the
 * largest if that is below 1: sums pass 2^34, about 1.7e10, or no score reaches 1e-302, where the
 * steps of a float64 grow coarse.
 */
const MAX_CHANGE = 1e-6;

/** What snapping may make of a bound. */
const ROOM = 1 + SNAP_MARGIN;

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
 * @throws RangeError naming the largest score if it is so large that float64 cannot hold sums of
 * all of them to 1e-6, or so small that it cannot hold them to a millionth
 */
export function snap(
  arrays: readonly Float64Array[],
  bound: number,
  locate: Locate,
): Grid {
  if (!(bound < LARGEST_SUM)) throw notSummable(arrays, bound, locate);
  const largest = Math.max(...arrays.map(largestMagnitude));
  const mostChange = MAX_CHANGE * Math.min(1, largest);
  const natural = gridExponent(bound, largest);
  if (arrays.every((scores) => isOnGrid(scores, natural))) {
    return { exponent: natural, largestChange: 0 };
  }
  const exponent = gridExponent(bound * ROOM, largest * ROOM);
  const scale = 2 ** exponent;
  let largestChange = 0;
  for (const scores of arrays) {
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i]!;
      if (score === -Infinity) continue;
      const snapped = Math.round(score * scale) / scale;
      const change = Math.abs(snapped - score);
      if (!(change <= mostChange)) throw notSummable(arrays, bound, locate);
      if (change > largestChange) largestChange = change;
      scores[i] = snapped;
    }
  }
  return { exponent, largestChange };
}

/** What rounding takes off sums of two scores, and the error of the first that loses too much. */
export class Losses {
  /** The most that it takes off a sum of scores. */
  most = 0;
  /** Of the first that loses more than snapping may take off a score. */
  refused: RangeError | undefined;

  /**
   * The sum of two scores.
   *
   * @param refusal the error for a sum that loses too much
   * @throws what `refusal` gives for finite scores whose sum is not
   */
  sum(one: number, other: number, refusal: () => RangeError): number {
    const sum = one + other;
    if (!Number.isFinite(sum) && Math.min(one, other) > -Infinity) throw refusal();
    const lost = differenceError(one, -other);
    if (lost > this.most) this.most = lost;
    if (lost > MAX_CHANGE) this.refused ??= refusal();
    return sum;
  }
}

/** The error that names the largest score, the one to blame for the size of the sums. */
function notSummable(arrays: readonly Float64Array[], bound: number, locate: Locate): RangeError {
  const largest = arrays.map(largestMagnitude);
  const most = Math.max(...largest);
  const array = largest.indexOf(most);
  const index = arrays[array]!.findIndex((score) => Math.abs(score) === most);
  const advice = most < 1
    ? "float64 has no finer steps; multiply all scores by a constant"
    : "write -Infinity for what is forbidden, or pass --forbid-below X";
  return new RangeError(
    `Cannot add up scores like ${locate(array, index)}: ${arrays[array]![index]} ` +
      `(sums reach ${bound.toPrecision(3)}; ${advice})`,
  );
}

/**
 * The exponent of the grid on which sums up to a bound are exact, if multiples of a unit are on it.
 *
 * @throws RangeError if they are not
 */
export function gridForUnit(bound: number, unit: number, source: string): number {
  const exponent = gridExponent(bound, bound);
  if (2 ** -exponent > unit) {
    throw new RangeError(
      `Cannot add the scores of ${source} exactly in units of ${unit}: sums may reach ${bound}`,
    );
  }
  return exponent;
}

/** The largest magnitude of some numbers. */
export function largestOf(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i]!));
  return largest;
}

/** An upper bound on the magnitude of any partial sum of the rows that a list of ids adds up. */
export function largestSum(lists: Lists, { offsets, values }: SparseRows): number {
  const rows = Float64Array.from({ length: offsets.length - 1 }, (_, row) => {
    return largestOf(values.subarray(offsets[row], offsets[row + 1]));
  });
  let largest = 0;
  for (let list = 0; list + 1 < lists.offsets.length; list++) {
    let sum = 0;
    for (let i = lists.offsets[list]!; i < lists.offsets[list + 1]!; i++) {
      sum += rows[lists.ids[i]!]!;
    }
    largest = Math.max(largest, sum);
  }
  return largest;
}
