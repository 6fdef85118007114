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
 * parts of a cell come before it. For a symbol that ends where a cell begins, the list of its
 * partners is walked against a table of the items of that cell once, whatever the symbol's own
 * beginning: what was found, its hits, serves all items of that symbol. The edges of a cell are
 * first counted by parent, and then put where they belong. Parents of unary rules come last in a
 * cell, so that children precede parents.
 *
 * Cost: for each symbol that ends somewhere, and each cell that begins there, the symbol's
 * partners; and two visits of each edge. Memory: three numbers for each start and symbol, two for
 * each cell, and the hits of one end.
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
  /** Where the hits of symbol x with the cell from s to the present end are, at s·K + x; −1 = ? */
  #hitsFrom = new Int32Array(0);
  #hitsTo = new Int32Array(0);
  /** Hits of the present end: the right item, the rule and its parent; and how many. */
  #hitItems: Int32Array = new Int32Array(0);
  #hitRules: Int32Array = new Int32Array(0);
  #hitParents: Int32Array = new Int32Array(0);
  #hitCount = 0;

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
      this.#hitsFrom.fill(-1, 0, end * symbolCount);
      this.#hitCount = 0;
      for (let start = end - 1; start >= 0 && !isTooLarge; start--) {
        this.#cell++;
        this.#symbolCount = 0;
        if (end - start === 1) this.#meetLeaves(slots, start);
        this.#countEdges(start, end);
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
      this.#hitsFrom = new Int32Array((length + 1) * symbolCount);
      this.#hitsTo = new Int32Array((length + 1) * symbolCount);
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

  /** Counts a cell's binary edges by parent, and lists the parents. */
  #countEdges(start: number, end: number): void {
    const { symbols } = this.#store;
    const { symbolCount } = this.#grammar.model;
    const [counts, seen, cell] = [this.#counts, this.#seen, this.#cell];
    for (let split = start + 1; split < end; split++) {
      const left = start * this.#width + split;
      const right = split * this.#width + end;
      if (this.#firstItems[right] === this.#lastItems[right]) continue;
      const row = split * symbolCount;
      const last = this.#lastItems[left]!;
      for (let item = this.#firstItems[left]!; item < last; item++) {
        const symbol = symbols[item]!;
        if (this.#hitsFrom[row + symbol]! < 0) this.#listHits(symbol, row);
        const parents = this.#hitParents;
        const to = this.#hitsTo[row + symbol]!;
        for (let hit = this.#hitsFrom[row + symbol]!; hit < to; hit++) {
          const parent = parents[hit]!;
          if (seen[parent] !== cell) this.#meet(parent);
          counts[parent]!++;
        }
      }
    }
  }

  /** Finds what a symbol makes with the items of a cell of the present end. */
  #listHits(symbol: number, row: number): void {
    const { binary: { offsets, right, rules }, model: { parent } } = this.#grammar;
    const [from, to] = [offsets[symbol]!, offsets[symbol + 1]!];
    let hits = this.#hitCount;
    this.#hitsFrom[row + symbol] = hits;
    if (hits + to - from > this.#hitItems.length) {
      const size = Math.max(4096, 2 * (hits + to - from));
      this.#hitItems = grown(this.#hitItems, size);
      this.#hitRules = grown(this.#hitRules, size);
      this.#hitParents = grown(this.#hitParents, size);
    }
    const [table, items] = [this.#table, this.#hitItems];
    const [hitRules, parents] = [this.#hitRules, this.#hitParents];
    for (let index = from; index < to; index++) {
      const item = table[row + right[index]!]!;
      if (item === 0) continue;
      const rule = rules[index]!;
      items[hits] = item;
      hitRules[hits] = rule;
      parents[hits++] = parent[rule]!;
    }
    this.#hitCount = this.#hitsTo[row + symbol] = hits;
  }

  /** Numbers a cell's items, and puts its edges into the store, by parent. */
  #close(start: number, end: number): void {
    const first = this.#itemCount;
    this.#store.reserveItems(first + this.#grammar.model.symbolCount + 1);
    this.#number(start, end, 0);
    const middle = this.#itemCount;
    this.#countUnary(first);
    this.#number(start, end, 1);
    this.#placeEdges(start, end, first);
    this.#placeUnary(first, middle);
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

  /** Counts the unary edges on top of a cell's items. */
  #countUnary(first: number): void {
    const { unary: { offsets, rules }, model: { parent } } = this.#grammar;
    const { symbols } = this.#store;
    for (let item = first; item < this.#itemCount; item++) {
      const to = offsets[symbols[item]! + 1]!;
      for (let index = offsets[symbols[item]!]!; index < to; index++) {
        const symbol = parent[rules[index]!]!;
        this.#meet(symbol);
        this.#counts[symbol]!++;
      }
    }
  }

  /** Makes room for a cell's edges, and places the binary ones. */
  #placeEdges(start: number, end: number, first: number): void {
    const { symbols, edgeOffsets } = this.#store;
    const { symbolCount } = this.#grammar.model;
    const places = this.#counts;
    let place = this.#edgeCount;
    for (let item = first; item < this.#itemCount; item++) {
      const symbol = symbols[item]!;
      const size = places[symbol]!;
      places[symbol] = place;
      place += size;
      edgeOffsets[item + 1] = place;
    }
    this.#edgeCount = place;
    this.#store.reserveEdges(place);
    const { left, right, rules } = this.#store;
    const [items, hitRules, parents] = [this.#hitItems, this.#hitRules, this.#hitParents];
    for (let split = start + 1; split < end; split++) {
      const cell = start * this.#width + split;
      const after = split * this.#width + end;
      if (this.#firstItems[after] === this.#lastItems[after]) continue;
      const row = split * symbolCount;
      const last = this.#lastItems[cell]!;
      for (let item = this.#firstItems[cell]!; item < last; item++) {
        const to = this.#hitsTo[row + symbols[item]!]!;
        for (let hit = this.#hitsFrom[row + symbols[item]!]!; hit < to; hit++) {
          const edge = places[parents[hit]!]!++;
          left[edge] = item;
          right[edge] = items[hit]!;
          rules[edge] = hitRules[hit]!;
        }
      }
    }
  }

  /** Places the unary edges on top of the items of a cell up to one. */
  #placeUnary(first: number, to: number): void {
    const { unary: { offsets, rules: unary }, model: { parent } } = this.#grammar;
    const { symbols, left, right, rules } = this.#store;
    for (let item = first; item < to; item++) {
      const last = offsets[symbols[item]! + 1]!;
      for (let index = offsets[symbols[item]!]!; index < last; index++) {
        const edge = this.#counts[parent[unary[index]!]!]!++;
        left[edge] = item;
        right[edge] = 0;
        rules[edge] = unary[index]!;
      }
    }
  }
}
