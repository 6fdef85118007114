/**
 * Random derivations of a grammar.
 *
 * @module
 */

import type { Random } from "../../random.ts";
import { UNARY } from "../../../decoders/parsing/model.ts";
import type { GrammarTables } from "../../packs/parsing_contents.ts";
import { exp } from "../../../decoders/probability/exp.ts";

/** Weight of a leaf beside that of a rule: how soon phrases end does not matter at fixed length. */
const LEAF = 0.1;

/** A derivation of n words. */
export interface SyntheticDerivation {
  /** A tag a word. */
  readonly tags: readonly number[];
  /** (start, end, category) of each item with a rule, from the root down. */
  readonly spans: readonly (readonly [start: number, end: number, category: number])[];
}

/**
 * Draws derivations of a given length with probabilities that are proportional to the product of
 * the weights of their rules, e^score, and of their leaves, Zipf's law over the tags. Exact:
 * weights of all derivations from a symbol over m words are added up first,
 *
 *     w(A, m) = leaf(A)[m = 1] + Σ_{A → B} e^s w(B, m) + Σ_{A → B C} e^s Σ_j w(B, j) w(C, m − j),
 *
 * and drawn from then. Cost: O(R·n²) once for the longest sentence, O(R·n) a step.
 */
export class Derivations {
  readonly #grammar: GrammarTables;
  readonly #rulesOf: readonly (readonly number[])[];
  readonly #tagOf: ReadonlyMap<number, number>;
  readonly #weights: Float64Array;
  /** w(·, m), rows by m. */
  readonly #sums: Float64Array[] = [new Float64Array(0)];

  constructor(grammar: GrammarTables) {
    this.#grammar = grammar;
    this.#tagOf = new Map(Array.from(grammar.tagSymbols, (symbol, tag) => [symbol, tag]));
    this.#weights = grammar.ruleScores.map(exp);
    const rulesOf = Array.from(grammar.symbolCategories, (): number[] => []);
    grammar.parent.forEach((symbol, rule) => rulesOf[symbol]!.push(rule));
    this.#rulesOf = rulesOf;
  }

  /** Whether there is a derivation of so many words. */
  has(length: number): boolean {
    return this.#roots(length).at(-1)! > 0;
  }

  /** Draws one; there must be one. */
  draw(length: number, random: Random): SyntheticDerivation {
    const tags: number[] = [];
    const spans: [number, number, number][] = [];
    const root = random.choose(this.#roots(length));
    this.#expand(root, 0, length, random, tags, spans);
    return { tags, spans };
  }

  #roots(length: number): Float64Array {
    const sums = this.#sumsOf(length);
    let total = 0;
    return this.#grammar.rootScores.map((score, symbol) =>
      total += score === -Infinity ? 0 : exp(score) * sums[symbol]!
    );
  }

  #sumsOf(length: number): Float64Array {
    const { left, right, parent, rootScores } = this.#grammar;
    while (this.#sums.length <= length) {
      const m = this.#sums.length;
      const row = new Float64Array(rootScores.length);
      if (m === 1) { for (const [symbol, tag] of this.#tagOf) row[symbol] = LEAF / (tag + 1); }
      this.#weights.forEach((weight, rule) => {
        if (right[rule] !== UNARY) row[parent[rule]!]! += weight * this.#pairs(rule, m);
      });
      // Children of such rules are parents of none, so their sums are complete.
      this.#weights.forEach((weight, rule) => {
        if (right[rule] === UNARY) row[parent[rule]!]! += weight * row[left[rule]!]!;
      });
      this.#sums.push(row);
    }
    return this.#sums[length]!;
  }

  #pairs(rule: number, m: number): number {
    const { left, right } = this.#grammar;
    let sum = 0;
    for (let j = 1; j < m; j++) {
      sum += this.#sums[j]![left[rule]!]! * this.#sums[m - j]![right[rule]!]!;
    }
    return sum;
  }

  #expand(
    symbol: number,
    start: number,
    end: number,
    random: Random,
    tags: number[],
    spans: [number, number, number][],
  ): void {
    const { left, right, symbolCategories } = this.#grammar;
    const length = end - start;
    const sums = this.#sumsOf(length);
    let target = random.uniform() * sums[symbol]!;
    const tag = length === 1 ? this.#tagOf.get(symbol) : undefined;
    if (tag !== undefined) {
      target -= LEAF / (tag + 1);
      if (target < 0) {
        tags[start] = tag;
        return;
      }
    }
    // Rounding may leave the target above all: then the last one that is possible is taken.
    let chosen: [rule: number, split: number] | undefined;
    search: for (const rule of this.#rulesOf[symbol]!) {
      if (right[rule] === UNARY) {
        const share = this.#weights[rule]! * sums[left[rule]!]!;
        if (share > 0) chosen = [rule, 0];
        target -= share;
        if (target < 0) break;
        continue;
      }
      for (let j = 1; j < length; j++) {
        const share = this.#weights[rule]! * this.#sums[j]![left[rule]!]! *
          this.#sums[length - j]![right[rule]!]!;
        if (share > 0) chosen = [rule, j];
        target -= share;
        if (target < 0) break search;
      }
    }
    if (chosen === undefined) {
      tags[start] = tag!;
      return;
    }
    const [rule, j] = chosen;
    spans.push([start, end, symbolCategories[symbol]!]);
    if (right[rule] === UNARY) {
      this.#expand(left[rule]!, start, end, random, tags, spans);
    } else {
      this.#expand(left[rule]!, start, start + j, random, tags, spans);
      this.#expand(right[rule]!, start + j, end, random, tags, spans);
    }
  }
}
