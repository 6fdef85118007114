/**
 * Placing scores in an arena.
 *
 * @module
 */

import type { Emissions } from "../lattice.ts";
import type { Arena } from "./arena.ts";
import { openEdges } from "./edges/kernels.ts";
import { rowCopy } from "./row_copy.ts";
import { BLOCK, blocksOf, QUAD_BYTES } from "./rows.ts";

/** See `RowCopy.copy`. */
export function copyRows(
  arena: Arena,
  rows: Emissions,
  count: number,
  labelCount: number,
  address: number,
): void {
  rowCopy(arena).copy(rows, count, labelCount, address);
}

/** Rows that are on their way to panels at a time. */
const STAGED_ROWS = 64;

/**
 * Copies rows of transitions into a new part of the arena, block by block of next labels: for each
 * block L rows of 16 scores, so that a block's maxima stay in registers while all of its edges
 * stream by. The largest one, or something larger, is just before the address.
 *
 * @param edges the transitions, or the address of their rows in the arena
 */
export function placePanels(
  arena: Arena,
  labelCount: number,
  edges: Float64Array | number,
): number {
  const { scoreBytes } = arena;
  const blocks = blocksOf(labelCount);
  const row = blocks * BLOCK * scoreBytes;
  const address = arena.allocate(QUAD_BYTES + labelCount * row) + QUAD_BYTES;
  arena.scores[address / scoreBytes - 1] = -Infinity;
  const { panelize } = openEdges(arena);
  if (typeof edges === "number") {
    panelize(edges, 0, labelCount, labelCount, blocks, address);
  } else {
    const staged = arena.allocate(Math.min(STAGED_ROWS, labelCount) * row);
    for (let x = 0; x < labelCount; x += STAGED_ROWS) {
      const count = Math.min(STAGED_ROWS, labelCount - x);
      const some = edges.subarray(x * labelCount, (x + count) * labelCount);
      copyRows(arena, some, count, labelCount, staged);
      panelize(staged, x, count, labelCount, blocks, address);
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
