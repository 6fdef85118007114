/**
 * What words are by nature.
 *
 * @module
 */

import type { Category } from "../category.ts";
import { mainRelation, type Node } from "./dependents.ts";
import { verbFeature } from "./features.ts";
import { punctuationCategory } from "./punctuation.ts";
import { clause, N, NP, PP, verbPhrase } from "./types.ts";

const SUBJECTS: ReadonlySet<string> = new Set(["nsubj", "csubj", "expl"]);

/** Whether a word is a punctuation mark that nothing depends on. */
export function isMark(node: Node): boolean {
  return mainRelation(node) === "punct" && node.left.length + node.right.length === 0;
}

/** Whether a dependent is the subject of its head, or stands for one. */
export function isSubject(node: Node): boolean {
  return SUBJECTS.has(mainRelation(node));
}

/** Whether a dependent makes its head a noun phrase. */
export function isDeterminer(node: Node): boolean {
  return mainRelation(node) === "det" || node.relation === "nmod:poss";
}

/** The type of the word alone, with all its arguments but a subject before it. */
export function startType(node: Node): Category {
  const { word, left, right } = node;
  if (isMark(node)) return punctuationCategory(word);
  switch (word.upos) {
    case "VERB":
    case "AUX": {
      const auxiliary = left.find((dependent) => mainRelation(dependent) === "aux");
      const feature = verbFeature(word, auxiliary?.word.lemma === "have");
      const subject = left.find(isSubject);
      if (subject === undefined && right.some(isSubject)) {
        return clause(right.some(({ relation }) => relation === "expl") ? "q" : feature);
      }
      return verbPhrase(feature);
    }
    case "ADJ":
      // "The poor" is a noun phrase.
      return left.some(isDeterminer) ? N : verbPhrase("adj");
    case "PRON":
    case "DET":
      return NP;
    case "ADV":
    case "ADP":
    case "SCONJ":
      return PP;
    case "INTJ":
      return clause("intj");
    default:
      return N;
  }
}
