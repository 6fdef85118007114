/**
 * The chart: every item that can be built over the words of a sentence.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import { ForestStore, grown, type PermittedSlots } from "./forest.ts";
import type { Grammar } from "./grammar.ts";

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
 * Cost: for each item and each place where a span that it begins may end, its symbol's partners.
 * Memory: K numbers for each start, two for each cell, and the edges of one cell.
 */
export class ChartBuilder {
  readonly #grammar: Grammar;
  /** Where the chart goes. */
  #store = new ForestStore();
  /** Words and one. */
  #width = 0;
  #itemCount = 1;
  #edgeCount = 0;
  /** Item of symbol x over s to the present end, at s·K + x. */
  #table = new Int32Array(0);
  /** First item of the cell from i to j, and the one after its last, at i·(n + 1) + j. */
  #firstItems = new Int32Array(0);
  #lastItems = new Int32Array(0);
  /** The number of the present cell. */
  #cell = 0;
  /** The cell in which each symbol was met last. */
  readonly #seen: Int32Array;
  /** Symbols of the present cell, and how many. */
  readonly #symbols: Int32Array;
  #symbolCount = 0;
  /** Edges into each of them, and then the place of the next one. */
  readonly #counts: Int32Array;
  /** Edges of the present cell, and how many. */
  #cellLeft: Int32Array = new Int32Array(0);
  #cellRight: Int32Array = new Int32Array(0);
  #cellRules: Int32Array = new Int32Array(0);
  #cellEdges = 0;

  /** For a grammar. */
  constructor(grammar: Grammar) {
    const { symbolCount } = grammar.model;
    this.#grammar = grammar;
    this.#seen = new Int32Array(symbolCount);
    this.#symbols = new Int32Array(symbolCount);
    this.#counts = new Int32Array(symbolCount);
  }

  /** Builds the chart of a sentence into `store`. undefined if it has more than `limit` items. */
  build(
    length: number,
    slots: PermittedSlots,
    limit: number,
    store: ForestStore,
    work: Work,
  ): ChartSize | undefined {
    this.#begin(length, slots.tags.length, store);
    const { symbolCount } = this.#grammar.model;
    let isTooLarge = false;
    for (let end = 1; end <= length && !isTooLarge; end++) {
      this.#table.fill(0, 0, end * symbolCount);
      for (let start = end - 1; start >= 0 && !isTooLarge; start--) {
        this.#cell++;
        this.#symbolCount = this.#cellEdges = 0;
        if (end - start === 1) this.#meetLeaves(slots, start);
        this.#join(start, end);
        this.#countEdges();
        this.#close(start, end);
        isTooLarge = this.#itemCount - 1 > limit || this.#edgeCount > MOST_EDGES;
      }
      this.#placeSlots(slots, end - 1);
    }
    work.nodeExpansions += this.#itemCount - 1;
    if (isTooLarge) return undefined;
    return { itemCount: this.#itemCount, edgeCount: this.#edgeCount };
  }

  #begin(length: number, slotCount: number, store: ForestStore): void {
    const { symbolCount } = this.#grammar.model;
    const cells = (length + 1) ** 2;
    if (this.#firstItems.length < cells) {
      this.#firstItems = new Int32Array(cells);
      this.#lastItems = new Int32Array(cells);
      this.#table = new Int32Array((length + 1) * symbolCount);
    }
    this.#store = store;
    this.#width = length + 1;
    this.#cell = 0;
    this.#seen.fill(0);
    this.#itemCount = 1;
    this.#edgeCount = 0;
    store.clear(slotCount);
  }

  /** Notes that a symbol is in the present cell. */
  #meet(symbol: number): void {
    if (this.#seen[symbol] === this.#cell) return;
    this.#seen[symbol] = this.#cell;
    this.#counts[symbol] = 0;
    this.#symbols[this.#symbolCount++] = symbol;
  }

