/**
 * Types of words and constituents, found from the bottom of a dependency tree up.
 *
 * @module
 */

import { atom, type Category, functor } from "../category.ts";
import type { Word } from "../../corpora/conllu.ts";
import { isDeterminer, isMark, isSubject, type Node, verbFeature } from "./dependents.ts";

/** Noun phrase. */
export const NP: Category = atom("NP");
/** Noun. */
export const N: Category = atom("N");
/** Prepositional or adverbial phrase. */
export const PP: Category = atom("PP");
/** The particle of a verb. */
export const PR: Category = atom("PR");
/** A further word of a fixed expression. */
export const FX: Category = atom("FX");
/** What makes a noun a noun phrase. */
export const DETERMINER: Category = functor(NP, "/", N);
/** What modifies a noun phrase from behind. */
export const RELATIVE: Category = functor(NP, "\\", NP);

/** A clause of that form. */
export function clause(feature: string): Category {
  return atom("S", feature);
}

/** A clause of that form that wants a subject. */
export function verbPhrase(feature: string, subject: Category = NP): Category {
  return functor(clause(feature), "\\", subject);
}

/** Whether it is a clause with its subject. */
export function isClause(category: Category): boolean {
  return category.kind === "atom" && category.name === "S";
}

/** Whether it is a clause that wants a subject. */
export function isVerbPhrase(category: Category): boolean {
  return category.kind === "functor" && category.slash === "\\" && isClause(category.result);
}

/** Whether it is a clause, with its subject or without. */
export function isClausal(category: Category): boolean {
  return isClause(category) || isVerbPhrase(category);
}

/**
 * The same category, but a noun phrase for a noun, or for a possessor without what is possessed:
 * only noun phrases are arguments.
 */
export function asPhrase(category: Category): Category {
  return category === N || category === DETERMINER ? NP : category;
}

/** Whether two categories differ in features at most. */
export function sameShape(a: Category, b: Category): boolean {
  if (a.kind === "atom" || b.kind === "atom") {
    return a.kind === "atom" && b.kind === "atom" && a.name === b.name;
  }
  return a.slash === b.slash && sameShape(a.result, b.result) &&
    sameShape(a.argument, b.argument);
}

/**
 * What a modifier of this category modifies: the category without features, so that it fits all
 * forms; with them if there are two different ones, which one variable cannot stand for.
 */
export function modified(category: Category): Category {
  return featuresOf(category).size > 1 ? category : withoutFeatures(category);
}

function featuresOf(category: Category, found: Set<string> = new Set()): Set<string> {
  if (category.kind === "functor") {
    featuresOf(category.result, found);
    featuresOf(category.argument, found);
  } else if (category.name === "S") {
    found.add(category.feature);
  }
  return found;
}

function withoutFeatures(category: Category): Category {
  if (category.kind === "atom") return category.name === "S" ? atom("S") : category;
  const { result, slash, argument } = category;
  return functor(withoutFeatures(result), slash, withoutFeatures(argument));
}

/** Categories of punctuation by tag of the Penn Treebank; `.` with others, and of emoticons. */
const PUNCTUATION: ReadonlyMap<string, string> = new Map([
  ["-LRB-", "LRB"],
  ["-RRB-", "RRB"],
  ["``", "LQU"],
  ["''", "RQU"],
  [",", ","],
  [":", ":"],
  ["HYPH", ":"],
  ["NFP", ":"],
]);
/** Types by part of speech, where words of it have one; nouns with others. */
const BY_PART_OF_SPEECH: ReadonlyMap<string, Category> = new Map([
  ["PRON", NP],
  ["DET", NP],
  ["ADV", PP],
  ["ADP", PP],
  ["SCONJ", PP],
  ["INTJ", clause("intj")],
]);

/** The category of a punctuation mark: by what it is, and else by its tag. */
export function punctuationCategory({ form, upos, xpos }: Word): Category {
  if (form === ";" || form === ",") return atom(form);
  return atom(upos === "SYM" ? "." : PUNCTUATION.get(xpos) ?? ".");
}

/** The type of the word alone, with all its arguments but a subject before it. */
export function startType(node: Node): Category {
  const { word, left, right } = node;
  if (isMark(node)) return punctuationCategory(word);
  if (word.upos === "VERB" || word.upos === "AUX") {
    const feature = verbFeature(word, left);
    // "Attached is a file": what is attached stands behind the auxiliary.
    const isFronted = right.some(({ relation }) => relation.startsWith("aux"));
    if (left.some(isSubject) || !right.some(isSubject) || isFronted) return verbPhrase(feature);
    const isQuestion = word.upos === "AUX" || right.some(({ relation }) => relation === "expl");
    return clause(isQuestion ? "q" : feature);
  }
  // "The poor" and "most of them" are noun phrases.
  const isNominal = left.some(isDeterminer) || right.some(({ relation }) => relation === "nmod");
  if (word.upos === "ADJ" && !isNominal) return verbPhrase("adj");
  // "If they want to": an infinitive without its verb.
  if (word.xpos === "TO") return verbPhrase("to");
  return BY_PART_OF_SPEECH.get(word.upos) ?? N;
}
