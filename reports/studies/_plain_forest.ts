/**
 * Forests as a textbook has them, to compare with: objects, maps and logarithms.
 *
 * @module
 */

import type { Forest } from "../../decoders/parsing/forest/forest.ts";
import type { PermittedSlots } from "../../decoders/parsing/forest/permitted_slots.ts";
import { type ParsingModel, UNARY } from "../../decoders/parsing/model.ts";

/** A way to make an item. */
interface PlainEdge {
  readonly score: number;
  readonly left: PlainItem;
  readonly right: PlainItem | undefined;
}

/** A symbol over a span. */
interface PlainItem {
  readonly edges: PlainEdge[];
  /** Slots that make it. */
  readonly slots: number[];
  best: number;
  inside: number;
  outside: number;
}

/** A forest of objects, children before parents. */
export interface PlainForest {
  readonly items: readonly PlainItem[];
  readonly roots: readonly { readonly item: PlainItem; readonly score: number }[];
}

/** Rules by their children, as a map from a pair. */
export type PlainRules = ReadonlyMap<string, readonly number[]>;

/** Lists the rules of a model by pairs of children. */
export function plainRules({ left, right }: ParsingModel): PlainRules {
  const rules = new Map<string, number[]>();
  left.forEach((symbol, rule) => {
    const pair = `${symbol} ${right[rule]}`;
    const known = rules.get(pair);
    if (known === undefined) rules.set(pair, [rule]);
    else known.push(rule);
  });
  return rules;
}

/**
 * The chart by Cocke, Younger and Kasami: shorter spans first, all pairs of items at all splits.
 *
 * @returns how many items and edges there are
 */
export function plainChart(
  { parent, tagSymbols }: ParsingModel,
  rules: PlainRules,
  length: number,
  { offsets, tags }: PermittedSlots,
): { readonly items: number; readonly edges: number } {
  const cells = new Map<string, Map<number, PlainItem>>();
  let [items, edges] = [0, 0];
  const itemOf = (cell: Map<number, PlainItem>, symbol: number): PlainItem => {
    let item = cell.get(symbol);
    if (item === undefined) {
      item = { edges: [], slots: [], best: 0, inside: 0, outside: 0 };
      cell.set(symbol, item);
      items++;
    }
    return item;
  };
  for (let span = 1; span <= length; span++) {
    for (let start = 0; start + span <= length; start++) {
      const cell = new Map<number, PlainItem>();
      cells.set(`${start} ${start + span}`, cell);
      if (span === 1) {
        for (let slot = offsets[start]!; slot < offsets[start + 1]!; slot++) {
          itemOf(cell, tagSymbols[tags[slot]!]!).slots.push(slot);
        }
      }
      for (let split = start + 1; split < start + span; split++) {
        for (const [leftSymbol, left] of cells.get(`${start} ${split}`)!) {
          for (const [rightSymbol, right] of cells.get(`${split} ${start + span}`)!) {
            for (const rule of rules.get(`${leftSymbol} ${rightSymbol}`) ?? []) {
              itemOf(cell, parent[rule]!).edges.push({ score: 0, left, right });
              edges++;
            }
          }
        }
      }
      for (const [symbol, left] of [...cell]) {
        for (const rule of rules.get(`${symbol} ${UNARY}`) ?? []) {
          itemOf(cell, parent[rule]!).edges.push({ score: 0, left, right: undefined });
          edges++;
        }
      }
    }
  }
  return { items, edges };
}

/** The same forest as objects. */
export function plainForest(forest: Forest): PlainForest {
  const { edgeOffsets, left, right, scores, symbols, slotItems, roots, rootScores } = forest;
  const items: PlainItem[] = [];
  for (let at = 1; at < symbols.length; at++) {
    const edges: PlainEdge[] = [];
    for (let edge = edgeOffsets[at]!; edge < edgeOffsets[at + 1]!; edge++) {
      edges.push({
        score: scores[edge]!,
        left: items[left[edge]! - 1]!,
        right: items[right[edge]! - 1],
      });
    }
    items.push({ edges, slots: [], best: 0, inside: 0, outside: 0 });
  }
  slotItems.forEach((item, slot) => items[item - 1]?.slots.push(slot));
  return {
    items,
    roots: Array.from(roots, (item, i) => ({ item: items[item - 1]!, score: rootScores[i]! })),
  };
}

/** The score of the best derivation. */
export function plainViterbi({ items, roots }: PlainForest, leaves: Float64Array): number {
  for (const item of items) {
    item.best = Math.max(-Infinity, ...item.slots.map((slot) => leaves[slot]!));
    for (const { score, left, right } of item.edges) {
      item.best = Math.max(item.best, score + left.best + (right?.best ?? 0));
    }
  }
  return Math.max(...roots.map(({ item, score }) => item.best + score));
}

/** ln of the sum over all derivations, and the outside sums of all items on the way. */
export function plainSums({ items, roots }: PlainForest, leaves: Float64Array): number {
  for (const item of items) {
    item.inside = item.slots.reduce((sum, slot) => logAdd(sum, leaves[slot]!), -Infinity);
    item.outside = -Infinity;
    for (const { score, left, right } of item.edges) {
      item.inside = logAdd(item.inside, score + left.inside + (right?.inside ?? 0));
    }
  }
  let total = -Infinity;
  for (const { item, score } of roots) {
    total = logAdd(total, item.inside + score);
    item.outside = logAdd(item.outside, score);
  }
  for (const item of items.toReversed()) {
    for (const { score, left, right } of item.edges) {
      const around = item.outside + score;
      left.outside = logAdd(left.outside, around + (right?.inside ?? 0));
      if (right !== undefined) right.outside = logAdd(right.outside, around + left.inside);
    }
  }
  return total;
}

function logAdd(a: number, b: number): number {
  if (a === -Infinity) return b;
  if (b === -Infinity) return a;
  return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
}
