/**
 * Dependencies between words: which word fills which argument of which other.
 *
 * @module
 */

import { type Category, isModifier, isRaised, targetOf } from "./category.ts";
import { ruleOf } from "./combinators.ts";
import type { Branch, Tree } from "./tree.ts";

/** Which words a part of a category stands for; what is the same has one after `join`. */
class Head {
  #parent: Head | undefined;
  readonly #words: number[];
  /** What it has the words of besides. */
  #parts: Head[];

  /** Of a word, of several others, or of what is not known yet. */
  constructor(words: readonly number[] = [], parts: readonly Head[] = []) {
    this.#words = [...words];
    this.#parts = [...parts];
  }

  /** Makes two heads one. */
  join(other: Head): void {
    const [root, joined] = [this.#root(), other.#root()];
    if (root === joined) return;
    joined.#parent = root;
    root.#words.push(...joined.#words);
    root.#parts.push(...joined.#parts);
  }

  /** The words, ascending. */
  words(): number[] {
    const found = new Set<number>();
    const seen = new Set<Head>();
    const visit = (head: Head): void => {
      const root = head.#root();
      if (seen.has(root)) return;
      seen.add(root);
      for (const word of root.#words) found.add(word);
      root.#parts.forEach(visit);
    };
    visit(this);
    return [...found].sort((a, b) => a - b);
  }

  #root(): Head {
    return this.#parent === undefined ? this : this.#parent.#root();
  }
}

/** A category with the heads of all its parts. */
interface Headed {
  readonly head: Head;
  readonly functor?: { readonly result: Headed; readonly argument: Headed };
}

/**
 * A category of which nothing is known. What a functor gives has its head; what a modifier gives is
 * what it takes.
 *
 * @param isWord whether it is that of a word: of a determiner, NP/N, the noun is the head
 */
function headsOf(category: Category, head: Head = new Head(), isWord = false): Headed {
  if (category.kind === "atom") return { head };
  const argument = headsOf(category.argument);
  if (isModifier(category)) return { head, functor: { result: argument, argument } };
  const isDeterminer = isWord && targetOf(category.result) === "NP" &&
    category.argument.kind === "atom" && category.argument.name === "N";
  const result = isDeterminer
    ? headsOf(category.result, argument.head)
    : headsOf(category.result, head, isWord);
  return { head, functor: { result, argument } };
}

/** Makes the heads of two categories of one shape the same, part by part. */
function joinHeads(a: Headed, b: Headed): void {
  a.head.join(b.head);
  if (a.functor === undefined || b.functor === undefined) return;
  joinHeads(a.functor.result, b.functor.result);
  joinHeads(a.functor.argument, b.functor.argument);
}

/** The same but for what they give: two conjuncts share their arguments. */
function joinArguments(a: Headed, b: Headed): void {
  if (a.functor === undefined || b.functor === undefined) return;
  joinHeads(a.functor.argument, b.functor.argument);
  joinArguments(a.functor.result, b.functor.result);
}

/** What two conjuncts are together: it has the words of both. */
function coordinate(a: Headed, b: Headed): Headed {
  const head = new Head([], [a.head, b.head]);
  if (a.functor === undefined || b.functor === undefined) return { head };
  const { result, argument } = a.functor;
  // A modifier of both still gives what it takes.
  if (result === argument) return { head, functor: { result, argument } };
  return { head, functor: { result: coordinate(result, b.functor.result), argument } };
}

/** A word's category, and the arguments that depend on the word. */
interface LexicalHeads {
  readonly headed: Headed;
  /** From the innermost, numbered from 1. */
  readonly slots: readonly Headed[];
}

/** An argument of a category. */
interface Argument {
  readonly category: Category;
  readonly headed: Headed;
}

/**
 * What a word with a category stands for, by the shape of the category:
 *
 * - what it gives has the word as its head, but for determiners, NP/N, whose noun is;
 * - what a modifier X|X gives is what it takes, and the arguments of X are not its own;
 * - a clause that is an argument and lacks a noun phrase, such as S\NP, has for it what stands next
 *   outside in the category (an object), or else what is modified (a noun) or the subject.
 *
 * The last is wrong for `promise`, and for whatever else only a lexicon knows.
 *
 * Source: Clark and Curran 2007, Section 3; Hockenmaier and Steedman 2007, Section 4, for what is
 * shared. Patterns by shape alone are our own.
 */
function lexicalHeads(category: Category, word: number): LexicalHeads {
  const headed = headsOf(category, new Head([word]), true);
  const { spine, modified } = spineOf(category, headed);
  spine.forEach((argument, i) => {
    const missing = lackedBy(argument);
    if (missing === undefined) return;
    const outer = spine.slice(i + 1).find(isNounPhrase);
    const inner = spine.slice(0, i).find(isNounPhrase);
    const filler = outer ?? (modified === undefined ? inner : nounOf(modified));
    if (filler !== undefined) filler.headed.head.join(missing.headed.head);
  });
  const slots = modified === undefined ? spine : [modified, ...spine];
  return { headed, slots: slots.map((slot) => slot.headed) };
}

/** The arguments of a category from the innermost on, and what it modifies, if it does. */
function spineOf(
  category: Category,
  headed: Headed,
): { spine: Argument[]; modified?: Argument } {
  if (category.kind === "atom") return { spine: [] };
  const { result, argument } = headed.functor!;
  const outermost = { category: category.argument, headed: argument };
  if (isModifier(category)) return { spine: [], modified: outermost };
  const { spine, modified } = spineOf(category.result, result);
  return { spine: [...spine, outermost], ...(modified === undefined ? {} : { modified }) };
}

/** The innermost noun phrase that a clause lacks. */
function lackedBy({ category, headed }: Argument): Argument | undefined {
  if (category.kind === "atom" || targetOf(category) !== "S") return undefined;
  return spineOf(category, headed).spine.find(isNounPhrase);
}

/** The noun phrase of what is modified: itself, or the subject of a verb phrase; no clause's. */
function nounOf(modified: Argument): Argument | undefined {
  return isNounPhrase(modified) ? modified : lackedBy(modified);
}

function isNounPhrase({ category }: Argument): boolean {
  return category.kind === "atom" && (category.name === "NP" || category.name === "N");
}
/** A word that fills an argument of another. */
export interface Dependency {
  /** Position of the word whose category has the argument. */
  readonly head: number;
  /** That category. */
  readonly category: Category;
  /** Which of its arguments, from 1, the innermost first. */
  readonly slot: number;
  /** Position of the word that fills it. */
  readonly argument: number;
}

/**
 * The dependencies of a derivation, by heads and slots.
 *
 * Each word's category gets heads, see `lexicalHeads`; where two constituents are combined, what
 * one takes and what the other gives have the same heads. What two conjuncts give has the heads of
 * both, and they share their arguments. Type-raising passes through; what a unary rule makes a
 * modifier of a noun or a verb phrase lacks that noun, or the subject of that phrase; a treebank's
 * binary rule does the same to its head.
 *
 * Source: Clark and Curran 2007, Section 3.
 */
export function dependenciesOf(tree: Tree): Dependency[] {
  const words: (LexicalHeads & { readonly category: Category })[] = [];
  const find = (part: Tree): Headed => {
    if (part.kind === "leaf") {
      const { category } = part;
      const found = lexicalHeads(category, words.length);
      words.push({ ...found, category });
      return found.headed;
    }
    const [left, right] = part.children.map(find);
    return right === undefined
      ? retyped(part.category, part.children[0].category, left!)
      : binary(part, left!, right);
  };
  find(tree);
  return words.flatMap(({ category, slots }, head) =>
    slots.flatMap((slot, i) =>
      slot.head.words().filter((argument) => argument !== head)
        .map((argument) => ({ head, category, slot: i + 1, argument }))
    )
  );
}

/** What a constituent is when a rule calls it another category: a unary one, or a treebank's. */
function retyped(category: Category, from: Category, child: Headed): Headed {
  if (category === from) return child;
  if (category.kind === "functor" && category.argument.kind === "functor" && isRaised(category)) {
    const target = headsOf(category.result);
    const { argument: taken } = category.argument;
    // A noun is raised as the noun phrase that it becomes: one step for two.
    const raised = taken === from ? child : headsOf(taken, child.head);
    const argument = { head: target.head, functor: { result: target, argument: raised } };
    return { head: child.head, functor: { result: target, argument } };
  }
  const made = headsOf(category, child.head);
  if (category.kind === "functor" && isModifier(category)) {
    const filler = nounOf({ category: category.argument, headed: made.functor!.argument });
    const missing = lackedBy({ category: from, headed: child });
    if (filler !== undefined && missing !== undefined) filler.headed.head.join(missing.headed.head);
  } else {
    joinArguments(made, child);
  }
  return made;
}

function binary(branch: Branch, left: Headed, right: Headed): Headed {
  const [{ category: l }, { category: r }] = branch.children as [Tree, Tree];
  const rule = ruleOf(branch);
  if (rule === "treebank") {
    const [from, head] = branch.head === 0 ? [l, left] : [r, right];
    return retyped(branch.category, from, head);
  }
  if (rule === "punct") return l === branch.category ? left : right;
  if (rule === "conj") {
    const other = headsOf(r);
    joinArguments(other, right);
    return { head: right.head, functor: { result: coordinate(other, right), argument: other } };
  }
  const passed = Number(/\d$/.exec(rule)?.[0] ?? 0);
  return rule.startsWith(">") ? apply(left, right, passed) : apply(right, left, passed);
}

/** A functor takes what another gives when it has so many arguments more. */
function apply(functor: Headed, other: Headed, passed: number): Headed {
  const { result, argument } = functor.functor!;
  const pending: Headed[] = [];
  let inner = other;
  for (let i = 0; i < passed; i++) {
    pending.unshift(inner.functor!.argument);
    inner = inner.functor!.result;
  }
  joinHeads(argument, inner);
  return pending.reduce(
    (made, argument): Headed => ({ head: made.head, functor: { result: made, argument } }),
    result,
  );
}
