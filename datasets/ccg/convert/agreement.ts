/**
 * How far dependencies of derivations are those of the treebank that they were made of.
 *
 * @module
 */

import type { Word } from "../../corpora/conllu.ts";
import { dependenciesOf } from "../dependencies.ts";
import type { Conversion } from "./convert.ts";

/** Pairs of words that are joined. */
export interface Agreement {
  /** By dependencies of the derivations. */
  readonly derived: number;
  /** Of these, those that the treebank joins, one way or the other, by its basic relations. */
  readonly basic: number;
  /** The same by its enhanced relations too. */
  readonly enhanced: number;
}

/**
 * Counts the pairs of words that are joined by dependencies of the derivations, and those of them
 * that relations of the treebank join. Categories and the treebank differ in which of two words is
 * the head, hence both ways count; where a verb phrase lacks its subject or conjuncts share an
 * argument, the basic tree has no relation and the enhanced one may have.
 *
 * @param trees what was converted
 */
export function agreement(
  trees: readonly (readonly Word[])[],
  { sentences }: Pick<Conversion, "sentences">,
): Agreement {
  const counts = { derived: 0, basic: 0, enhanced: 0 };
  for (const { id, tree } of sentences) {
    // Ids end with the number of the sentence, from 1.
    const words = trees[Number(/\d+$/.exec(id)![0]) - 1]!;
    const pairs = new Set(
      dependenciesOf(tree).map(({ head, argument }) => pairOf(head, argument)),
    );
    const basic = new Set(words.map(({ head }, index) => pairOf(head, index)));
    const enhanced = new Set(
      words.flatMap(({ enhanced }, index) => enhanced.map(({ head }) => pairOf(head, index))),
    );
    for (const pair of pairs) {
      counts.derived++;
      if (basic.has(pair)) counts.basic++;
      if (basic.has(pair) || enhanced.has(pair)) counts.enhanced++;
    }
  }
  return counts;
}

function pairOf(a: number, b: number): string {
  return `${Math.min(a, b)} ${Math.max(a, b)}`;
}
