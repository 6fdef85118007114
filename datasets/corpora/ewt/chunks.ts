/**
 * Base chunks of the kind of CoNLL-2000, read off a dependency tree of English EWT.
 *
 * @module
 */

import { setOf, type Word } from "../conllu.ts";

/** Kinds of base chunks, named as in CoNLL-2000; `O` is none. */
type ChunkType = "NP" | "VP" | "PP" | "ADJP" | "ADVP" | "SBAR" | "PRT" | "INTJ" | "O";

/** What ends with a word of that part of speech; `O` with others. */
const BY_PART_OF_SPEECH: ReadonlyMap<string, ChunkType> = new Map([
  ["NOUN", "NP"],
  ["PROPN", "NP"],
  ["PRON", "NP"],
  ["VERB", "VP"],
  ["AUX", "VP"],
  ["ADJ", "ADJP"],
  ["ADV", "ADVP"],
  ["SCONJ", "SBAR"],
  ["INTJ", "INTJ"],
]);

/** A determiner is a noun phrase of its own only where a noun could stand. */
const NOMINAL = setOf("root nsubj nsubj:pass obj iobj obl obl:unmarked nmod conj");

/** Numbers and symbols that only modify or count are no noun phrase of their own. */
const MODIFYING = setOf("nummod compound amod list");

/** Parts of speech that are prepositions where they mark a case. */
const PREPOSITIONAL = setOf("ADP SCONJ ADJ ADV PART");

/** The kind of chunk that ends with the word. */
function chunkType({ upos, relation }: Word): ChunkType {
  if (relation === "compound:prt") return "PRT";
  if (relation === "case" && PREPOSITIONAL.has(upos)) return "PP";
  switch (upos) {
    case "ADP":
      return relation === "mark" ? "SBAR" : "PP";
    case "DET":
      return NOMINAL.has(relation) ? "NP" : "O";
    case "NUM":
    case "SYM":
    case "X":
      return MODIFYING.has(relation) ? "O" : "NP";
    default:
      return BY_PART_OF_SPEECH.get(upos) ?? "O";
  }
}

/** Kinds of chunks that take in the words of a fixed expression (`as well`, `so that`). */
const WITH_FIXED: ReadonlySet<ChunkType> = new Set(["ADVP", "SBAR"]);

/**
 * The BIO label of each word: `B-NP`, `I-NP`, `O` and so on.
 *
 * Chunks do not overlap and are found from the right: the last word that is in none ends the next,
 * its part of speech and relation say of which kind it is, and the chunk reaches left as far as
 * there are modifiers (noun, adjective and adverb phrases), words of the same verb group, or words
 * of the same fixed expression. A possessive `'s` begins a chunk, as it does in CoNLL-2000.
 *
 * Source: Tjong Kim Sang and Buchholz 2000, "Introduction to the CoNLL-2000 Shared Task", for the
 * kinds of chunks; the rules are our own.
 *
 * @example
 * ```ts
 * import { readTrees } from "../conllu.ts";
 * import { baseChunks } from "./chunks.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const text = [
 *   "1\tthe\tthe\tDET\tDT\t_\t2\tdet\t_\t_",
 *   "2\tdogs\tdog\tNOUN\tNNS\t_\t4\tnsubj\t_\t_",
 *   "3\tmay\tmay\tAUX\tMD\t_\t4\taux\t_\t_",
 *   "4\tbark\tbark\tVERB\tVB\t_\t0\troot\t_\t_",
 * ].join("\n");
 * assertEquals(baseChunks(readTrees(text, "example")[0]!), ["B-NP", "I-NP", "B-VP", "I-VP"]);
 * ```
 */
export function baseChunks(words: readonly Word[]): string[] {
  const labels = new Array<string>(words.length);
  for (let end = words.length - 1; end >= 0;) {
    const { start, type } = chunkAt(words, end);
    for (let i = start; i <= end; i++) {
      const begins = i === start || words[i]!.xpos === "POS";
      labels[i] = type === "O" ? "O" : `${begins ? "B" : "I"}-${type}`;
    }
    end = start - 1;
  }
  return labels;
}

