/**
 * A dependency tree as heads with their dependents on both sides: what kinds of dependents there
 * are, and in which order they join their head.
 *
 * @module
 */

import { setOf, type Word } from "../../corpora/conllu.ts";

/** A word and what depends on it. */
export interface Node {
  /** Index in the sentence. */
  readonly index: number;
  readonly word: Word;
  /** Relation to the head, with its subtype. */
  relation: string;
  /** Dependents before the word, the nearest first. */
  left: Node[];
  /** Dependents after the word, the nearest first. */
  right: Node[];
}

/** The relation of prepositional phrases that are arguments. */
export const ARGUMENT = "obl:arg";

/** The side of the head on which a dependent stands. */
export type Side = "left" | "right";

/** The relation without its subtype. */
export function mainRelation({ relation }: Pick<Node, "relation">): string {
  return relation.split(":", 1)[0]!;
}

/**
 * The root of a sentence, with all its dependents, as derivations need them: contiguous names and
 * dates have their last word as head, `not` right after an auxiliary or a copula depends on
 * that, each further word of a fixed expression on the one before, a question word on the copula
 * behind it; both ends of a range are conjuncts, infinitives complete adjectives before them, and
 * emoticons are marks.
 *
 * @returns nothing for a tree that is not projective: a derivation joins neighbours only
 */
export function dependentsOf(words: readonly Word[]): Node | undefined {
  if (!isProjective(words)) return undefined;
  const heads = words.map(({ head }) => head);
  const relations = words.map(({ relation }) => relation);
  // What depends on an emoticon goes with it, to a word that is none; the root keeps what it has.
  const isPassed = (i: number) => i >= 0 && words[i]!.head >= 0 && isEmoticon(words[i]!);
  for (const i of heads.keys()) while (isPassed(heads[i]!)) heads[i] = words[heads[i]!]!.head;
  attachNegation(words, heads, relations);
  askByCopula(words, heads, relations);
  endNames(words, heads, relations);
  coordinateRanges(words, heads, relations);
  completeAdjectives(words, heads, relations);
  chainFixed(heads, relations);
  const nodes = words.map((word, index): Node => {
    return { index, word, relation: relations[index]!, left: [], right: [] };
  });
  for (const [index, head] of heads.entries()) {
    if (head > index) nodes[head]!.left.unshift(nodes[index]!);
    else if (head >= 0) nodes[head]!.right.push(nodes[index]!);
  }
  return nodes[heads.indexOf(-1)];
}

/** Whether the words below each word stand next to each other. */
function isProjective(words: readonly Word[]): boolean {
  return words.every(({ head }, index) => {
    const [from, to] = head < index ? [head, index] : [index, head];
    for (let between = from + 1; between < to; between++) {
      const other = words[between]!.head;
      if (other < from || other > to) return false;
    }
    return true;
  });
}

const AUXILIARIES = setOf("aux cop");
/** Words that negate an auxiliary before them. */
const NEGATIONS = setOf("not n't n’t nt n`t");

function attachNegation(words: readonly Word[], heads: number[], relations: string[]): void {
  for (let i = 1; i < words.length; i++) {
    if (!AUXILIARIES.has(mainRelation({ relation: relations[i - 1]! }))) continue;
    if (!NEGATIONS.has(words[i]!.form.toLowerCase())) continue;
    if (heads[i] !== heads[i - 1] || heads.includes(i)) continue;
    heads[i] = i - 1;
    relations[i] = "advmod:neg";
  }
}

/** What stands between a question word and a copula and belongs to the word. */
const OF_QUESTION_WORD = setOf("nmod acl flat compound conj");

/** Makes a copula the head of the question word that it follows: "what is that", "how are they". */
function askByCopula(words: readonly Word[], heads: number[], relations: string[]): void {
  for (const [copula, asked] of heads.entries()) {
    if (relations[copula] !== "cop" || asked < 0 || asked > copula) continue;
    const below = heads.flatMap((head, i) => head === asked ? [i] : []);
    const isOwn = (i: number) =>
      (i < asked ? INSIDE : OF_QUESTION_WORD).has(mainRelation({ relation: relations[i]! }));
    const before = below.findLast((i) => i < asked && !isOwn(i)) ?? -1;
    const behind = below.find((i) => i > asked && !isOwn(i))!;
    const phrase = [asked, ...below.filter((i) => i > before && i < asked)];
    if (phrase.every((i) => asks(words[i]!) === undefined)) continue;
    for (const i of below) if (i <= before || i >= behind) heads[i] = copula;
    [heads[copula], relations[copula]] = [heads[asked]!, relations[asked]!];
    [heads[asked], relations[asked]] = [copula, "obj"];
  }
}

/** Relations of a number and what stands before it: "May 5", "page 3", "5 pm". */
const OF_NUMBERS = setOf("nummod nmod:unmarked");

