/**
 * The best derivation in a forest.
 *
 * @module
 */

import type { Forest } from "./forest.ts";

/**
 * The best score of a derivation, and of every item below it:
 * best(v) = max( leaf scores of its slots, max_e score(e) + best(left) + best(right) ), and the
 * score is max over roots of best + root score. −∞ if there is none.
 *
 * Exact by induction over the items, which stand after their children.
 *
 * Cost: one visit an edge, which is a sum and a comparison.
 *
 * @param leaves a score of each slot
 * @param scores a score of each edge
 * @param best room for a score of each item; that of item 0 is 0
 */
export function viterbi(
  forest: Forest,
  leaves: Float64Array,
  scores: Float64Array,
  best: Float64Array,
): number {
  const { edgeOffsets, left, right, slotItems, roots, rootScores } = forest;
  const itemCount = forest.symbols.length;
  best.fill(-Infinity, 0, itemCount);
  for (let slot = 0; slot < slotItems.length; slot++) {
    const item = slotItems[slot]!;
    if (leaves[slot]! > best[item]!) best[item] = leaves[slot]!;
  }
  best[0] = 0;
  let edge = 0;
  for (let item = 1; item < itemCount; item++) {
    let highest = best[item]!;
    for (const to = edgeOffsets[item + 1]!; edge < to; edge++) {
      const score = scores[edge]! + best[left[edge]!]! + best[right[edge]!]!;
      if (score > highest) highest = score;
    }
    best[item] = highest;
  }
  let score = -Infinity;
  for (let root = 0; root < roots.length; root++) {
    score = Math.max(score, best[roots[root]!]! + rootScores[root]!);
  }
  return score;
}
