/**
 * The heads of lexical categories.
 *
 * @module
 */

import type { Category } from "./category.ts";
import { Head, type Headed, unknownHeads } from "./heads.ts";
import { isModifier } from "./unify.ts";

/** A word's category, and the arguments that depend on the word. */
export interface LexicalHeads {
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
 * The last is wrong for `promise`, and for whatever else a lexicon would have to tell.
 *
 * Source: Clark and Curran 2007, Section 3; Hockenmaier and Steedman 2007, Section 4, for what is
 * shared. Patterns by shape alone are our own.
 */
export function lexicalHeads(category: Category, word: number): LexicalHeads {
  const headed = build(category, new Head([word]));
  const { own, modified } = spineOf(category, headed);
  own.forEach((argument, i) => {
    const missing = lackedBy(argument);
    if (missing === undefined) return;
    const outer = own.slice(i + 1).find(isNounPhrase);
    const inner = own.slice(0, i).find(isNounPhrase);
    const filler = outer ?? (modified === undefined ? inner : nounOf(modified));
    if (filler !== undefined) filler.headed.head.join(missing.headed.head);
  });
  const slots = modified === undefined ? own : [modified, ...own];
  return { headed, slots: slots.map((slot) => slot.headed) };
}

function build(category: Category, head: Head): Headed {
  if (category.kind === "atom") return { head };
  const argument = unknownHeads(category.argument);
  if (isModifier(category)) return { head, functor: { result: argument, argument } };
  const isDeterminer = targetOf(category.result) === "NP" && category.argument.kind === "atom" &&
    category.argument.name === "N";
  const result = isDeterminer
    ? unknownHeads(category.result, argument.head)
    : build(category.result, head);
  return { head, functor: { result, argument } };
}

/** The arguments of a category from the innermost on, and what it modifies, if it does. */
function spineOf(
  category: Category,
  headed: Headed,
): { own: Argument[]; modified?: Argument } {
  if (category.kind === "atom") return { own: [] };
  const { result, argument } = headed.functor!;
  const outermost = { category: category.argument, headed: argument };
  if (isModifier(category)) return { own: [], modified: outermost };
  const { own, modified } = spineOf(category.result, result);
  return { own: [...own, outermost], ...(modified === undefined ? {} : { modified }) };
}

/** The innermost noun phrase that a clause lacks. */
export function lackedBy({ category, headed }: Argument): Argument | undefined {
  if (category.kind === "atom" || targetOf(category) !== "S") return undefined;
  return spineOf(category, headed).own.find(isNounPhrase);
}

/** The noun phrase of what is modified: itself, or the subject of a verb phrase. */
export function nounOf(modified: Argument): Argument | undefined {
  return modified.category.kind === "atom" ? modified : lackedBy(modified);
}

function isNounPhrase({ category }: Argument): boolean {
  return category.kind === "atom" && (category.name === "NP" || category.name === "N");
}

/** The name of what a category is when it has all of its arguments. */
function targetOf(category: Category): string {
  return category.kind === "atom" ? category.name : targetOf(category.result);
}
