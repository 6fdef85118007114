/**
 * The derivation behind a best score.
 *
 * @module
 */

import type { Derivation } from "../model.ts";
import type { Forest } from "./forest.ts";

/** A derivation, and where in the forest it is. */
export interface Traced extends Derivation {
  /** The slot of each word, among those of the forest. */
  readonly slots: Int32Array;
  /** Its edges, in the order of its steps. */
  readonly edges: Int32Array;
  /** Which of the forest's roots it has. */
  readonly root: number;
}

/**
 * The derivation that `viterbi` found, by asking each item again which edge its score came from. No
 * backpointers are kept: the same sums give the same bits.
 *
 * Ties: the first slot, the first edge, the first root. Cost: the edges of 2n items at most.
 *
 * @param score what `viterbi` returned for the same scores; not −∞
 */
export function traceBest(
  forest: Forest,
  leaves: Float64Array,
  scores: Float64Array,
  best: Float64Array,
  score: number,
): Traced {
  const { edgeOffsets, left, right, rules, starts, ends, slotItems, length } = forest;
  const slots = new Int32Array(length);
  const steps: number[] = [];
  const edges: number[] = [];
  const isLeaf = (item: number, word: number): boolean => {
    for (let s = forest.slots.offsets[word]!; s < forest.slots.offsets[word + 1]!; s++) {
      if (slotItems[s] !== item || leaves[s] !== best[item]) continue;
      slots[word] = s;
      return true;
    }
    return false;
  };
  const visit = (item: number): void => {
    const start = starts[item]!;
    const end = ends[item]!;
    if (end - start === 1 && isLeaf(item, start)) return;
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      const [l, r] = [left[edge]!, right[edge]!];
      if (scores[edge]! + best[l]! + best[r]! !== best[item]) continue;
      visit(l);
      if (r !== 0) visit(r);
      steps.push(start, r === 0 ? -1 : ends[l]!, end, rules[edge]!);
      edges.push(edge);
      return;
    }
    throw new Error(`Cannot trace item ${item} of a forest: nothing gives its ${best[item]}`);
  };
  const root = forest.roots.findIndex((item, index) =>
    best[item]! + forest.rootScores[index]! === score
  );
  visit(forest.roots[root]!);
  const tags = slots.map((slot) => forest.slots.tags[slot]!);
  return { tags, steps: Int32Array.from(steps), slots, edges: Int32Array.from(edges), root };
}

/** f of a derivation: its leaves, edges and root. */
export function parserScore(
  { scores, slots: { leafScores }, rootScores }: Forest,
  { slots, edges, root }: Traced,
): number {
  let score = rootScores[root]!;
  for (const edge of edges) score += scores[edge]!;
  for (const slot of slots) score += leafScores[slot]!;
  return score;
}
