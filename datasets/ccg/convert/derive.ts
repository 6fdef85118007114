/**
 * Derivations of phrases: categories are given from the top down.
 *
 * @module
 */

import { setOf } from "../../corpora/conllu.ts";
import {
  atom,
  type Category,
  functor,
  isModifier,
  isRaised,
  type Slash,
  targetOf,
} from "../category.ts";
import { type Branch, type Leaf, leafOf, type Tree, unaryStep, wordText } from "../tree.ts";
import {
  asks,
  find,
  isMark,
  isStranded,
  isTo,
  mainRelation,
  type Node,
  questionedBy,
  type Side,
} from "./dependents.ts";
import { type Gap, gapOf, naturalType, type Phrase, phraseOf, type Step } from "./phrase.ts";
import * as types from "./types.ts";

/** Parts of speech of words that become what is wanted of them. */
const YIELDING = setOf("ADV INTJ ADP PART DET SCONJ CCONJ PUNCT");
/** The same of those that modify nouns. */
const BEFORE_NOUNS = setOf("ADJ VERB NOUN PROPN NUM SYM X");
/** Relations of words that become what is wanted if nothing depends on them: "tomorrow", "2.". */
const ALONE = setOf("obl:unmarked discourse");
/** Relations of words that keep their own types, whatever is wanted of their clause. */
const AUXILIARIES = setOf("aux cop");
/** What joins a phrase without making it another one. */
const PASSING = setOf("modifier punctuation conjunct");

/**
 * Whether the word that makes a phrase what it is becomes what is wanted of the phrase, without a
 * unary rule: adverbs and function words do, and simple nouns and adjectives before nouns.
 */
function yields(phrase: Phrase, category: Category): boolean {
  if (category === types.FX || category === types.PR) return true;
  const { node, steps } = phrase;
  const last = steps.findLast(({ role }) => !PASSING.has(role));
  if (last !== undefined && takesHead(last)) {
    if (AUXILIARIES.has(mainRelation(last.phrase.node)) || isTo(last.phrase.node)) return false;
    return naturalType(phrase) !== types.NP || questionedBy(node) !== undefined;
  }
  if (last?.role === "subject") return false;
  const { upos } = node.word;
  const isAlone = steps.every(({ role }) => role === "punctuation");
  if (YIELDING.has(upos) || isAlone && ALONE.has(node.relation)) return true;
  if (category === types.DETERMINER) return upos === "PRON";
  return last === undefined && isOfNoun(category) && BEFORE_NOUNS.has(upos);
}

/** Whether a dependent takes its head, and not the other way round. */
function takesHead({ role }: Step): boolean {
  return role === "functor" || role === "fronted";
}

/** Whether a category modifies a noun, or what modifies one. */
function isOfNoun(category: Category): boolean {
  return isModifier(category) && category.kind === "functor" &&
    (category.result === types.N || isOfNoun(category.result));
}

/** Whether what is missing is missing in this argument. */
function isBelow({ owner, isOblique }: Gap, node: Node): boolean {
  return find(node, owner) !== undefined || isOblique && isStranded(node);
}

/** What a constituent has to be: a category that waits for arguments, the outermost last. */
interface Wanted {
  readonly base: Category;
  readonly pending: readonly Pending[];
  /** Whether the words become what is wanted, whatever their own types are. */
  readonly isForced: boolean;
  /** Where the argument belongs that the whole of a relative clause waits for. */
  readonly gap?: Gap;
}

interface Pending {
  readonly slash: Slash;
  readonly category: Category;
}

/** Where a functor looks for what is on a side of it, and where that looks for the functor. */
const TOWARDS = { left: "\\", right: "/" } as const;
const AWAY = { left: "/", right: "\\" } as const;
/** Longest composition. */
const MOST_PASSED = 2;
/** What a relative clause without a pronoun waits for. */
const MISSING: Pending = { slash: "/", category: types.NP };
const CONJUNCTION = atom("conj");
/** Relations of words that take their head. */
const FUNCTION_WORDS = setOf("aux cop mark case det");

/** The derivation of a sentence, whose category is the natural type of its root. */
export function derive(root: Node): Tree {
  const phrase = phraseOf(root, true);
  return phraseTree(phrase, types.asPhrase(naturalType(phrase)));
}

