/**
 * How rows of scores lie in the memory of kernels. Kernels get the numbers from here: see `build.ts`.
 *
 * @module
 */

import type { Arena } from "./arena.ts";

/** Bytes of a vector of the kernels, and of the four that they take at a time. */
export const VECTOR_BYTES = 16;
export const QUAD_BYTES = 64;

/** So many bytes, and those up to whole quads. */
export function wholeQuads(bytes: number): number {
  return Math.ceil(bytes / QUAD_BYTES) * QUAD_BYTES;
}

/** Scores of a block; all rows are padded with −∞ to whole blocks. */
export const BLOCK = 16;

/** Blocks in a row of that many labels. */
export function blocksOf(labelCount: number): number {
  return Math.ceil(labelCount / BLOCK);
}

/**
 * Copies rows of `labelCount` scores to an address, each padded with −∞ to whole blocks.
 *
 * @throws RangeError if the scores are not as many: what was there before would be left
 */
export function copyRows(
  { scores, scoreBytes }: Arena,
  rows: Float64Array,
  count: number,
  labelCount: number,
  address: number,
): void {
  if (rows.length !== count * labelCount) {
    throw new RangeError(`Cannot copy ${count} rows of ${labelCount} scores from ${rows.length}`);
  }
  const width = blocksOf(labelCount) * BLOCK;
  const start = address / scoreBytes;
  for (let row = 0; row < count; row++) {
    const at = start + row * width;
    scores.set(rows.subarray(row * labelCount, (row + 1) * labelCount), at);
    scores.fill(-Infinity, at + labelCount, at + width);
  }
}
