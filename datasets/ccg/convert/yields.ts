/**
 * Which words become what is wanted of them, whatever they are by nature.
 *
 * @module
 */

import type { Category } from "../category.ts";
import { isModifier } from "../unify.ts";
import type { Phrase, Step } from "./phrase.ts";
import { questionedBy } from "./questioned.ts";
import { DETERMINER, FX, N, NP, PR } from "./types.ts";

/** Parts of speech of words that become what is wanted of them. */
const YIELDING: ReadonlySet<string> = new Set([
  ...["ADV", "INTJ", "ADP", "PART", "DET", "SCONJ", "CCONJ", "PUNCT"],
]);
/** The same of those that modify nouns. */
const BEFORE_NOUNS: ReadonlySet<string> = new Set([
  ...["ADJ", "VERB", "NOUN", "PROPN", "NUM", "SYM", "X"],
]);

/**
 * Whether the word that makes a phrase what it is becomes what is wanted of the phrase, without a
 * unary rule: adverbs and function words do, and simple nouns and adjectives before nouns.
 */
export function yields({ node, steps, types }: Phrase, category: Category): boolean {
  if (category === FX || category === PR) return true;
  const last = steps.findLast(({ role }) =>
    role !== "modifier" && role !== "punctuation" && role !== "conjunct"
  );
  if (last !== undefined && takesHead(last)) {
    return types.at(-1) !== NP || questionedBy(node) !== undefined;
  }
  if (last?.role === "subject") return false;
  const { upos } = node.word;
  if (YIELDING.has(upos)) return true;
  if (category === DETERMINER) return upos === "PRON";
  return last === undefined && isOfNoun(category) && BEFORE_NOUNS.has(upos);
}

/** Whether a dependent takes its head, and not the other way round. */
export function takesHead({ role }: Step): boolean {
  return role === "functor" || role === "fronted";
}

/** Whether a category modifies a noun, or what modifies one. */
function isOfNoun(category: Category): boolean {
  return isModifier(category) && category.kind === "functor" &&
    (category.result === N || isOfNoun(category.result));
}
