/**
 * How many parts of a derivation are right.
 *
 * @module
 */

import type { Derivation, GoldParse, ParsingModel } from "../model.ts";

/** Counts of tags and labelled spans. */
export interface Matches {
  /** Those of the derivation that are right. */
  readonly matched: number;
  /** Those of the derivation. */
  readonly predicted: number;
  /** Those of the right analysis, whether a derivation can have them or not. */
  readonly gold: number;
}

/** Whether parts of derivations are right, one by one, so that they can be weighed as edges. */
export interface GoldParts {
  /** Tags and spans of the right analysis. */
  readonly count: number;
  readonly isRightTag: (word: number, tag: number) => boolean;
  /** Whether the item over that span which has `category` is right. `below`: of its only child. */
  readonly isRightSpan: (start: number, end: number, category: number, below?: number) => boolean;
}

/**
 * The parts of a right analysis: the tag of each word and the labelled spans of two words or more.
 * Spans are a multiset: parents of unary rules count apart, and one of the same category as its
 * child is right only if the right analysis has that span twice.
 */
export function goldParts({ tags, spans }: GoldParse): GoldParts {
  const counts = new Map<string, number>();
  let count = tags.length;
  for (let i = 0; i < (spans?.length ?? 0); i += 3) {
    const [start, end] = [spans![i]!, spans![i + 1]!];
    if (end - start < 2) continue;
    const key = `${start} ${end} ${spans![i + 2]}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    count++;
  }
  return {
    count,
    isRightTag: (word, tag) => tags[word] === tag,
    isRightSpan: (start, end, category, below) =>
      (counts.get(`${start} ${end} ${category}`) ?? 0) >= (below === category ? 2 : 1),
  };
}

/**
 * Counts the parts of a derivation that are right. F = 2·matched / (predicted + gold).
 *
 * @throws RangeError for a model without categories
 */
export function countMatches(
  model: ParsingModel,
  gold: GoldParse,
  { tags, steps }: Derivation,
): Matches {
  const categories = categoriesOf(model);
  const parts = goldParts(gold);
  let matched = tags.reduce((sum, tag, word) => sum + Number(parts.isRightTag(word, tag)), 0);
  let predicted = tags.length;
  for (let i = 0; i < steps.length; i += 4) {
    const [start, split, end, rule] = steps.subarray(i, i + 4);
    if (end! - start! < 2) continue;
    predicted++;
    const category = categories[model.parent[rule!]!]!;
    const below = split === -1 ? categories[model.left[rule!]!]! : undefined;
    if (parts.isRightSpan(start!, end!, category, below)) matched++;
  }
  return { matched, predicted, gold: parts.count };
}

/** The categories of a model's symbols. */
export function categoriesOf({ symbolCategories }: ParsingModel): Int32Array {
  if (symbolCategories !== undefined) return symbolCategories;
  throw new RangeError("Cannot compare spans with right ones: the model has no categories");
}
