/**
 * Grammars as the tables of a parsing pack, and their productions: rules of categories.
 *
 * @module
 */

import { LENGTH_BUCKETS, UNARY } from "../../../decoders/parsing/model.ts";
import { printCategory } from "../../ccg/category.ts";
import type { CcgGrammar } from "../../ccg/grammar.ts";
import type { GrammarTables } from "../../packs/parsing_contents.ts";

/** Tables with the names of what they number. */
export interface NamedTables {
  /** All scores are 0. */
  readonly tables: GrammarTables;
  /** Names of the tags. */
  readonly tags: readonly string[];
  /** Names of the categories that `symbolCategories` numbers. */
  readonly categories: readonly string[];
}

/**
 * The symbols and rules that a grammar has found so far. A symbol is a root if its category is that
 * of a whole sentence.
 */
export function grammarTables(grammar: CcgGrammar): NamedTables {
  const { symbols, rules, roots, tags } = grammar;
  const categories = [...new Set(symbols.map(({ category }) => category))];
  const numbers = new Map(categories.map((category, number) => [category, number]));
  return {
    tables: {
      tagSymbols: Int32Array.from(tags.keys()),
      symbolCategories: Int32Array.from(symbols, ({ category }) => numbers.get(category)!),
      rootScores: Float64Array.from(
        symbols,
        ({ category }) => roots.has(category) ? 0 : -Infinity,
      ),
      left: Int32Array.from(rules, ({ left }) => left),
      right: Int32Array.from(rules, ({ right }) => right < 0 ? UNARY : right),
      parent: Int32Array.from(rules, ({ parent }) => parent),
      kinds: Uint8Array.from(rules, ({ kind }) => kind),
      ruleScores: new Float64Array(rules.length),
      lengthScores: new Float64Array(rules.length * LENGTH_BUCKETS),
      childLengthScores: new Float64Array(rules.length * LENGTH_BUCKETS ** 2),
    },
    tags: tags.map(printCategory),
    categories: categories.map(printCategory),
  };
}

/** Which production each rule is an instance of. */
export interface Productions {
  /** P. */
  readonly count: number;
  /** Production of each rule, [R]. */
  readonly ofRule: Int32Array;
}

/**
 * Rules of the same categories are one production: what the normal form tells apart has the same
 * weights. Productions are numbered by their first rules.
 */
export function productionsOf(
  { left, right, parent, symbolCategories }: Pick<
    GrammarTables,
    "left" | "right" | "parent" | "symbolCategories"
  >,
): Productions {
  const numbers = new Map<string, number>();
  const ofRule = left.map((symbol, rule) => {
    const key = [symbol, right[rule]!, parent[rule]!]
      .map((part) => part < 0 ? part : symbolCategories[part]!).join();
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, number = numbers.size);
    return number;
  });
  return { count: numbers.size, ofRule };
}
