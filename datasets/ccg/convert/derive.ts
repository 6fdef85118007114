/**
 * Derivations of phrases: categories are given from the top down.
 *
 * @module
 */

import { atom, type Category, functor, type Slash } from "../category.ts";
import { isModifier } from "../unify.ts";
import type { Branch, Leaf, Tree } from "../tree.ts";
import { mainRelation, type Node } from "./dependents.ts";
import { isInterrogative, isRelative } from "./features.ts";
import { type Gap, gapOf, isBelow } from "./gap.ts";
import type { Side } from "./order.ts";
import { naturalType, type Phrase, phraseOf, type Step } from "./phrase.ts";
import { punctuationCategory } from "./punctuation.ts";
import { isMark } from "./start_type.ts";
import {
  asPhrase,
  clause,
  isClause,
  isVerbPhrase,
  modified,
  NP,
  PP,
  RELATIVE,
  sameShape,
  verbPhrase,
} from "./types.ts";
import { takesHead, yields } from "./yields.ts";

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

/** Longest composition. */
const MOST_PASSED = 2;
/** What a relative clause without a pronoun waits for. */
const MISSING: Pending = { slash: "/", category: NP };
const CONJUNCTION = atom("conj");

/** Relations of words that take their head. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(["aux", "cop", "mark", "case", "det"]);
/** The derivation of a sentence, whose category is the natural type of its root. */
export function derive(root: Node): Tree {
  const phrase = phraseOf(root, true);
  return phraseTree(phrase, asPhrase(naturalType(phrase)));
}

/** A phrase as what is wanted of it. */
function phraseTree(
  phrase: Phrase,
  base: Category,
  { pending = [], gap }: Partial<Pick<Wanted, "pending" | "gap">> = {},
): Tree {
  const isForced = !sameShape(base, naturalType(phrase)) && yields(phrase, base);
  const wanted = { base, pending, isForced, ...(gap === undefined ? {} : { gap }) };
  return constituent(phrase, phrase.steps.length, wanted);
}

/** The constituent of a phrase after so many steps. */
function constituent(phrase: Phrase, count: number, wanted: Wanted): Tree {
  const { base, pending, isForced } = wanted;
  if (!isForced && !sameShape(base, phrase.types[count]!)) {
    if (pending.length > 0) return constituent(phrase, count, { ...wanted, isForced: true });
    return unary(base, constituent(phrase, count, { ...wanted, base: phrase.types[count]! }));
  }
  if (count === 0) return leaf(phrase.node, whole(wanted));
  const step = phrase.steps[count - 1]!;
  const inner = (changes: Partial<Wanted>) =>
    constituent(phrase, count - 1, { ...wanted, ...changes });
  switch (step.role) {
    case "punctuation":
      return joined(step.side, whole(wanted), {
        dependent: leaf(step.phrase.node, punctuationCategory(step.phrase.node.word)),
        head: inner({}),
      });
    case "argument":
      return withArgument(step, wanted, inner);
    case "subject":
      return withSubject(step, wanted, inner);
    case "functor":
    case "fronted":
      return withFunctor(step, wanted, inner);
    case "modifier":
      return withModifier(step, phrase, wanted, inner);
    case "conjunct":
      return withConjunct(step, wanted, inner);
  }
}

/** Makes the constituent inside, as what is wanted there. */
type Inner = (changes: Partial<Wanted>) => Tree;

function withArgument({ side, phrase, argument }: Step, wanted: Wanted, inner: Inner): Tree {
  const { pending, gap } = wanted;
  const own = { slash: slashOf(side), category: argument! };
  if (gap !== undefined && pending.length === 1 && isBelow(gap, phrase.node)) {
    return joined(side, whole(wanted), {
      dependent: phraseTree(phrase, argument!, { pending, gap }),
      head: inner({ pending: [own] }),
    });
  }
  return joined(side, whole(wanted), {
    dependent: phraseTree(phrase, argument!),
    head: inner({ pending: [...pending, own] }),
  });
}

function withSubject({ side, phrase, argument }: Step, wanted: Wanted, inner: Inner): Tree {
  const { base, pending, isForced } = wanted;
  const own = { slash: slashOf(side), category: argument! };
  if (isForced || !isClause(base) || !canPass(pending, "/")) {
    const category = whole(wanted);
    return joined(side, category, {
      dependent: phraseTree(phrase, argument!),
      head: isForced || !isClause(base)
        ? inner({ pending: [...pending, own] })
        : inner({ base: functor(category, own.slash, argument!), pending: [], isForced: true }),
    });
  }
  const subject = phraseTree(phrase, argument!);
  const open = atom("S");
  return joined(side, whole(wanted), {
    dependent: pending.length === 0
      ? subject
      : unary(functor(open, "/", functor(open, "\\", argument!)), subject),
    head: inner({ base: functor(base, own.slash, argument!) }),
  });
}

