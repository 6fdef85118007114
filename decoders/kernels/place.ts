/**
 * Placing scores in an arena.
 *
 * @module
 */

import type { Emissions, Model } from "../lattice.ts";
import type { Arena } from "./arena.ts";
import { BLOCK, blocksOf, QUAD_BYTES } from "./rows.ts";

/**
 * Copies rows of `labelCount` scores to an address, each padded with −∞ to whole blocks.
 *
 * @throws RangeError if the scores are not as many: what was there before would be left
 */
export function copyRows(
  { scores, scoreBytes }: Arena,
  rows: Emissions,
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
 * Copies the transitions into a new part of the arena, block by block of next labels: for each
 * block L rows of 16 scores, so that a block's maxima stay in registers while all of its edges
 * stream by. The largest one, or something larger, is just before the address.
 */
export function placePanels(arena: Arena, { labelCount, transitions }: Model): number {
  const size = labelCount * blocksOf(labelCount) * BLOCK;
  const address = arena.allocate(QUAD_BYTES + size * arena.scoreBytes) + QUAD_BYTES;
  const start = address / arena.scoreBytes;
  arena.scores.fill(-Infinity, start - 1, start + size);
  for (let x = 0; x < labelCount; x++) {
    for (let y = 0; y < labelCount; y++) {
      placeEdge(arena, address, labelCount, x, y, transitions[x * labelCount + y]!);
    }
  }
  return address;
}

/** Writes an edge into panels, and before them if it is the largest. */
export function placeEdge(
  { scores, scoreBytes }: Arena,
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
