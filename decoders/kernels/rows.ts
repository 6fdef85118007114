/**
 * How rows of scores lie in the memory of kernels. Kernels get the numbers from here: see
 * `build.ts`.
 *
 * @module
 */

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
