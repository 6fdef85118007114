/**
 * How scores lie in the memory of the kernels.
 *
 * @module
 */

import type { Model } from "../lattice.ts";
import type { Kernels } from "./kernels.ts";

/** Bytes of a vector of the kernels, and of the four that they take at a time. */
export const VECTOR_BYTES = 16;
export const QUAD_BYTES = 64;

/** Scores of a block; all rows are padded with −∞ to whole blocks. */
export const BLOCK = 16;

/** Blocks in a row of that many labels. */
export function blocksOf(labelCount: number): number {
  return Math.ceil(labelCount / BLOCK);
}

/** Copies rows of `labelCount` scores to an address, each padded with −∞ to whole blocks. */
export function copyRows(
  { scores, scoreBytes }: Kernels,
  rows: Float64Array,
  count: number,
  labelCount: number,
  address: number,
): void {
  const width = blocksOf(labelCount) * BLOCK;
  const start = address / scoreBytes;
  for (let row = 0; row < count; row++) {
    const at = start + row * width;
    scores.set(rows.subarray(row * labelCount, (row + 1) * labelCount), at);
    scores.fill(-Infinity, at + labelCount, at + width);
  }
}

/**
 * Copies the transitions into a new part of the arena, block by block of next labels: for each block
 * L rows of 16 scores, so that a block's maxima stay in registers while all of its edges stream by.
 */
export function placePanels(kernels: Kernels, { labelCount, transitions }: Model): number {
  const blocks = blocksOf(labelCount);
  const address = kernels.arena.allocate(labelCount * blocks * BLOCK * kernels.scoreBytes);
  const scores = kernels.scores;
  const start = address / kernels.scoreBytes;
  scores.fill(-Infinity, start, start + labelCount * blocks * BLOCK);
  for (let x = 0; x < labelCount; x++) {
    for (let y = 0; y < labelCount; y++) {
      const panel = Math.floor(y / BLOCK) * labelCount * BLOCK;
      scores[start + panel + x * BLOCK + y % BLOCK] = transitions[x * labelCount + y]!;
    }
  }
  return address;
}