function withFunctor(step: Step, wanted: Wanted, inner: Inner): Tree {
  const { side, phrase, argument } = step;
  const { base, pending } = wanted;
  const slash = otherSlash(side);
  const gap = argument === undefined ? [] : [{ slash: "/", category: argument } as const];
  const below = { base: step.inner!, isForced: false };
  const isOfClauses = isClause(step.inner!) || isVerbPhrase(step.inner!);
  const category = whole(wanted);
  const passes = pending.length > 0 && gap.length === 0 && isOfClauses && canPass(pending, slash);
  const taken = whole({ ...below, pending: gap });
  const head = inner({ ...below, pending: passes ? pending : gap });
  const result = passes ? base : category;
  const dependent = isWord(step)
    ? constituent(phrase, phrase.steps.length, {
      ...{ base: result, pending: [{ slash, category: taken }], isForced: true },
    })
    : phraseTree(phrase, functor(result, slash, taken));
  return joined(side, category, { dependent, head });
}

/** Whether what takes its head is a word that does so, and no phrase that becomes a functor. */
function isWord({ phrase: { node } }: Step): boolean {
  return FUNCTION_WORDS.has(mainRelation(node)) || isInterrogative(node.word) ||
    isRelative(node.word);
}

function withModifier(
  { side, phrase }: Step,
  headPhrase: Phrase,
  wanted: Wanted,
  inner: Inner,
): Tree {
  const slash = otherSlash(side);
  const isAdverb = wanted.isForced && isModifier(wanted.base) && !headPhrase.steps.some(takesHead);
  if (isAdverb && side === "right" && isComplement(phrase)) {
    const own = { slash: slashOf(side), category: naturalType(phrase) };
    return joined(side, whole(wanted), {
      dependent: phraseTree(phrase, own.category),
      head: inner({ pending: [...wanted.pending, own] }),
    });
  }
  const isShort = canPass(wanted.pending, slash) ||
    side === "right" && canPass(wanted.pending, "/") && endsInClause(wanted.base);
  const target = modified(isShort ? wanted.base : whole(wanted));
  const category = functor(target, slash, target);
  const gap = category === RELATIVE ? gapOf(headPhrase.node, phrase) : undefined;
  return joined(side, whole(wanted), {
    dependent: gap === undefined
      ? phraseTree(phrase, category)
      : unary(category, phraseTree(phrase, naturalType(phrase), { pending: [MISSING], gap })),
    head: inner({}),
  });
}

/** Whether a phrase completes an adverb or the like, as in "away from home", "so loud that". */
function isComplement(phrase: Phrase): boolean {
  const type = naturalType(phrase);
  return type === PP || type === clause("em") || type === verbPhrase("to");
}

/** Coordinates: what stands between joins the conjunct first. */
function withConjunct({ phrase, coordination }: Step, wanted: Wanted, inner: Inner): Tree {
  const category = whole(wanted);
  const coordinated = functor(category, "\\", category);
  const conjunct = phraseTree(phrase, wanted.base, { pending: wanted.pending });
  const { by, before } = coordination!;
  let right = by === undefined
    ? unary(coordinated, conjunct)
    : joined("left", coordinated, { dependent: conjunction(by), head: conjunct });
  for (const node of before) {
    const isPunctuation = isMark(node);
    const mark = isPunctuation
      ? punctuationCategory(node.word)
      : functor(coordinated, "/", coordinated);
    right = joined("left", coordinated, {
      dependent: isPunctuation ? leaf(node, mark) : phraseTree(phraseOf(node, false), mark),
      head: right,
    });
  }
  return joined("right", category, { dependent: right, head: inner({}) });
}

/** A conjunction, or a mark that stands for one. */
function conjunction(node: Node): Tree {
  if (isMark(node)) return leaf(node, punctuationCategory(node.word));
  return constituent(phraseOf(node, false), node.left.length + node.right.length, {
    ...{ base: CONJUNCTION, pending: [], isForced: true },
  });
}

/** Whether all of these may be composed over by what looks in that direction. */
function canPass(pending: readonly Pending[], slash: Slash): boolean {
  return pending.length <= MOST_PASSED && pending.every((one) => one.slash === slash);
}

function endsInClause(category: Category): boolean {
  return category.kind === "functor" ? endsInClause(category.result) : category.name === "S";
}

/** The category that waits for all that is pending. */
function whole({ base, pending }: Pick<Wanted, "base" | "pending">): Category {
  return pending.reduce((result, { slash, category }) => functor(result, slash, category), base);
}

function joined(
  side: Side,
  category: Category,
  { dependent, head }: { dependent: Tree; head: Tree },
): Branch {
  return side === "left"
    ? { kind: "branch", category, head: 1, children: [dependent, head] }
    : { kind: "branch", category, head: 0, children: [head, dependent] };
}

/** A unary step; one on top of another is one. */
function unary(category: Category, child: Tree): Tree {
  if (child.category === category) return child;
  const inner = child.kind === "branch" && child.children.length === 1 ? child.children[0] : child;
  return { kind: "branch", category, head: 0, children: [inner] };
}

function leaf({ word }: Node, category: Category): Leaf {
  return {
    ...{ kind: "leaf", category, word: word.form.replaceAll(/\s+/g, "_") },
    pos: word.xpos === "_" ? word.upos : word.xpos,
    ...{ modifiedPos: "", predicate: "" },
  };
}

function slashOf(side: Side): Slash {
  return side === "left" ? "\\" : "/";
}

function otherSlash(side: Side): Slash {
  return side === "left" ? "/" : "\\";
}
