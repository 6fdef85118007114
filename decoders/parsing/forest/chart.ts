/**
 * The chart: every item that can be built over the words of a sentence.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import { type ForestStore, grown } from "./forest.ts";
import type { Grammar } from "./grammar.ts";
import type { PermittedSlots } from "./permitted_slots.ts";

/** More edges than this do not fit into memory: their 28 bytes come to 900 MB. */
const MOST_EDGES = 2 ** 25;

/** How large a chart is. */
export interface ChartSize {
  /** Items, item 0 among them. */
  readonly itemCount: number;
  readonly edgeCount: number;
}

/**
 * Builds charts. Buffers are used again.
 *
 * Cells are taken by their ends, from the left, and those of one end from the right, so that all
 * parts of a cell come before it. For an item over i to k, its symbol's list of partners is walked
 * against a table of the items that end at j. The edges of a cell are then sorted by parent, by
 * counting. Parents of unary rules come last in a cell, so that children precede parents.
 *
 * Cost: O(n³·items·partners); memory: one row of K numbers for each start, and a cell's edges.
 */
export class ChartBuilder {
  readonly #grammar: Grammar;
  /** Item of symbol x over s … end, at s·K + x. */
  #table = new Int32Array(0);
  /** First and last item of the cell from i to j, at i·(n + 1) + j. */
  #firstItems = new Int32Array(0);
  #lastItems = new Int32Array(0);
  readonly #counts: Int32Array;
  readonly #seen: Int32Array;
  readonly #touched: Int32Array;
  #cellLeft: Int32Array = new Int32Array(0);
  #cellRight: Int32Array = new Int32Array(0);
  #cellRules: Int32Array = new Int32Array(0);

  /** For a grammar. */
  constructor(grammar: Grammar) {
    const { symbolCount } = grammar.model;
    this.#grammar = grammar;
    this.#counts = new Int32Array(symbolCount);
    this.#seen = new Int32Array(symbolCount);
    this.#touched = new Int32Array(symbolCount);
  }