/** Makes the last word of a contiguous name or number its head; the others stand before it. */
function endNames(words: readonly Word[], heads: number[], relations: string[]): void {
  for (let first = 0; first < heads.length; first++) {
    const isPart = (i: number) =>
      heads[i] === first && (mainRelation({ relation: relations[i]! }) === "flat" ||
        OF_NUMBERS.has(relations[i]!) && [first, i].some((j) => words[j]!.upos === "NUM"));
    let last = first;
    while (isPart(last + 1)) last++;
    if (last === first) continue;
    if (heads.some((head, i) => head > first && head <= last && i > last)) continue;
    for (let i = 0; i < heads.length; i++) {
      if (heads[i] === first && i !== last) heads[i] = last;
    }
    heads[last] = heads[first]!;
    relations[last] = relations[first]!;
    heads[first] = last;
    relations[first] = "flat";
  }
}

const DASHES = setOf("- -- – — /");

/** Makes conjuncts of both ends of a range: "3 to 4", "May - June". */
function coordinateRanges(words: readonly Word[], heads: number[], relations: string[]): void {
  for (const [between, end] of heads.entries()) {
    const start = heads[end] ?? -1;
    const isRange = relations[between] === "case" && relations[end] === "nmod" &&
      start >= 0 && start < between && between < end;
    const isJoint = DASHES.has(words[between]!.form) ||
      [start, end].every((i) => words[i]?.upos === "NUM");
    if (isRange && isJoint) [relations[between], relations[end]] = ["cc", "conj"];
  }
}

/** Makes complements of infinitives behind adjectives: "free to go". */
function completeAdjectives(words: readonly Word[], heads: number[], relations: string[]): void {
  for (const [to, word] of words.entries()) {
    const verb = heads[to]!;
    if (!isTo({ word, relation: relations[to]! }) || relations[verb] !== "advcl") continue;
    if (heads[verb]! < verb && words[heads[verb]!]?.upos === "ADJ") relations[verb] = "xcomp";
  }
}

function chainFixed(heads: number[], relations: string[]): void {
  // From the end on: each still depends on the first word when it is looked at.
  for (let i = heads.length - 1; i > 1; i--) {
    if (relations[i] !== "fixed" || relations[i - 1] !== "fixed") continue;
    if (heads[i] === heads[i - 1]) heads[i] = i - 1;
  }
}

