/**
 * The chart: every item that can be built over the words of a sentence, and the edges of those that
 * derivations use.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import type { Failure } from "../contract.ts";
import { ForestStore, grown, type PermittedSlots } from "./forest.ts";
import type { Grammar } from "./grammar.ts";
import { ItemFinder } from "./items.ts";

/** More edges than this do not fit into memory: their 40 bytes come to 1.3 GB. */
export const MOST_EDGES = 2 ** 25;

/** Nor do tables of more places, of which there is one for each cell, and each word and symbol. */
const MOST_PLACES = 2 ** 27;

/** How large the part of a chart is that derivations use. */
export interface ChartSize {
  /** Items, item 0 among them. */
  readonly itemCount: number;
  readonly edgeCount: number;
  /** Items that may be roots. */
  readonly roots: Int32Array;
}

/**
 * Builds charts. Buffers are used again.
 *
 * After an `ItemFinder` has gone up, the way down goes over its joins in the opposite order and
 * finds edges: one is kept if its parent is in some derivation, and then its children are, too. All
 * larger cells come before a cell, so that this is known by then. So only edges that derivations
 * use are stored. In the end they are sorted by parent, in the order of items.
 *
 * Cost: the items and joins; a visit of each edge, and one more of those that stay. Memory: two
 * numbers for each item, three for each edge that stays.
 */
export class ChartBuilder {
  readonly #grammar: Grammar;
  readonly #found: ItemFinder;
  /** Where the chart goes. */
  #store = new ForestStore();
  /** 1 for each item that is in some derivation, and then its number among these. */
  #names: Int32Array = new Int32Array(0);
  /** How many edges make each of these, and then the place of the next one. */
  #places: Int32Array = new Int32Array(0);
  /** Edges: a parent, a left or only child, and a join. */
  #parents: Int32Array = new Int32Array(0);
  #lefts: Int32Array = new Int32Array(0);
  #joins: Int32Array = new Int32Array(0);
  #edgeCount = 0;

  /** For a grammar. */
  constructor(grammar: Grammar) {
    this.#grammar = grammar;
    this.#found = new ItemFinder(grammar);
  }

  /**
   * Builds the chart of a sentence into `store`; too large if it has more than `limit` items, or if
   * its tables do not fit into memory.
   */
  build(
    length: number,
    slots: PermittedSlots,
    limit: number,
    store: ForestStore,
    work: Work,
  ): ChartSize | Failure {
    const { symbolCount } = this.#grammar.model;
    if (length * Math.max(length / 2, symbolCount) > MOST_PLACES) return "too large";
    this.#store = store;
    this.#edgeCount = 0;
    store.clear(slots.tags.length);
    const isComplete = this.#found.find(length, slots, limit, store);
    work.nodeExpansions += this.#found.itemCount - 1;
    if (!isComplete) return "too large";
    const roots = this.#findRoots(length);
    if (roots.length === 0) return "unparsed";
    return this.#findEdges(length) ? this.#compact(slots.tags.length, roots) : "too large";
  }

