/**
 * Verb groups: auxiliaries, `to`, `not` and verbs that stand side by side.
 *
 * @module
 */

import type { Word } from "../trees.ts";

const FUNCTIONS: ReadonlySet<string> = new Set(["aux", "aux:pass", "cop"]);

const isTo = ({ upos, xpos }: Word) => upos === "PART" && xpos === "TO";
const isNot = ({ upos, relation }: Word) => upos === "PART" && relation === "advmod";
const isVerb = ({ upos, relation }: Word) =>
  (upos === "VERB" || upos === "AUX") && relation !== "case";
const isPlainAdverb = ({ upos, xpos, relation }: Word) =>
  upos === "ADV" && xpos === "RB" && relation === "advmod";

/**
 * Index of the first word of the verb group that ends at a word; past the word if there is none.
 *
 * Going left, a word joins if it serves or depends on the predicate of the one after it, if it
 * governs the main verb after it (`kept asking`), or if it is a verb before `to`. One adverb may
 * stand between two words of the same predicate, unless `not` follows it. No group begins with an
 * adverb, and with `not` only after a verb of another group (`agreed | not to come`).
 */
export function verbGroupStart(words: readonly Word[], end: number): number {
  if (!belongs(words[end]!)) return end + 1;
  let start = end;
  while (start > 0) {
    if (joins(words, start - 1, start)) start--;
    else if (start > 1 && joinsAcross(words, start - 2, start)) start -= 2;
    else break;
  }
  while (start <= end && !mayBegin(words, start)) start++;
  return start;
}

function mayBegin(words: readonly Word[], index: number): boolean {
  if (isNot(words[index]!)) return index > 0 && isVerb(words[index - 1]!);
  return !isPlainAdverb(words[index]!);
}

const belongs = (word: Word) => isVerb(word) || isTo(word) || isNot(word);

function joins(words: readonly Word[], left: number, right: number): boolean {
  const [before, after] = [words[left]!, words[right]!];
  if (!belongs(before)) return false;
  if (serves(words, left, right)) return true;
  if (!isVerb(before)) return false;
  return isTo(after) || (after.upos === "VERB" && after.head === predicateOf(words, left));
}

function joinsAcross(words: readonly Word[], left: number, right: number): boolean {
  return isPlainAdverb(words[left + 1]!) && belongs(words[left]!) && !isNot(words[right]!) &&
    serves(words, left, right);
}

/** Whether a word has the predicate of a later one, or depends on it. */
function serves(words: readonly Word[], left: number, right: number): boolean {
  const predicate = predicateOf(words, right);
  return predicateOf(words, left) === predicate || words[left]!.head === predicate;
}

/** Index of the word whose verb group a word belongs to. */
function predicateOf(words: readonly Word[], index: number): number {
  const word = words[index]!;
  const isFunction = FUNCTIONS.has(word.relation) || isNot(word) ||
    (isTo(word) && word.relation === "mark");
  return isFunction ? word.head : index;
}
