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
  { scores, scoreBytes }: Kernels,
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

/**
 * Copies the transitions into a new part of the arena, block by block of next labels: for each block
 * L rows of 16 scores, so that a block's maxima stay in registers while all of its edges stream by. The
 * largest one, or something larger, is just before the address.
 */
export function placePanels(kernels: Kernels, { labelCount, transitions }: Model): number {
  const size = labelCount * blocksOf(labelCount) * BLOCK;
  const address = kernels.arena.allocate(QUAD_BYTES + size * kernels.scoreBytes) + QUAD_BYTES;
  const start = address / kernels.scoreBytes;
  kernels.scores.fill(-Infinity, start - 1, start + size);
  for (let x = 0; x < labelCount; x++) {
    for (let y = 0; y < labelCount; y++) {
      placeEdge(kernels, address, labelCount, x, y, transitions[x * labelCount + y]!);
    }
  }
  return address;
}

/** Writes an edge into panels, and before them if it is the largest. */
export function placeEdge(
  { scores, scoreBytes }: Kernels,
  panels: number,
  labelCount: number,
  previous: number,
  label: number,
  score: number,
): void {
  const start = panels / scoreBytes;
  const panel = Math.floor(label / BLOCK) * labelCount * BLOCK;
  scores[start + panel + previous * BLOCK + label % BLOCK] = score;
  if (score > scores[start - 1]!) scores[start - 1] = score;
}