  /** The items over all words that may be roots. They are in derivations. */
  #findRoots(length: number): Int32Array {
    const { symbols, starts, ends } = this.#store;
    const { rootScores } = this.#grammar.model;
    const { itemCount } = this.#found;
    if (this.#names.length < itemCount) {
      this.#names = new Int32Array(2 * itemCount);
      this.#places = new Int32Array(2 * itemCount);
    }
    this.#names.fill(0, 0, itemCount);
    this.#places.fill(0, 0, itemCount);
    const roots: number[] = [];
    // They belong to the last cell.
    for (let item = itemCount - 1; starts[item] === 0 && ends[item] === length; item--) {
      if (rootScores[symbols[item]!] !== -Infinity) roots.unshift(item);
    }
    for (const root of roots) this.#names[root] = 1;
    return Int32Array.from(roots);
  }

  /** Finds the edges that derivations use, from the roots down; false if they do not fit. */
  #findEdges(length: number): boolean {
    const { starts, symbols } = this.#store;
    const { width, table, firstItems } = this.#found;
    for (let end = length; end > 0; end--) {
      const first = firstItems[end]!;
      let last = firstItems[end + 1]!;
      // What is left of other columns is at places where this one has no items.
      for (let item = first; item < last; item++) {
        table[symbols[item]! * width + starts[item]!] = item;
      }
      for (let start = 0; start < end; start++) {
        if (start > 0) this.#useJoins(start, end);
        const to = last;
        while (last > first && starts[last - 1] === start) last--;
        this.#useUnary(last, to);
        if (this.#edgeCount > MOST_EDGES) return false;
      }
    }
    return true;
  }

  /** The edges of joins with the items of a cell. */
  #useJoins(split: number, end: number): void {
    const { parent } = this.#grammar.model;
    const { width, table, items, starts, offsets } = this.#found;
    const { joinSymbols, joinItems, joinRules, joinsFrom } = this.#found;
    const [names, places] = [this.#names, this.#places];
    let [parents, lefts, joins] = [this.#parents, this.#lefts, this.#joins];
    let edge = this.#edgeCount;
    const cell = end * (end - 1) / 2 + split;
    const to = joinsFrom[cell - 1]!;
    for (let join = joinsFrom[cell]!; join < to; join++) {
      const row = parent[joinRules[join]!]! * width;
      const first = offsets[joinSymbols[join]!]!;
      const last = offsets[joinSymbols[join]! + 1]!;
      if (edge + last - first > parents.length) {
        this.#reserveEdges(edge + last - first);
        [parents, lefts, joins] = [this.#parents, this.#lefts, this.#joins];
      }
      const before = edge;
      for (let i = first; i < last; i++) {
        const top = table[row + starts[i]!]!;
        if (names[top] === 0) continue;
        names[items[i]!] = 1;
        places[top]!++;
        parents[edge] = top;
        lefts[edge] = items[i]!;
        joins[edge++] = join;
      }
      if (edge > before) names[joinItems[join]!] = 1;
    }
    this.#edgeCount = edge;
  }

  /** The unary edges on top of the items of a cell. */
  #useUnary(first: number, last: number): void {
    const { unary: { offsets, rules }, model: { parent } } = this.#grammar;
    const { symbols, starts } = this.#store;
    const { width, table } = this.#found;
    for (let item = first; item < last; item++) {
      const symbol = symbols[item]!;
      for (let index = offsets[symbol]!; index < offsets[symbol + 1]!; index++) {
        const top = table[parent[rules[index]!]! * width + starts[item]!]!;
        if (this.#names[top] === 0) continue;
        this.#reserveEdges(this.#edgeCount + 1);
        this.#names[item] = 1;
        this.#places[top]!++;
        this.#parents[this.#edgeCount] = top;
        this.#lefts[this.#edgeCount] = item;
        this.#joins[this.#edgeCount++] = index;
      }
    }
  }

  #reserveEdges(count: number): void {
    if (count <= this.#parents.length) return;
    const size = Math.max(4096, Math.ceil(1.5 * count));
    this.#parents = grown(this.#parents, size);
    this.#lefts = grown(this.#lefts, size);
    this.#joins = grown(this.#joins, size);
  }

  /** Gives the items of derivations their numbers, and sorts the edges by parent. */
  #compact(slotCount: number, roots: Int32Array): ChartSize {
    const { starts, ends, symbols, edgeOffsets, slotItems } = this.#store;
    const [names, places] = [this.#names, this.#places];
    let [itemCount, place] = [1, 0];
    for (let item = 1; item < this.#found.itemCount; item++) {
      if (names[item] === 0) continue;
      names[item] = itemCount;
      starts[itemCount] = starts[item]!;
      ends[itemCount] = ends[item]!;
      symbols[itemCount] = symbols[item]!;
      const first = place;
      edgeOffsets[++itemCount] = place += places[item]!;
      places[item] = first;
    }
    for (let slot = 0; slot < slotCount; slot++) slotItems[slot] = names[slotItems[slot]!]!;
    this.#store.reserveEdges(place);
    const { left, right, rules } = this.#store;
    const [parents, lefts, joins] = [this.#parents, this.#lefts, this.#joins];
    const { joinItems, joinRules } = this.#found;
    for (let edge = 0; edge < place; edge++) {
      const to = places[parents[edge]!]!++;
      const join = joins[edge]!;
      left[to] = names[lefts[edge]!]!;
      right[to] = names[joinItems[join]!]!;
      rules[to] = joinRules[join]!;
    }
    return { itemCount, edgeCount: place, roots: roots.map((root) => names[root]!) };
  }
}
