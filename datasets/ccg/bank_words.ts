/**
 * The words of derivations, as taggers read them.
 *
 * @module
 */

import type { Sentence } from "../corpora/corpus.ts";
import { printCategory } from "./category.ts";
import { type BankSentence, leavesOf } from "./tree.ts";

/** A sentence whose parts of speech are known. */
export type TaggedSentence = Sentence & Required<Pick<Sentence, "pos">>;

/** Words and parts of speech of a derivation; labels are the lexical categories. */
export function wordsOf({ tree }: BankSentence): TaggedSentence {
  const leaves = leavesOf(tree);
  return {
    forms: leaves.map(({ word }) => word),
    pos: leaves.map(({ pos }) => pos),
    labels: leaves.map(({ category }) => printCategory(category)),
  };
}