  /**
   * Builds the chart of a sentence into `store`. undefined if it has more than `limit` items.
   */
  build(
    length: number,
    slots: PermittedSlots,
    limit: number,
    store: ForestStore,
    work: Work,
  ): ChartSize | undefined {
    this.#reset(length, slots.tags.length, store);
    const { symbolCount } = this.#grammar.model;
    let [itemCount, edgeCount, cell] = [1, 0, 0];
    for (let end = 1; end <= length; end++) {
      this.#table.fill(0, 0, end * symbolCount);
      for (let start = end - 1; start >= 0; start--) {
        let found = end - start === 1 ? this.#touchLeaves(slots, start, ++cell) : (++cell, 0);
        const edges = this.#join(length, start, end, store.symbols);
        found = this.#count(edges, cell, found);
        [itemCount, edgeCount] = this.#close(
          ...[length, start, end, cell, found, edges, itemCount, edgeCount, store] as const,
        );
        if (itemCount - 1 > limit || edgeCount > MOST_EDGES) {
          work.nodeExpansions += itemCount - 1;
          return undefined;
        }
      }
      this.#placeSlots(slots, end - 1, store);
    }
    work.nodeExpansions += itemCount - 1;
    return { itemCount, edgeCount };
  }

  #reset(length: number, slotCount: number, store: ForestStore): void {
    const cells = (length + 1) ** 2;
    const { symbolCount } = this.#grammar.model;
    if (this.#firstItems.length < cells) {
      this.#firstItems = new Int32Array(cells);
      this.#lastItems = new Int32Array(cells);
      this.#table = new Int32Array((length + 1) * symbolCount);
    }
    this.#seen.fill(0);
    store.reserveItems(symbolCount + 2);
    store.edgeOffsets[0] = store.edgeOffsets[1] = 0;
    store.starts[0] = store.ends[0] = 0;
    store.symbols[0] = -1;
    if (store.slotItems.length < slotCount) store.slotItems = new Int32Array(2 * slotCount);
  }

  #touchLeaves(slots: PermittedSlots, word: number, cell: number): number {
    const { tagSymbols } = this.#grammar.model;
    let found = 0;
    for (let slot = slots.offsets[word]!; slot < slots.offsets[word + 1]!; slot++) {
      const symbol = tagSymbols[slots.tags[slot]!]!;
      if (this.#seen[symbol] === cell) continue;
      this.#seen[symbol] = cell;
      this.#counts[symbol] = 0;
      this.#touched[found++] = symbol;
    }
    return found;
  }

  #placeSlots(slots: PermittedSlots, word: number, { slotItems }: ForestStore): void {
    const { tagSymbols, symbolCount } = this.#grammar.model;
    for (let slot = slots.offsets[word]!; slot < slots.offsets[word + 1]!; slot++) {
      slotItems[slot] = this.#table[word * symbolCount + tagSymbols[slots.tags[slot]!]!]!;
    }
  }

  /** Finds all binary edges of a cell. */
  #join(length: number, start: number, end: number, symbols: Int32Array): number {
    const { binary: { offsets, right: partners, rules }, model: { symbolCount } } = this.#grammar;
    const table = this.#table;
    let edges = 0;
    for (let split = start + 1; split < end; split++) {
      const left = start * (length + 1) + split;
      const right = split * (length + 1) + end;
      if (this.#firstItems[right] === this.#lastItems[right]) continue;
      const row = split * symbolCount;
      const last = this.#lastItems[left]!;
      for (let item = this.#firstItems[left]!; item < last; item++) {
        const symbol = symbols[item]!;
        const from = offsets[symbol]!;
        const to = offsets[symbol + 1]!;
        this.#reserve(edges + to - from);
        const [cellLeft, cellRight, cellRules] = [this.#cellLeft, this.#cellRight, this.#cellRules];
        for (let index = from; index < to; index++) {
          const partner = table[row + partners[index]!]!;
          if (partner === 0) continue;
          cellLeft[edges] = item;
          cellRight[edges] = partner;
          cellRules[edges++] = rules[index]!;
        }
      }
    }
    return edges;
  }

  /** Counts a cell's edges by parent, and lists the parents. */
  #count(edges: number, cell: number, found: number): number {
    const { parent } = this.#grammar.model;
    const [counts, seen, rules] = [this.#counts, this.#seen, this.#cellRules];
    for (let edge = 0; edge < edges; edge++) {
      const symbol = parent[rules[edge]!]!;
      if (seen[symbol] !== cell) {
        seen[symbol] = cell;
        counts[symbol] = 0;
        this.#touched[found++] = symbol;
      }
      counts[symbol]!++;
    }
    return found;
  }

  /** Numbers a cell's items, adds unary edges, and sorts all edges by parent. */
  #close(
    length: number,
    start: number,
    end: number,
    cell: number,
    found: number,
    edges: number,
    itemCount: number,
    edgeCount: number,
    store: ForestStore,
  ): [itemCount: number, edgeCount: number] {
    const { unary, isUnaryParent, model: { parent, symbolCount } } = this.#grammar;
    const [counts, touched, row] = [this.#counts, this.#touched, start * symbolCount];
    const first = itemCount;
    store.reserveItems(itemCount + symbolCount + 1);
    const name = (symbol: number) => {
      this.#table[row + symbol] = itemCount;
      store.starts[itemCount] = start;
      store.ends[itemCount] = end;
      store.symbols[itemCount++] = symbol;
    };
    for (let i = 0; i < found; i++) if (isUnaryParent[touched[i]!] === 0) name(touched[i]!);
    const base = itemCount;
    for (let item = first; item < base; item++) {
      const symbol = store.symbols[item]!;
      const to = unary.offsets[symbol + 1]!;
      this.#reserve(edges + to - unary.offsets[symbol]!);
      for (let index = unary.offsets[symbol]!; index < to; index++) {
        this.#cellLeft[edges] = item;
        this.#cellRight[edges] = 0;
        this.#cellRules[edges++] = unary.rules[index]!;
        const upper = parent[unary.rules[index]!]!;
        if (this.#seen[upper] !== cell) {
          this.#seen[upper] = cell;
          counts[upper] = 0;
          touched[found++] = upper;
        }
        counts[upper]!++;
      }
    }
    for (let i = 0; i < found; i++) if (isUnaryParent[touched[i]!] === 1) name(touched[i]!);
    // Counts become the places where the next edge of each parent goes.
    let place = edgeCount;
    for (let item = first; item < itemCount; item++) {
      const symbol = store.symbols[item]!;
      const size = counts[symbol]!;
      counts[symbol] = place;
      place += size;
      store.edgeOffsets[item + 1] = place;
    }
    store.reserveEdges(place);
    const { left, right, rules } = store;
    for (let edge = 0; edge < edges; edge++) {
      const rule = this.#cellRules[edge]!;
      const to = counts[parent[rule]!]!++;
      left[to] = this.#cellLeft[edge]!;
      right[to] = this.#cellRight[edge]!;
      rules[to] = rule;
    }
    this.#firstItems[start * (length + 1) + end] = first;
    this.#lastItems[start * (length + 1) + end] = itemCount;
    return [itemCount, place];
  }

  #reserve(edges: number): void {
    if (edges <= this.#cellLeft.length) return;
    const size = Math.max(4096, 2 * edges);
    this.#cellLeft = grown(this.#cellLeft, size);
    this.#cellRight = grown(this.#cellRight, size);
    this.#cellRules = grown(this.#cellRules, size);
  }
}
