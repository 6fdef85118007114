/**
 * How much better a label's edges can be than another's: the twin of a kernel.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { BLOCK } from "../rows.ts";

/**
 * row[y] = max over z of ( e(y, z) − e(m, z) ): by so much at most the best continuation of y is
 * better than that of m. −∞ where no edge leaves y, and in the padding; +∞ where an edge leaves y
 * but not m. Cost: L² edges.
 *
 * @param edges address of the transitions, L rows padded with −∞
 * @param row address that receives a row
 */
export function advantages(
  arena: Arena,
  edges: number,
  m: number,
  labelCount: number,
  blocks: number,
  row: number,
): void {
  const scores = arena.doubles;
  const width = blocks * BLOCK;
  const other = edges / 8 + m * width;
  for (let y = 0; y < width; y++) {
    let most = -Infinity;
    if (y < labelCount) {
      const from = edges / 8 + y * width;
      for (let z = 0; z < labelCount; z++) {
        // −∞ − (−∞) is NaN, and never the larger one.
        const difference = scores[from + z]! - scores[other + z]!;
        if (difference > most) most = difference;
      }
    }
    scores[row / 8 + y] = most;
  }
}
