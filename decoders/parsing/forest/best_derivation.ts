/**
 * The best derivation of a forest for given leaf scores, and the best through each item.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import type { Forest } from "./forest.ts";
import type { Derivation } from "../model.ts";

/** A derivation with the score that it is the best by. */
export interface BestDerivation extends Traced {
  readonly score: number;
}

/**
 * Finds the derivation with the best sum of leaf scores, edge scores and a root score.
 *
 * Cost: one visit an edge; see `viterbi`.
 *
 * @param best room for a number an item
 */
export function bestDerivation(
  forest: Forest,
  leaves: Float64Array,
  work: Work,
  best: Float64Array = new Float64Array(forest.symbols.length),
): BestDerivation {
  work.edgeEvaluations += forest.left.length;
  const score = viterbi(forest, leaves, forest.scores, best);
  return { ...traceBest(forest, leaves, forest.scores, best, score), score };
}

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
  const { edgeOffsets, left, right, starts, ends, slotItems, slots: { offsets } } = forest;
  const root = forest.roots.findIndex((item, index) =>
    best[item]! + forest.rootScores[index]! === score
  );
  return tracedFrom(forest, root, (item) => {
    const [start, end] = [starts[item]!, ends[item]!];
    const slotsEnd = end - start === 1 ? offsets[end]! : 0;
    for (let slot = offsets[start]!; slot < slotsEnd; slot++) {
      if (slotItems[slot] === item && leaves[slot] === best[item]) return { source: ~slot };
    }
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      const from = scores[edge]! + best[left[edge]!]! + best[right[edge]!]!;
      if (from === best[item]) return { source: edge };
    }
    throw new Error(`Cannot trace item ${item} of a forest: nothing gives its ${best[item]}`);
  });
}

/** What makes an item in a derivation. */
export interface Choice {
  /** An edge, or ~slot. */
  readonly source: number;
  /** Which derivations of an edge's children, where items have several. */
  readonly left?: number;
  readonly right?: number;
}

/**
 * A derivation from a root down, left children first.
 *
 * @param choose what makes an item
 * @param first which derivation of the root's item, where items have several
 */
export function tracedFrom(
  { left, right, rules, starts, ends, roots, slots: all, length }: Forest,
  root: number,
  choose: (item: number, which: number) => Choice,
  first = 0,
): Traced {
  const slots = new Int32Array(length);
  const steps: number[] = [];
  const edges: number[] = [];
  // A stack, for a tree may be as deep as its sentence is long. A parent waits there with its edge
  // while its children are traced.
  const open: [item: number, which: number, edge?: number][] = [[roots[root]!, first]];
  while (open.length > 0) {
    const [item, which, edge] = open.pop()!;
    if (edge !== undefined) {
      const split = right[edge] === 0 ? -1 : ends[left[edge]!]!;
      steps.push(starts[item]!, split, ends[item]!, rules[edge]!);
      edges.push(edge);
      continue;
    }
    const { source, left: one = 0, right: other = 0 } = choose(item, which);
    if (source < 0) slots[starts[item]!] = ~source;
    else {
      open.push([item, which, source]);
      if (right[source] !== 0) open.push([right[source]!, other]);
      open.push([left[source]!, one]);
    }
  }
  const tags = slots.map((slot) => all.tags[slot]!);
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
