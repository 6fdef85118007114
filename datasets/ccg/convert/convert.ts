/**
 * Derivations from dependency trees: a treebank of the Universal Dependencies becomes a bank of
 * combinatory categorial grammar.
 *
 * @module
 */

import { setOf, type Word } from "../../corpora/conllu.ts";
import { unlicensed } from "../combinators.ts";
import type { BankSentence, Tree } from "../tree.ts";
import { dependentsOf, mainRelation } from "./dependents.ts";
import {
  type ObliqueArguments,
  obliqueArgumentsOf,
  withObliqueArguments,
} from "./oblique_arguments.ts";
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
 * @param known which prepositional phrases are arguments, by the training part of the treebank
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
export function convert(
  trees: readonly (readonly Word[])[],
  name: string,
  known: ObliqueArguments = obliqueArgumentsOf(trees),
): Conversion {
  const sentences: BankSentence[] = [];
  const losses: { id: string; why: Loss }[] = [];
  for (const [index, words] of trees.entries()) {
    const id = `${name}.${index + 1}`;
    const root = dependentsOf(withObliqueArguments(words, known));
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
  /** The same where function words stand for the words that they belong to. */
  readonly content: number;
}

/**
 * Counts the pairs of words that are joined by dependencies of the derivations, and those of them
 * that relations of the treebank join. Categories and the treebank differ in which of two words is
 * the head, hence both ways count; where a verb phrase lacks its subject or conjuncts share an
 * argument, the basic tree has no relation and the enhanced one may have. Most of the others are of
 * function words: by categories a verb joins the preposition, and that the noun, where the treebank
 * joins the verb with the noun.
 *
 * @param trees what was converted
 */
export function agreement(
  trees: readonly (readonly Word[])[],
  { sentences }: Pick<Conversion, "sentences">,
): Agreement {
  const counts = { derived: 0, basic: 0, enhanced: 0, content: 0 };
  for (const { id, tree } of sentences) {
    // Ids end with the number of the sentence, from 1.
    const words = trees[Number(/\d+$/.exec(id)![0]) - 1]!;
    const found = dependenciesOf(tree).map(({ head, argument }) => [head, argument] as const);
    const pairs = new Map(found.map((pair) => [pairOf(...pair), pair]));
    const basic = new Set(words.map(({ head }, index) => pairOf(head, index)));
    const enhanced = new Set(
      words.flatMap(({ enhanced }, index) => enhanced.map(({ head }) => pairOf(head, index))),
    );
    const isJoined = (pair: string) => basic.has(pair) || enhanced.has(pair);
    for (const [name, pair] of pairs) {
      const [a, b] = pair.map((word) => contentOf(words, word)) as [number, number];
      counts.derived++;
      if (basic.has(name)) counts.basic++;
      if (isJoined(name)) counts.enhanced++;
      if (isJoined(name) || a === b || isJoined(pairOf(a, b))) counts.content++;
    }
  }
  return counts;
}

/** Relations of function words. */
const FUNCTIONS = setOf("aux cop case mark cc det");

/** The word that a function word belongs to; of others themselves. */
function contentOf(words: readonly Word[], index: number): number {
  const { head, relation } = words[index]!;
  const isFunction = head >= 0 && FUNCTIONS.has(mainRelation({ relation }));
  return isFunction ? contentOf(words, head) : index;
}

function pairOf(a: number, b: number): string {
  return `${Math.min(a, b)} ${Math.max(a, b)}`;
}
