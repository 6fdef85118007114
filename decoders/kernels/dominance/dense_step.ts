/**
 * A step of dense Viterbi over panels: the twin of `denseStep` in `dense/dense.as`.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { BLOCK } from "../rows.ts";

/**
 * next[y] = max over x of ( prefixes[x] + e(x, y) ) + own[y], a block of next labels at a time.
 *
 * @param prefixes address of L scores
 * @param panels address of the transitions block by block: L rows of 16 scores each
 * @param own address of the emissions, padded with −∞ to whole blocks
 * @param next address that receives as many scores
 */
export function denseStep(
  arena: Arena,
  prefixes: number,
  panels: number,
  own: number,
  next: number,
  labelCount: number,
  blocks: number,
): void {
  const scores = arena.doubles;
  const first = prefixes / 8;
  const from = own / 8;
  const to = next / 8;
  for (let b = 0; b < blocks; b++) {
    const panel = panels / 8 + b * labelCount * BLOCK;
    // Eight of the sixteen labels together: as many running maxima as stay in registers.
    for (let half = 0; half < BLOCK; half += 8) {
      let m0 = -Infinity, m1 = -Infinity, m2 = -Infinity, m3 = -Infinity;
      let m4 = -Infinity, m5 = -Infinity, m6 = -Infinity, m7 = -Infinity;
      for (let x = 0, e = panel + half; x < labelCount; x++, e += BLOCK) {
        const prefix = scores[first + x]!;
        const s0 = prefix + scores[e]!;
        if (s0 > m0) m0 = s0;
        const s1 = prefix + scores[e + 1]!;
        if (s1 > m1) m1 = s1;
        const s2 = prefix + scores[e + 2]!;
        if (s2 > m2) m2 = s2;
        const s3 = prefix + scores[e + 3]!;
        if (s3 > m3) m3 = s3;
        const s4 = prefix + scores[e + 4]!;
        if (s4 > m4) m4 = s4;
        const s5 = prefix + scores[e + 5]!;
        if (s5 > m5) m5 = s5;
        const s6 = prefix + scores[e + 6]!;
        if (s6 > m6) m6 = s6;
        const s7 = prefix + scores[e + 7]!;
        if (s7 > m7) m7 = s7;
      }
      const at = b * BLOCK + half;
      scores[to + at] = m0 + scores[from + at]!;
      scores[to + at + 1] = m1 + scores[from + at + 1]!;
      scores[to + at + 2] = m2 + scores[from + at + 2]!;
      scores[to + at + 3] = m3 + scores[from + at + 3]!;
      scores[to + at + 4] = m4 + scores[from + at + 4]!;
      scores[to + at + 5] = m5 + scores[from + at + 5]!;
      scores[to + at + 6] = m6 + scores[from + at + 6]!;
      scores[to + at + 7] = m7 + scores[from + at + 7]!;
    }
  }
}