/** A phrase as what is wanted of it. */
function phraseTree(
  phrase: Phrase,
  base: Category,
  { pending = [], gap }: Partial<Pick<Wanted, "pending" | "gap">> = {},
): Tree {
  const isForced = !types.sameShape(base, naturalType(phrase)) && yields(phrase, base);
  const wanted = { base, pending, isForced, ...(gap === undefined ? {} : { gap }) };
  return constituent(phrase, phrase.steps.length, wanted);
}

/** The constituent of a phrase after so many steps. */
function constituent(phrase: Phrase, count: number, wanted: Wanted): Tree {
  const { base, pending, isForced } = wanted;
  if (!isForced && !types.sameShape(base, phrase.types[count]!)) {
    if (pending.length > 0) return constituent(phrase, count, { ...wanted, isForced: true });
    return unaryStep(base, constituent(phrase, count, { ...wanted, base: phrase.types[count]! }));
  }
  if (count === 0) return leaf(phrase.node, whole(wanted));
  const step = phrase.steps[count - 1]!;
  const [dependent, changes] = divided(step, phrase, wanted);
  const head = constituent(phrase, count - 1, { ...wanted, ...changes });
  return joined(step.side, whole(wanted), dependent, head);
}

/** The constituent of a dependent, and what else is wanted of that of the head. */
type Divided = readonly [dependent: Tree, head: Partial<Wanted>];

function divided(step: Step, head: Phrase, wanted: Wanted): Divided {
  switch (step.role) {
    case "punctuation":
      return [mark(step.phrase.node), {}];
    case "argument":
      return withArgument(step, wanted);
    case "subject":
      return withSubject(step, wanted);
    case "functor":
    case "fronted":
      return withFunctor(step, wanted);
    case "modifier":
      return withModifier(step, head, wanted);
    case "conjunct":
      return [coordinated(step, wanted), {}];
  }
}

function withArgument(step: Step, { pending, gap }: Wanted): Divided {
  const { side, phrase, argument } = step;
  const next = { slash: TOWARDS[side], category: argument! };
  if (step.gap !== undefined) {
    const waiting = { pending: [MISSING], gap: step.gap };
    return [phraseTree(phrase, naturalType(phrase), waiting), { pending: [...pending, next] }];
  }
  const isMissing = gap !== undefined && pending.length === 1 && isBelow(gap, phrase.node);
  return isMissing
    ? [phraseTree(phrase, argument!, { pending, gap }), { pending: [next] }]
    : [phraseTree(phrase, argument!), { pending: [...pending, next] }];
}

function withSubject({ side, phrase, argument }: Step, wanted: Wanted): Divided {
  const { base, pending, isForced } = wanted;
  const slash = TOWARDS[side];
  const subject = phraseTree(phrase, argument!);
  if (isForced || !types.isClause(base)) {
    return [subject, { pending: [...pending, { slash, category: argument! }] }];
  }
  if (!canPass(pending, "/")) {
    const verb = functor(whole(wanted), slash, argument!);
    return [subject, { base: verb, pending: [], isForced: true }];
  }
  const open = atom("S");
  const raised = functor(open, "/", functor(open, "\\", argument!));
  const dependent = pending.length === 0 ? subject : unaryStep(raised, subject);
  return [dependent, { base: functor(base, slash, argument!) }];
}

function withFunctor({ side, phrase, argument, inner, inverted }: Step, wanted: Wanted): Divided {
  const { base, pending } = wanted;
  const slash = AWAY[side];
  const gap = argument === undefined ? [] : [{ slash: "/", category: argument } as const];
  const isOfClauses = types.isClausal(inner!);
  const passes = pending.length > 0 && gap.length === 0 && isOfClauses && canPass(pending, slash);
  const taken = { slash, category: whole({ base: inner!, pending: gap }) };
  const result = passes ? base : whole(wanted);
  const category = functor(result, slash, taken.category);
  const head = { base: inner!, isForced: false, pending: passes ? pending : gap };
  if (inverted !== undefined) {
    const subject = { slash, category: inverted.argument };
    const auxiliary = forced(phrase, result, [taken, subject]);
    const argument = phraseTree(inverted.phrase, subject.category);
    return [joined("right", category, argument, auxiliary), head];
  }
  const dependent = isWord(phrase) ? forced(phrase, result, [taken]) : phraseTree(phrase, category);
  return [dependent, head];
}

