/**
 * Charts of symbols, which find the rules that sentences may need.
 *
 * @module
 */

import type { CcgGrammar } from "./grammar.ts";

/** What a pair of symbols is known to make. */
const UNKNOWN = 0;
const NOTHING = 1;
const SOMETHING = 2;

/**
 * Builds charts that hold symbols alone, so that the grammar finds every rule of them. A parser
 * whose grammar has those rules builds the same items for these sentences, and for all whose words
 * have fewer tags.
 *
 * Cost: a look at each pair of symbols of neighbouring spans, a byte each. Memory: K² bytes.
 */
export class SymbolCharts {
  readonly #grammar: CcgGrammar;
  /** What each pair makes, at left · width + right. */
  #pairs: Uint8Array = new Uint8Array(0);
  #width = 0;
  /** The cell in which each symbol was met last. */
  #met: Int32Array = new Int32Array(0);
  #cell = 0;

  /** For a grammar. */
  constructor(grammar: CcgGrammar) {
    this.#grammar = grammar;
  }

  /**
   * Builds the chart of a sentence.
   *
   * @param tags the tags that each word may have
   * @param limit items at most
   * @returns how many items there are; nothing if there are more than the limit
   */
  build(tags: readonly (readonly number[])[], limit: number): number | undefined {
    let items = 0;
    // Cells by start, of the spans to each end.
    const cells: Int32Array[][] = tags.map(() => []);
    for (let end = 1; end <= tags.length; end++) {
      for (let start = end - 1; start >= 0; start--) {
        const cell = this.#join(cells, start, end, end - start === 1 ? tags[start]! : []);
        cells[start]![end] = cell;
        items += cell.length;
        if (items > limit) return undefined;
      }
    }
    return items;
  }

  /** The symbols over a span: its tags, what its parts make, and unary rules on top. */
  #join(
    cells: readonly (readonly Int32Array[])[],
    start: number,
    end: number,
    tags: readonly number[],
  ): Int32Array {
    const grammar = this.#grammar;
    const found: number[] = [];
    this.#cell++;
    const meet = (symbol: number): void => {
      if (symbol >= this.#width) this.#widen();
      if (this.#met[symbol] === this.#cell) return;
      this.#met[symbol] = this.#cell;
      found.push(symbol);
    };
    // Tags have the first numbers.
    for (const tag of tags) meet(tag);
    for (let split = start + 1; split < end; split++) {
      const rights = cells[split]![end]!;
      for (const left of cells[start]![split]!) {
        for (const right of rights) {
          const pair = left * this.#width + right;
          if (this.#pairs[pair] === NOTHING) continue;
          const rules = grammar.binaryRules(left, right);
          if (this.#pairs[pair] === UNKNOWN) {
            this.#pairs[pair] = rules.length === 0 ? NOTHING : SOMETHING;
          }
          for (const rule of rules) meet(grammar.rules[rule]!.parent);
        }
      }
    }
    const binary = found.length;
    for (let i = 0; i < binary; i++) {
      for (const rule of grammar.unaryRules(found[i]!)) meet(grammar.rules[rule]!.parent);
    }
    return Int32Array.from(found);
  }

  /** Makes room for all symbols that there are, and as many more. */
  #widen(): void {
    const width = 2 * this.#grammar.symbols.length;
    const pairs = new Uint8Array(width * width);
    for (let left = 0; left < this.#width; left++) {
      const row = this.#pairs.subarray(left * this.#width, (left + 1) * this.#width);
      pairs.set(row, left * width);
    }
    const met = new Int32Array(width);
    met.set(this.#met);
    [this.#pairs, this.#met, this.#width] = [pairs, met, width];
  }
}
