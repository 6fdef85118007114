/**
 * Derivations from dependency trees: a treebank of the Universal Dependencies becomes a bank of
 * combinatory categorial grammar.
 *
 * @module
 */

import type { Word } from "../../corpora/conllu.ts";
import { unlicensed } from "../combinators.ts";
import type { BankSentence, Tree } from "../tree.ts";
import { dependentsOf } from "./dependents.ts";
import { derive } from "./derive.ts";
import { dependenciesOf } from "../dependencies.ts";

/** Why a sentence has no derivation. */
export type Loss = "not projective" | "not licensed";

/** What becomes of a treebank. */
export interface Conversion {
  /** In the order of the treebank; ids are `NAME.i`, i the number of the sentence in it from 1. */
  readonly sentences: readonly BankSentence[];
  /** Sentences that have no derivation. */
  readonly losses: readonly { readonly id: string; readonly why: Loss }[];
}

/**
 * Converts the sentences of a treebank. Dependents join their heads one after another, inner ones
 * first; natural types are found from the bottom up, categories are given from the top down, and
 * the combinators have to give them once more. Blanks within words become `_`.
 *
 * Cost: linear in the words, times the depth of coordination.
 *
 * Source: the relations are those of https://universaldependencies.org; Hockenmaier and Steedman
 * 2007 for what the derivations of English look like.
 *
 * @param name begins the ids
 *
 * @example
 * ```ts
 * import { readTrees } from "../../corpora/conllu.ts";
 * import { leavesOf } from "../tree.ts";
 * import { printCategory } from "../category.ts";
 * import { convert } from "./convert.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const lines = [
 *   "1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_",
 *   "2\trains\train\tVERB\tVBZ\tVerbForm=Fin\t0\troot\t_\t_",
 *   "",
 * ];
 * const { sentences } = convert(readTrees(lines.join("\n"), "example"), "example");
 * const words = leavesOf(sentences[0]!.tree);
 * assertEquals(words.map(({ category }) => printCategory(category)), ["NP", "S[dcl]\\NP"]);
 * ```
 */
export function convert(trees: readonly (readonly Word[])[], name: string): Conversion {
  const sentences: BankSentence[] = [];
  const losses: { id: string; why: Loss }[] = [];
  for (const [index, words] of trees.entries()) {
    const id = `${name}.${index + 1}`;
    const root = dependentsOf(words);
    if (root === undefined) {
      losses.push({ id, why: "not projective" });
      continue;
    }
    const tree: Tree = derive(root);
    if (unlicensed(tree).length > 0) losses.push({ id, why: "not licensed" });
    else sentences.push({ id, tree });
  }
  return { sentences, losses };
}

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
