/**
 * The items of a chart, and what joins them.
 *
 * @module
 */

import { ForestStore, grown, type PermittedSlots } from "./forest.ts";
import type { Grammar } from "./grammar.ts";

/** A symbol of a cell whose item has no number yet. */
const UNNUMBERED = -1;
/** More joins than this do not fit into memory: their 12 bytes come to 400 MB. */
const MOST_JOINS = 2 ** 25;

/**
 * Finds the items of a chart from the words up, column by column, a column being the cells that end
 * at one word. Columns are taken from the left, and their cells from the right, so that all parts
 * of a cell come before it. In a cell, parents of unary rules come last, so that children precede
 * parents.
 *
 * Which rules join a symbol that ends at a word with an item that begins there does not depend on
 * where that symbol begins: a join is found once, and serves all occurrences of the symbol.
 *
 * Cost: for each symbol that ends at a word, and each cell that begins there, the symbol's
 * partners; a visit of each edge at most; and O(K) for each cell. Memory: two numbers for each
 * symbol and word, one for each cell, eight for each item, three for each join. Buffers are used
 * again.
 */
export class ItemFinder {
  readonly #grammar: Grammar;
  #store = new ForestStore();
  /** Words and one. */
  width = 0;

  itemCount = 1;
  /** First items of columns. */
  firstItems = new Int32Array(0);
  /** Items of the present column: that of symbol x from word s at x·(n + 1) + s, 0 if none. */
  table = new Int32Array(0);
  /** Symbols of its cells, those from word s at s·K; and how many. */
  #symbols = new Int32Array(0);
  #symbolCounts = new Int32Array(0);
  /** Items of its present cell by symbol, 0 if none. */
  readonly #cell: Int32Array;

  /** Symbols of columns, each once; those of end e are at `#columns[e]` up to the next. */
  #columnSymbols: Int32Array = new Int32Array(0);
  #columns = new Int32Array(0);
  /** How many partners all symbols of a column have. */
  #partners = new Int32Array(0);
  /** Where the occurrences of each begin, up to those of the next: an item, and its first word. */
  offsets: Int32Array = new Int32Array(0);
  items: Int32Array = new Int32Array(0);
  starts: Int32Array = new Int32Array(0);
  /** By symbol, its occurrences in the present column, and then −1 less its place in the list. */
  readonly #listed: Int32Array;

  /**
   * Joins: a symbol of a column as a place in the list, a right item, and a rule. Unary rules come
   * first, with item 0.
   */
  joinSymbols: Int32Array;
  joinItems: Int32Array;
  joinRules: Int32Array;
  #joinCount = 0;
  /** Joins with the items from s to e begin at e·(e − 1)/2 + s, and end where those at s − 1 do. */
  joinsFrom = new Int32Array(0);
  /** By parent, the search for joins that met it last; and how many searches there were. */
  readonly #joined: Int32Array;
  #searches = 0;

  /** For a grammar. */
  constructor(grammar: Grammar) {
    const { symbolCount } = grammar.model;
    this.#grammar = grammar;
    this.#cell = new Int32Array(symbolCount);
    this.#listed = new Int32Array(symbolCount);
    this.#joined = new Int32Array(symbolCount);
    this.joinRules = grammar.unary.rules.slice();
    this.joinSymbols = new Int32Array(this.joinRules.length);
    this.joinItems = new Int32Array(this.joinRules.length);
  }

  /**
   * Finds the items of a sentence, which go into `store`, and what joins them.
   *
   * @returns false if there are more items than the limit, or joins than fit
   */
  find(length: number, slots: PermittedSlots, limit: number, store: ForestStore): boolean {
    this.#begin(length, store);
    for (let end = 1; end <= length; end++) {
      this.table.fill(0, 0, this.#grammar.model.symbolCount * this.width);
      this.#symbolCounts.fill(0, 0, end);
      this.#meetLeaves(slots, end - 1);
      for (let start = end - 1; start >= 0; start--) {
        this.#number(start, end);
        if (this.itemCount - 1 > limit) return false;
        this.#join(start, end);
        if (this.#joinCount > MOST_JOINS) return false;
      }
      this.#placeSlots(slots, end - 1);
      this.#listColumn(end);
    }
    return true;
  }

  #begin(length: number, store: ForestStore): void {
    const { symbolCount } = this.#grammar.model;
    const width = length + 1;
    if (this.#columns.length <= width) {
      this.firstItems = new Int32Array(width + 1);
      this.table = new Int32Array(symbolCount * width);
      this.#symbols = new Int32Array(symbolCount * width);
      this.#symbolCounts = new Int32Array(width);
      this.#columns = new Int32Array(width + 1);
      this.#partners = new Int32Array(width);
      this.joinsFrom = new Int32Array(width * length / 2);
    }
    this.#store = store;
    this.width = width;
    this.itemCount = this.firstItems[1] = 1;
    this.#columns[1] = this.#searches = 0;
    this.#joinCount = this.#grammar.unary.rules.length;
    this.#cell.fill(0);
    this.#joined.fill(0);
  }

  /** Notes that a symbol is in the cell from a word to the present end. */
  #meet(symbol: number, start: number): void {
    const place = symbol * this.width + start;
    if (this.table[place] !== 0) return;
    this.table[place] = UNNUMBERED;
    const { symbolCount } = this.#grammar.model;
    this.#symbols[start * symbolCount + this.#symbolCounts[start]!++] = symbol;
  }