  #meetLeaves({ offsets, tags }: PermittedSlots, word: number): void {
    const { tagSymbols } = this.#grammar.model;
    for (let slot = offsets[word]!; slot < offsets[word + 1]!; slot++) {
      this.#meet(tagSymbols[tags[slot]!]!);
    }
  }

  #placeSlots({ offsets, tags }: PermittedSlots, word: number): void {
    const { tagSymbols, symbolCount } = this.#grammar.model;
    const { slotItems } = this.#store;
    for (let slot = offsets[word]!; slot < offsets[word + 1]!; slot++) {
      slotItems[slot] = this.#table[word * symbolCount + tagSymbols[tags[slot]!]!]!;
    }
  }

  /** Finds all binary edges of a cell. */
  #join(start: number, end: number): void {
    const { binary: { offsets, right: partners, rules }, model: { symbolCount } } = this.#grammar;
    const { symbols } = this.#store;
    const table = this.#table;
    let edges = 0;
    for (let split = start + 1; split < end; split++) {
      const left = start * this.#width + split;
      const right = split * this.#width + end;
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
    this.#cellEdges = edges;
  }

  /** Counts a cell's edges by parent, and lists the parents. */
  #countEdges(): void {
    const { parent } = this.#grammar.model;
    const [counts, rules, edges] = [this.#counts, this.#cellRules, this.#cellEdges];
    for (let edge = 0; edge < edges; edge++) {
      const symbol = parent[rules[edge]!]!;
      this.#meet(symbol);
      counts[symbol]!++;
    }
  }

  /** Numbers a cell's items, adds unary edges, and sorts all edges by parent. */
  #close(start: number, end: number): void {
    const first = this.#itemCount;
    this.#store.reserveItems(first + this.#grammar.model.symbolCount + 1);
    this.#number(start, end, 0);
    this.#addUnary(first);
    this.#number(start, end, 1);
    this.#sortEdges(first);
    this.#firstItems[start * this.#width + end] = first;
    this.#lastItems[start * this.#width + end] = this.#itemCount;
  }

  /** Numbers the items of a cell that are parents of unary rules, or those that are not. */
  #number(start: number, end: number, isUnaryParent: 0 | 1): void {
    const { starts, ends, symbols } = this.#store;
    const row = start * this.#grammar.model.symbolCount;
    for (let i = 0; i < this.#symbolCount; i++) {
      const symbol = this.#symbols[i]!;
      if (this.#grammar.isUnaryParent[symbol] !== isUnaryParent) continue;
      this.#table[row + symbol] = this.#itemCount;
      starts[this.#itemCount] = start;
      ends[this.#itemCount] = end;
      symbols[this.#itemCount++] = symbol;
    }
  }

  /** Adds the unary edges on top of a cell's items. */
  #addUnary(first: number): void {
    const { unary: { offsets, rules }, model: { parent } } = this.#grammar;
    const { symbols } = this.#store;
    for (let item = first; item < this.#itemCount; item++) {
      const from = offsets[symbols[item]!]!;
      const to = offsets[symbols[item]! + 1]!;
      this.#reserve(this.#cellEdges + to - from);
      for (let index = from; index < to; index++) {
        const rule = rules[index]!;
        this.#cellLeft[this.#cellEdges] = item;
        this.#cellRight[this.#cellEdges] = 0;
        this.#cellRules[this.#cellEdges++] = rule;
        this.#meet(parent[rule]!);
        this.#counts[parent[rule]!]!++;
      }
    }
  }

  /** Moves a cell's edges to the store, by parent. */
  #sortEdges(first: number): void {
    const { parent } = this.#grammar.model;
    const { symbols, edgeOffsets } = this.#store;
    const [counts, edges, cellRules] = [this.#counts, this.#cellEdges, this.#cellRules];
    const [cellLeft, cellRight] = [this.#cellLeft, this.#cellRight];
    let place = this.#edgeCount;
    for (let item = first; item < this.#itemCount; item++) {
      const symbol = symbols[item]!;
      const size = counts[symbol]!;
      counts[symbol] = place;
      place += size;
      edgeOffsets[item + 1] = place;
    }
    this.#edgeCount = place;
    this.#store.reserveEdges(place);
    const { left, right, rules } = this.#store;
    for (let edge = 0; edge < edges; edge++) {
      const rule = cellRules[edge]!;
      const to = counts[parent[rule]!]!++;
      left[to] = cellLeft[edge]!;
      right[to] = cellRight[edge]!;
      rules[to] = rule;
    }
  }

  #reserve(edges: number): void {
    if (edges <= this.#cellLeft.length) return;
    const size = Math.max(4096, 2 * edges);
    this.#cellLeft = grown(this.#cellLeft, size);
    this.#cellRight = grown(this.#cellRight, size);
    this.#cellRules = grown(this.#cellRules, size);
  }
}
