/**
 * Masks of padded batches.
 *
 * @module
 */

import { shown } from "../chain/score_check.ts";

/** Which positions are not padding: true or 1. */
export type MaskRow = ArrayLike<number | boolean>;

/**
 * How many positions a row of a mask leaves.
 *
 * @param offset where the row begins
 * @param width positions of the row, padding included
 * @throws RangeError naming sentence and position if padding is not at the end
 * @throws TypeError naming them for what is neither 0 nor 1, true nor false
 */
export function maskedLength(
  mask: MaskRow,
  offset: number,
  width: number,
  sentence: number,
): number {
  let length = 0;
  for (let t = 0; t < width; t++) {
    const counts: unknown = mask[offset + t];
    if (counts === 0 || counts === false) continue;
    if (counts !== 1 && counts !== true) {
      throw new TypeError(
        `Cannot use the mask of sentence ${sentence}, position ${t}, neither 0 nor 1: ` +
          shown(counts),
      );
    }
    if (t > length) {
      throw new RangeError(
        `Cannot use the mask of sentence ${sentence}: position ${t} is not padding, ` +
          `position ${length} before it is`,
      );
    }
    length++;
  }
  return length;
}