  #meetLeaves({ offsets, tags }: PermittedSlots, word: number): void {
    const { tagSymbols } = this.#grammar.model;
    for (let slot = offsets[word]!; slot < offsets[word + 1]!; slot++) {
      this.#meet(tagSymbols[tags[slot]!]!, word);
    }
  }

  #placeSlots({ offsets, tags }: PermittedSlots, word: number): void {
    const { tagSymbols } = this.#grammar.model;
    for (let slot = offsets[word]!; slot < offsets[word + 1]!; slot++) {
      const symbol = tagSymbols[tags[slot]!]!;
      this.#store.slotItems[slot] = this.table[symbol * this.width + word]!;
    }
  }

  /** Numbers the items of a cell, with those that unary rules add. */
  #number(start: number, end: number): void {
    const { isUnaryParent, unary: { offsets, rules }, model } = this.#grammar;
    this.#store.reserveItems(this.itemCount + model.symbolCount);
    const [symbols, first] = [this.#symbols, start * model.symbolCount];
    for (let i = first; i < first + this.#symbolCounts[start]!; i++) {
      const symbol = symbols[i]!;
      if (isUnaryParent[symbol] === 1) continue;
      this.#addItem(symbol, start, end);
      for (let index = offsets[symbol]!; index < offsets[symbol + 1]!; index++) {
        this.#meet(model.parent[rules[index]!]!, start);
      }
    }
    for (let i = first; i < first + this.#symbolCounts[start]!; i++) {
      if (isUnaryParent[symbols[i]!] === 1) this.#addItem(symbols[i]!, start, end);
    }
  }

  #addItem(symbol: number, start: number, end: number): void {
    const { starts, ends, symbols } = this.#store;
    const item = this.itemCount++;
    this.table[symbol * this.width + start] = item;
    starts[item] = start;
    ends[item] = end;
    symbols[item] = symbol;
  }

  /** Joins the items of a cell with the symbols that end where it begins; notes the parents. */
  #join(split: number, end: number): void {
    const { binary, model: { parent, symbolCount } } = this.#grammar;
    const { offsets: ruleOffsets, right, rules } = binary;
    const [width, table, joined, cell] = [this.width, this.table, this.#joined, this.#cell];
    const [symbols, counts] = [this.#symbols, this.#symbolCounts];
    const [columnSymbols, offsets, starts] = [this.#columnSymbols, this.offsets, this.starts];
    const [first, last] = [split * symbolCount, split * symbolCount + counts[split]!];
    for (let i = first; i < last; i++) cell[symbols[i]!] = table[symbols[i]! * width + split]!;
    let joins = this.joinsFrom[end * (end - 1) / 2 + split] = this.#joinCount;
    this.#reserveJoins(joins + this.#partners[split]!);
    const [joinSymbols, joinItems] = [this.joinSymbols, this.joinItems];
    const joinRules = this.joinRules;
    const to = last === first ? 0 : this.#columns[split + 1]!;
    for (let place = this.#columns[split]!; place < to; place++) {
      const search = ++this.#searches;
      const symbol = columnSymbols[place]!;
      const toRule = ruleOffsets[symbol + 1]!;
      for (let index = ruleOffsets[symbol]!; index < toRule; index++) {
        const item = cell[right[index]!]!;
        if (item === 0) continue;
        const rule = rules[index]!;
        joinSymbols[joins] = place;
        joinItems[joins] = item;
        joinRules[joins++] = rule;
        const top = parent[rule]!;
        if (joined[top] === search) continue;
        joined[top] = search;
        for (let i = offsets[place]!; i < offsets[place + 1]!; i++) {
          const start = starts[i]!;
          if (table[top * width + start] !== 0) continue;
          table[top * width + start] = UNNUMBERED;
          symbols[start * symbolCount + counts[start]!++] = top;
        }
      }
    }
    for (let i = first; i < last; i++) cell[symbols[i]!] = 0;
    this.#joinCount = joins;
  }

  #reserveJoins(count: number): void {
    if (count <= this.joinItems.length) return;
    const size = Math.max(4096, Math.ceil(1.5 * count));
    this.joinSymbols = grown(this.joinSymbols, size);
    this.joinItems = grown(this.joinItems, size);
    this.joinRules = grown(this.joinRules, size);
  }

  /** Lists the symbols of a column that is complete, and where they occur. */
  #listColumn(end: number): void {
    const { symbols, starts } = this.#store;
    const first = this.firstItems[end]!;
    if (this.items.length <= this.itemCount) {
      const size = 2 * this.itemCount + 1024;
      this.#columnSymbols = grown(this.#columnSymbols, size);
      this.offsets = grown(this.offsets, size);
      this.items = grown(this.items, size);
      this.starts = grown(this.starts, size);
    }
    const [listed, offsets] = [this.#listed.fill(0), this.offsets];
    for (let item = first; item < this.itemCount; item++) listed[symbols[item]!]!++;
    const { offsets: rules } = this.#grammar.binary;
    let [place, offset, partners] = [this.#columns[end]!, first, 0];
    for (let item = first; item < this.itemCount; item++) {
      const symbol = symbols[item]!;
      if (listed[symbol]! <= 0) continue;
      // Where its occurrences end: they are put in from the last one on.
      offsets[place] = offset += listed[symbol]!;
      partners += rules[symbol + 1]! - rules[symbol]!;
      this.#columnSymbols[place] = symbol;
      listed[symbol] = -1 - place++;
    }
    offsets[place] = offset;
    for (let item = this.itemCount - 1; item >= first; item--) {
      const at = --offsets[-1 - listed[symbols[item]!]!]!;
      this.items[at] = item;
      this.starts[at] = starts[item]!;
    }
    this.#columns[end + 1] = place;
    this.#partners[end] = partners;
    this.firstItems[end + 1] = this.itemCount;
  }
}
