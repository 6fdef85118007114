/**
 * Noun, adjective and adverb phrases: a word with the modifiers that stand before it.
 *
 * @module
 */

import type { Word } from "../trees.ts";
import type { ChunkType } from "./_chunk_types.ts";
import { verbGroupStart } from "./_verb_groups.ts";

/** Relations of what may stand in a base noun phrase before its last word. */
const NOMINAL_MODIFIERS: ReadonlySet<string> = new Set([
  "det",
  "det:predet",
  "cc:preconj",
  "amod",
  "nummod",
  "compound",
  "flat",
  "goeswith",
  "nmod:poss",
  "nmod:desc",
  "nmod:unmarked",
]);

/** Tags of marks within a phrase: hyphens and quotes. */
const INNER_MARKS: ReadonlySet<string> = new Set(["HYPH", "``", "''"]);

/** Parts of speech that an adverb may modify within a noun phrase (`about ten`, `very big`). */
const GRADED: ReadonlySet<string> = new Set(["ADJ", "NUM", "DET"]);

/** Relations of what may stand between an adjective and its first adverb. */
const PRECEDING: ReadonlySet<string> = new Set([
  ...NOMINAL_MODIFIERS,
  "advmod",
  "obl:unmarked",
  "punct",
]);

/** Index of the first word of the phrase that ends at a word. */
export function phraseStart(words: readonly Word[], end: number, type: ChunkType): number {
  if (type === "NP") return nounPhraseStart(words, end);
  if (type === "ADJP") return adjectivePhraseStart(words, end);
  if (type === "ADVP") return adverbPhraseStart(words, end);
  return end;
}

/** As far left as every word modifies the last one, over other modifiers or at once. */
function nounPhraseStart(words: readonly Word[], end: number): number {
  let start = end;
  while (start > 0 && modifies(words, start - 1, end)) start--;
  return start;
}

function modifies(words: readonly Word[], index: number, end: number): boolean {
  let at = index;
  while (at !== end) {
    if (at < 0 || at > end || !mayModify(words[at]!, words[words[at]!.head])) return false;
    at = words[at]!.head;
  }
  return true;
}

function mayModify(word: Word, head: Word | undefined): boolean {
  const { relation, upos, xpos } = word;
  if (relation === "advmod") return upos === "ADV" && GRADED.has(head?.upos ?? "");
  return NOMINAL_MODIFIERS.has(relation) || xpos === "POS" ||
    (relation === "punct" && INNER_MARKS.has(xpos));
}

/**
 * From the first adverb of the adjective that no more than other modifiers and marks keep from it,
 * or from a `not` just before it that no verb group takes.
 */
function adjectivePhraseStart(words: readonly Word[], end: number): number {
  let start = end;
  for (let at = end - 1; at >= 0 && standsBefore(words, at, end); at--) {
    const { upos, relation, head } = words[at]!;
    if (upos === "ADV" && relation === "advmod" && head === end) start = at;
  }
  if (start < end || end === 0) return start;
  const { upos, relation, head } = words[end - 1]!;
  const isLooseNot = upos === "PART" && relation === "advmod" && head === end &&
    verbGroupStart(words, end - 1) === end;
  return isLooseNot ? end - 1 : end;
}

function standsBefore(words: readonly Word[], index: number, end: number): boolean {
  let at = index;
  while (at !== end) {
    const { head, relation } = words[at]!;
    if (head < 0 || head > end || !PRECEDING.has(relation)) return false;
    at = head;
  }
  return true;
}

/** As far left as there are adverbs of the adverb. */
function adverbPhraseStart(words: readonly Word[], end: number): number {
  let start = end;
  while (start > 0) {
    const { upos, relation, head } = words[start - 1]!;
    if (upos !== "ADV" || relation !== "advmod" || head !== end) break;
    start--;
  }
  return start;
}
