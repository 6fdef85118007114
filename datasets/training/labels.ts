/**
 * The labels of a corpus in the order that all lattices use.
 *
 * @module
 */

import type { Sentence } from "../corpora/corpus.ts";

/**
 * The labels by descending number of tokens that carry them; labels with the same number stand in
 * code-unit order. Index 0 is the most frequent.
 *
 * @example
 * ```ts
 * import { rankLabels } from "./labels.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const sentence = { forms: ["a", "b", "c", "d"], labels: ["Z", "Y", "Z", "X"] };
 * assertEquals(rankLabels([sentence]), ["Z", "X", "Y"]);
 * ```
 */
export function rankLabels(sentences: readonly Sentence[]): string[] {
  const counts = new Map<string, number>();
  for (const { labels } of sentences) {
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([label]) => label);
}