/** The word of that index below a word, or that word itself. */
export function find(node: Node, index: number): Node | undefined {
  if (node.index === index) return node;
  for (const dependent of [...node.left, ...node.right]) {
    const found = find(dependent, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

const SUBJECTS = setOf("nsubj csubj expl");
const COMPLEMENTS = setOf("obj iobj xcomp ccomp");

/** Whether a word is a punctuation mark, or an emoticon, that nothing depends on. */
export function isMark(node: Node): boolean {
  const isOne = mainRelation(node) === "punct" || isEmoticon(node.word);
  return isOne && node.left.length + node.right.length === 0;
}

function isEmoticon({ upos, relation }: Word): boolean {
  return mainRelation({ relation }) === "discourse" && upos === "SYM";
}

/** Whether a dependent is the subject of its head, or stands for one. */
export function isSubject(node: Node): boolean {
  return SUBJECTS.has(mainRelation(node));
}

/** Whether a dependent is an object of its head, or a clause in place of one. */
export function isComplement(node: Node): boolean {
  return COMPLEMENTS.has(mainRelation(node));
}

/** Whether a dependent makes its head a noun phrase. */
export function isDeterminer(node: Node): boolean {
  return mainRelation(node) === "det" || node.relation === "nmod:poss";
}

/** Whether a dependent is an adposition that has lost its object, as in "who I talked to". */
export function isStranded({ word, relation, left, right }: Node): boolean {
  return word.upos === "ADP" && /^(obl|nmod)/.test(relation) &&
    [...left, ...right].every((node) => mainRelation(node) === "advmod");
}

/** Whether a mark is the `to` of an infinitive. */
export function isTo({ word, relation }: Pick<Node, "word" | "relation">): boolean {
  return relation === "mark" && word.form.toLowerCase() === "to" && word.upos === "PART";
}

/** Forms of verbs by tags of the Penn Treebank, where they are not finite. */
const BY_TAG: Readonly<Record<string, string>> = { VB: "b", VBG: "ng", VBN: "pss" };

/**
 * The feature of the clause of a verb: `dcl` finite, `b` bare or imperative, `ng` participle of the
 * present, `pt` of the past after *have*, `pss` otherwise. Where the treebank has no form, by the
 * tag.
 *
 * @param before what depends on the same word, or on the verb, and stands before it
 */
export function verbFeature({ features, xpos }: Word, before: readonly Node[]): string {
  const has = (feature: string) => features.includes(feature);
  if (has("Mood=Imp") || has("VerbForm=Inf")) return "b";
  if (has("VerbForm=Fin")) return "dcl";
  if (has("VerbForm=Ger") || has("VerbForm=Part") && has("Tense=Pres")) return "ng";
  const form = has("VerbForm=Part") ? "pss" : BY_TAG[xpos] ?? "dcl";
  const auxiliary = before.find((node) => mainRelation(node) === "aux");
  return form === "pss" && auxiliary?.word.lemma === "have" ? "pt" : form;
}

/** What kind of clause a phrase begins. */
export type Questioned = "question" | "relative";

/** Relations of words that make their head a question: "which book", "how many", "whose". */
const INSIDE = setOf("det nmod amod advmod nummod case");

/** Relations of clauses. */
const CLAUSES = setOf("advcl csubj ccomp parataxis");

/** What kind of clause a word begins; nothing if it asks and relates to nothing. */
export function asks({ features }: Word): Questioned | undefined {
  if (features.includes("PronType=Rel")) return "relative";
  return features.includes("PronType=Int") ? "question" : undefined;
}

/** Whether it is a clause behind a question word that is its head: "what they say". */
export function isFreeRelative({ word }: Node, clause: Node): boolean {
  return asks(word) !== undefined && clause.relation.endsWith(":relcl");
}

/** The same of a dependent with the words inside of it; clauses ask for themselves. */
export function questionedBy(node: Node): Questioned | undefined {
  if (CLAUSES.has(mainRelation(node)) || node.right.some((one) => isFreeRelative(node, one))) {
    return undefined;
  }
  const found = asks(node.word);
  if (found !== undefined) return found;
  for (const dependent of [...node.left, ...node.right]) {
    const inside = INSIDE.has(mainRelation(dependent)) ? questionedBy(dependent) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Relations by their ranks, inner to outer. */
const RANKS = new Map(
  ([
    [0, "fixed goeswith"],
    [0.5, "compound flat"],
    [0.6, "compound:prt"],
    [1, "obj iobj amod nummod nmod:desc"],
    [1.5, "xcomp"],
    [2, "det nmod:poss"],
    [3, "nmod"],
    [4, "acl appos list"],
    [5, "conj"],
    [6, "case"],
    [7, "cop"],
    [7.5, "aux"],
    [9, "nsubj csubj expl"],
    [10, "mark cc"],
    [50, "punct"],
  ] as const).flatMap(([rank, names]) => [...setOf(names)].map((name) => [name, rank])),
);
/** Of all other relations. */
const OTHER = 11;
/** What makes a noun phrase a possessor, before what else makes it a phrase. */
const POSSESSIVE = 5.9;
/** Dependents before the head that leave the place where they belong. */
const FRONTED = 9.5;
/** Adverbs and the like on a nominal that is no predicate. */
const ON_NOMINAL = 4.5;
/** The same behind it: what an adverb wants joins it before what modifies both. */
const COMPLEMENT = 4.4;
/** A preposition without its noun phrase, and a prepositional phrase that is an argument. */
const PREPOSITIONAL = 1.2;
const TO = 7.8;
/** Adverbs and the like behind a predicate: within auxiliaries, and so within its subject. */
const BEHIND = 7.2;
/** Adverbs and the like before a predicate: outside of its subject. */
const BEFORE = 8;
/** A copula before the subject of what is no nominal: "is it good for you". */
const INVERTED = 7.5;
const RIGHT_SUBJECT = 1.4;
const RIGHT_CLAUSE = 1.5;

/** Adverbs and the like. */
const ADVERBIAL = setOf("obl advmod advcl");
const PREDICATES = setOf("VERB AUX");

/**
 * The ranks of a head's dependents on each side, the nearest first. A dependent joins no later than
 * those that stand farther out.
 */
export function ranksOf({ word, left, right }: Node): Record<Side, number[]> {
  const isPredicate = PREDICATES.has(word.upos) ||
    [...left, ...right].some((node) => AUXILIARIES.has(mainRelation(node)) || isSubject(node));
  // "So loud that": an adverb takes what follows before it is taken, an adjective does not.
  const onWord = word.upos === "ADJ" ? ON_NOMINAL : COMPLEMENT;
  const ofAdverbs = isPredicate
    ? { left: BEFORE, right: BEHIND }
    : { left: ON_NOMINAL, right: onWord };
  const ranks = (nodes: readonly Node[], side: Side) => {
    const found = nodes.map((node, i) =>
      word.upos === "ADJ" && mainRelation(node) === "cop" && nodes.slice(0, i).some(isSubject)
        ? INVERTED
        : rankOf(node, side, ofAdverbs[side])
    );
    for (let i = found.length - 2; i >= 0; i--) found[i] = Math.min(found[i]!, found[i + 1]!);
    return found;
  };
  return { left: ranks(left, "left"), right: ranks(right, "right") };
}

function rankOf(node: Node, side: Side, ofAdverbs: number): number {
  const relation = mainRelation(node);
  if (side === "left" && isComplement(node)) return FRONTED;
  if (side === "right") {
    if (isSubject(node)) return RIGHT_SUBJECT;
    if (relation === "amod") return RANKS.get("nmod")!;
    if (relation === "ccomp") return RIGHT_CLAUSE;
    if (isStranded(node) || node.relation === ARGUMENT) return PREPOSITIONAL;
  }
  if (isTo(node)) return TO;
  if (relation === "case" && node.word.xpos === "POS") return POSSESSIVE;
  if (ADVERBIAL.has(relation)) return ofAdverbs;
  return RANKS.get(node.relation) ?? RANKS.get(relation) ?? OTHER;
}
