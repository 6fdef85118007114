/**
 * The best derivation through each slot and each edge.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import type { Forest } from "./forest.ts";
import { viterbi } from "./viterbi.ts";

/** Best scores of derivations. */
export interface MaxMarginals {
  /** By slot; −∞ for slots in no derivation. */
  readonly slots: Float64Array;
  /** The best score of a derivation that uses an edge. */
  readonly edge: (edge: number) => number;
}

/**
 * The best score of a derivation through each slot and each edge.
 *
 * With around(root) = root score and around(child) = max over edges into a parent of around(parent)
 * + score + best(other child), it is around(parent) + score + best(left) + best(right) for an edge
 * and around(item) + leaf score for a slot.
 *
 * Cost: two visits an edge, and one for each edge that is asked for. The answers hold as long as
 * the forest and the leaf scores do.
 */
export function maxMarginals(forest: Forest, leaves: Float64Array, work: Work): MaxMarginals {
  const { edgeOffsets, left, right, scores, slotItems, roots, rootScores } = forest;
  const itemCount = forest.symbols.length;
  const best = new Float64Array(itemCount);
  const around = new Float64Array(itemCount).fill(-Infinity);
  viterbi(forest, leaves, scores, best);
  work.edgeEvaluations += 2 * forest.left.length;
  const parents = new Int32Array(forest.left.length);
  roots.forEach((item, root) => around[item] = rootScores[root]!);
  for (let item = itemCount - 1; item > 0; item--) {
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      parents[edge] = item;
      const [l, r] = [left[edge]!, right[edge]!];
      const score = around[item]! + scores[edge]!;
      if (score + best[r]! > around[l]!) around[l] = score + best[r]!;
      if (score + best[l]! > around[r]!) around[r] = score + best[l]!;
    }
  }
  return {
    slots: leaves.map((leaf, slot) =>
      slotItems[slot] === 0 ? -Infinity : around[slotItems[slot]!]! + leaf
    ),
    edge: (edge) =>
      around[parents[edge]!]! + scores[edge]! + best[left[edge]!]! + best[right[edge]!]!,
  };
}