/** Whether what takes its head is a word that does so, and no phrase that becomes a functor. */
function isWord({ node, steps }: Phrase): boolean {
  return FUNCTION_WORDS.has(mainRelation(node)) ||
    asks(node.word) !== undefined &&
      !steps.some(({ role, side }) => role === "modifier" && side === "right");
}

function withModifier({ side, phrase }: Step, head: Phrase, wanted: Wanted): Divided {
  const { base, pending, isForced } = wanted;
  const isAdverb = isForced && isModifier(base) && !head.steps.some(takesHead);
  const type = naturalType(phrase);
  if (isAdverb && side === "right" && completes(type)) {
    const next = { slash: TOWARDS[side], category: type };
    return [phraseTree(phrase, type), { pending: [...pending, next] }];
  }
  const slash = AWAY[side];
  const isShort = canPass(pending, slash) ||
    side === "right" && canPass(pending, "/") && targetOf(base) === "S";
  const target = types.modified(isShort ? base : whole(wanted));
  const category = functor(target, slash, target);
  const gap = category === types.RELATIVE ? gapOf(head.node, phrase) : undefined;
  if (gap === undefined) return [phraseTree(phrase, category), {}];
  return [unaryStep(category, phraseTree(phrase, type, { pending: [MISSING], gap })), {}];
}

/** Whether a phrase completes an adverb or the like, as in "away from home", "so loud that". */
function completes(type: Category): boolean {
  return type === types.PP || type === types.clause("em") || type === types.verbPhrase("to");
}

/** A conjunct with what coordinates it: what stands between joins the conjunct first. */
function coordinated({ phrase, coordination }: Step, wanted: Wanted): Tree {
  const both = whole(wanted);
  const category = functor(both, "\\", both);
  // Where types differ, the whole conjunct becomes what is wanted, and no word of it does.
  const conjunct = types.sameShape(wanted.base, naturalType(phrase))
    ? phraseTree(phrase, wanted.base, { pending: wanted.pending })
    : phraseTree(phrase, both);
  const { by, before } = coordination!;
  // No conjunct has the form of a raised category: there the conjunction modifies it.
  const isJoint = by !== undefined && !isRaised(both);
  let made = isJoint
    ? joined("left", category, conjunction(by), conjunct)
    : unaryStep(category, conjunct);
  for (const node of isJoint || by === undefined ? before : [by, ...before]) {
    const dependent = isMark(node)
      ? mark(node)
      : phraseTree(phraseOf(node, false), functor(category, "/", category));
    made = joined("left", category, dependent, made);
  }
  return made;
}

/** A conjunction, or a mark that stands for one. */
function conjunction(node: Node): Tree {
  return isMark(node) ? mark(node) : forced(phraseOf(node, false), CONJUNCTION);
}

/** A phrase as what is wanted, whatever its own type is. */
function forced(phrase: Phrase, base: Category, pending: readonly Pending[] = []): Tree {
  return constituent(phrase, phrase.steps.length, { base, pending, isForced: true });
}

/** Whether a category that looks in that direction may be composed over all of these. */
function canPass(pending: readonly Pending[], slash: Slash): boolean {
  return pending.length <= MOST_PASSED && pending.every((one) => one.slash === slash);
}

/** The category that waits for all that is pending. */
function whole({ base, pending }: Pick<Wanted, "base" | "pending">): Category {
  return pending.reduce((result, { slash, category }) => functor(result, slash, category), base);
}

function joined(side: Side, category: Category, dependent: Tree, head: Tree): Branch {
  return side === "left"
    ? { kind: "branch", category, head: 1, children: [dependent, head] }
    : { kind: "branch", category, head: 0, children: [head, dependent] };
}

function mark(node: Node): Leaf {
  return leaf(node, types.punctuationCategory(node.word));
}

function leaf({ word: { form, upos, xpos } }: Node, category: Category): Leaf {
  return leafOf(category, wordText(form), xpos === "_" ? upos : xpos);
}
