/**
 * Productions: rules of categories.
 *
 * @module
 */

import type { GrammarTables } from "../../packs/parsing_contents.ts";

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
