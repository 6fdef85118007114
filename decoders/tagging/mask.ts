/**
 * Masks of padded batches.
 *
 * @module
 */

/** Which positions are not padding: true or 1. */
export type MaskRow = ArrayLike<number | boolean>;

/**
 * How many positions a row of a mask leaves.
 *
 * @param offset where the row begins
 * @param width positions of the row, padding included
 * @throws RangeError naming sentence and position if padding is not at the end
 */
export function maskedLength(
  mask: MaskRow,
  offset: number,
  width: number,
  sentence: number,
): number {
  let length = 0;
  while (length < width && mask[offset + length]) length++;
  for (let t = length + 1; t < width; t++) {
    if (!mask[offset + t]) continue;
    throw new RangeError(
      `Cannot use the mask of sentence ${sentence}: position ${t} is not padding, ` +
        `position ${length} before it is`,
    );
  }
  return length;
}