/** The chunk that ends at a word. */
function chunkAt(words: readonly Word[], end: number): { start: number; type: ChunkType } {
  const verbs = verbGroupStart(words, end);
  if (verbs <= end) return { start: verbs, type: "VP" };
  const first = fixedStart(words, end);
  if (first < end) {
    const type = chunkType(words[first]!);
    if (WITH_FIXED.has(type)) return { start: first, type };
    // The rest of `due to` and the like is no clause mark of its own.
    if (words[end]!.upos === "SCONJ") return { start: end, type: "O" };
  }
  const type = chunkType(words[end]!);
  return { start: phraseStart(words, end, type), type };
}

/** Index of the first word of the fixed expression that ends at a word, or of the word. */
function fixedStart(words: readonly Word[], end: number): number {
  const { relation, upos, head } = words[end]!;
  const isWhole = () =>
    words.slice(head + 1, end).every((word) => word.relation === "fixed" && word.head === head);
  // Prepositions and nouns (`in order`) keep chunks of their own.
  const isPart = relation === "fixed" && upos !== "ADP" && upos !== "NOUN" && head >= 0;
  return isPart && head < end && isWhole() ? head : end;
}

/** Relations of what may stand in a base noun phrase before its last word. */
const NOMINAL_MODIFIERS = setOf(
  "det det:predet cc:preconj amod nummod compound flat goeswith nmod:poss nmod:desc nmod:unmarked",
);

/** Tags of marks within a phrase: hyphens and quotes. */
const INNER_MARKS: ReadonlySet<string> = new Set(["HYPH", "``", "''"]);

/** Parts of speech that an adverb may modify within a noun phrase (`about ten`, `very big`). */
const GRADED = setOf("ADJ NUM DET");

/** Relations of what may stand between an adjective and its first adverb. */
const PRECEDING = new Set([...NOMINAL_MODIFIERS, "advmod", "obl:unmarked", "punct"]);

/** Index of the first word of the phrase that ends at a word. */
function phraseStart(words: readonly Word[], end: number, type: ChunkType): number {
  switch (type) {
    case "NP":
      return modifiersStart(words, end, mayModify);
    case "ADJP":
      return adjectivePhraseStart(words, end);
    case "ADVP":
      return leftmost(end, (at) => isAdverbOf(words[at]!, end));
    default:
      return end;
  }
}

/** As far left as every word joins. */
function leftmost(end: number, joins: (at: number) => boolean): number {
  let start = end;
  while (start > 0 && joins(start - 1)) start--;
  return start;
}

/**
 * As far left as every word depends on the last one, at once or over others before it that may all
 * do so. Cost: linear, no word is asked about twice.
 */
function modifiersStart(
  words: readonly Word[],
  end: number,
  may: (word: Word, head: Word | undefined) => boolean,
): number {
  const standing = new Set([end]);
  return leftmost(end, (index) => {
    for (let at = index; !standing.has(at); at = words[at]!.head) {
      if (at < 0 || at > end || !may(words[at]!, words[words[at]!.head])) return false;
      standing.add(at);
    }
    return true;
  });
}

function mayModify(word: Word, head: Word | undefined): boolean {
  const { relation, upos, xpos } = word;
  if (relation === "advmod") return upos === "ADV" && GRADED.has(head?.upos ?? "");
  return NOMINAL_MODIFIERS.has(relation) || xpos === "POS" ||
    (relation === "punct" && INNER_MARKS.has(xpos));
}

function isAdverbOf({ upos, relation, head }: Word, index: number): boolean {
  return upos === "ADV" && relation === "advmod" && head === index;
}

/**
 * From the first adverb of the adjective that no more than other modifiers and marks keep from it,
 * or from a `not` just before it that no verb group takes.
 */
function adjectivePhraseStart(words: readonly Word[], end: number): number {
  const first = modifiersStart(words, end, ({ relation }) => PRECEDING.has(relation));
  const adverb = words.slice(first, end).findIndex((word) => isAdverbOf(word, end));
  if (adverb >= 0) return first + adverb;
  const before = words[end - 1];
  const isLooseNot = before !== undefined && isNot(before) && before.head === end &&
    verbGroupStart(words, end - 1) === end;
  return isLooseNot ? end - 1 : end;
}

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
function verbGroupStart(words: readonly Word[], end: number): number {
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
