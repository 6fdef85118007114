/**
 * Categories whose parts know which words they stand for.
 *
 * @module
 */

import type { Category } from "./category.ts";
import { isModifier } from "./unify.ts";

/** Which words a part of a category stands for; what is the same has one after `join`. */
export class Head {
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
    const [own, its] = [this.#root(), other.#root()];
    if (own === its) return;
    its.#parent = own;
    own.#words.push(...its.#words);
    own.#parts.push(...its.#parts);
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
export interface Headed {
  readonly head: Head;
  readonly functor?: { readonly result: Headed; readonly argument: Headed };
}

/**
 * A category of which nothing is known. What a functor gives has its head; what a modifier gives is
 * what it takes.
 */
export function unknownHeads(category: Category, head: Head = new Head()): Headed {
  if (category.kind === "atom") return { head };
  const argument = unknownHeads(category.argument);
  if (isModifier(category)) return { head, functor: { result: argument, argument } };
  return { head, functor: { result: unknownHeads(category.result, head), argument } };
}

/** Makes the heads of two categories of one shape the same, part by part. */
export function joinHeads(a: Headed, b: Headed): void {
  a.head.join(b.head);
  if (a.functor === undefined || b.functor === undefined) return;
  joinHeads(a.functor.result, b.functor.result);
  joinHeads(a.functor.argument, b.functor.argument);
}

/** The same but for what they give: two conjuncts share their arguments. */
export function joinArguments(a: Headed, b: Headed): void {
  if (a.functor === undefined || b.functor === undefined) return;
  joinHeads(a.functor.argument, b.functor.argument);
  joinArguments(a.functor.result, b.functor.result);
}

/** What two conjuncts are together: it has the words of both. */
export function coordinate(a: Headed, b: Headed): Headed {
  const head = new Head([], [a.head, b.head]);
  if (a.functor === undefined || b.functor === undefined) return { head };
  const { result, argument } = a.functor;
  // A modifier of both still gives what it takes.
  if (result === argument) return { head, functor: { result, argument } };
  return { head, functor: { result: coordinate(result, b.functor.result), argument } };
}
