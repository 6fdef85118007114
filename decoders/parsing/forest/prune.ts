/**
 * Forests without what no derivation uses.
 *
 * @module
 */

import { type Forest, ForestStore } from "./forest.ts";

/** Nodes and edges that may stay. */
export interface Kept {
  /** 0 for each slot that is dropped. */
  readonly slots?: Uint8Array;
  /** Whether an edge stays. */
  readonly edge?: (edge: number) => boolean;
}

/**
 * Copies a forest without slots and edges that are to be dropped, and without what then is in no
 * derivation. undefined if no derivation is left.
 *
 * An item stays if it can be derived, found in a loop forward, and if a root can be reached from
 * it, found in a loop backward. So every item and edge that stays is in some derivation.
 *
 * Cost: O(edges).
 */
export function prune(forest: Forest, kept: Kept): Forest | undefined {
  const { edgeOffsets, left, right } = forest;
  const itemCount = forest.symbols.length;
  // 1: can be derived; 2: is also part of a derivation of a root.
  const state = new Uint8Array(itemCount);
  const alive = aliveEdges(forest, kept, state);
  const roots = Array.from(forest.roots.keys()).filter((r) => state[forest.roots[r]!] === 1);
  if (roots.length === 0) return undefined;
  for (const root of roots) state[forest.roots[root]!] = 2;
  for (let item = itemCount - 1; item > 0; item--) {
    if (state[item] !== 2) continue;
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      if (alive[edge] === 0) continue;
      state[left[edge]!] = 2;
      state[right[edge]!] = 2;
    }
  }
  return compact(forest, kept, state, alive, roots);
}

/** Finds items that can be derived, and 1 for edges that may stay. */
function aliveEdges(
  { edgeOffsets, left, right, slotItems }: Forest,
  { slots, edge: mayStay }: Kept,
  state: Uint8Array,
): Uint8Array {
  const alive = new Uint8Array(left.length);
  state[0] = 1;
  slotItems.forEach((item, slot) => {
    if (slots?.[slot] !== 0) state[item] = 1;
  });
  for (let item = 1; item < state.length; item++) {
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      if (state[left[edge]!] === 0 || state[right[edge]!] === 0) continue;
      if (mayStay?.(edge) === false) continue;
      alive[edge] = 1;
      state[item] = 1;
    }
  }
  return alive;
}

function compact(
  forest: Forest,
  kept: Kept,
  state: Uint8Array,
  alive: Uint8Array,
  roots: readonly number[],
): Forest {
  const { symbols, starts, ends, edgeOffsets, left, right, rules, scores, slotItems } = forest;
  const itemCount = symbols.length;
  const store = new ForestStore();
  store.clear(slotItems.length);
  store.reserveItems(itemCount);
  store.reserveEdges(left.length);
  store.reserveScores(left.length);
  const { left: newLeft, right: newRight, rules: newRules, scores: newScores } = store;
  const names = new Int32Array(itemCount);
  let [items, edges] = [1, 0];
  for (let item = 1; item < itemCount; item++) {
    if (state[item] !== 2) continue;
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      if (alive[edge] === 0) continue;
      newRules[edges] = rules[edge]!;
      newScores[edges] = scores[edge]!;
      newLeft[edges] = names[left[edge]!]!;
      newRight[edges++] = names[right[edge]!]!;
    }
    names[item] = items;
    store.symbols[items] = symbols[item]!;
    store.starts[items] = starts[item]!;
    store.ends[items] = ends[item]!;
    store.edgeOffsets[++items] = edges;
  }
  slotItems.forEach((item, slot) => {
    store.slotItems[slot] = kept.slots?.[slot] === 0 ? 0 : names[item]!;
  });
  return store.forest(items, edges, {
    length: forest.length,
    beam: forest.beam,
    slots: forest.slots,
    roots: Int32Array.from(roots, (root) => names[forest.roots[root]!]!),
    rootScores: Float64Array.from(roots, (root) => forest.rootScores[root]!),
  });
}
