/**
 * Random categories for synthetic grammars: what a word is, and what it looks for.
 *
 * @module
 */

import type { Random } from "../../random.ts";
import { cumulate } from "../scores.ts";

/** An atom, or a function from an argument on one side to a result. */
export interface Category {
  /** `""` for an atom, `/` if the argument is on the right, `\` if it is on the left. */
  readonly slash: "" | "/" | "\\";
  /** Indices of categories, −1 for an atom. */
  readonly result: number;
  readonly argument: number;
  /** Functions above atoms. */
  readonly depth: number;
  /** As people write it. */
  readonly name: string;
}

/** Categories without parts; the first is the sentence's. */
const ATOMS = 3;
/** Functions in functions at most. */
const MAX_DEPTH = 3;
/** Share of the functions that look for what they return: modifiers. */
const MODIFIERS = 0.3;

/**
 * Makes that many different categories. The first are atoms and their modifiers on both sides, so
 * that a phrase of every size exists; others are functions between earlier ones, frequent ones
 * more often.
 */
export function randomCategories(count: number, random: Random): Category[] {
  const categories: Category[] = [];
  const names = new Set<string>();
  const add = (category: Category) => {
    if (categories.length === count || names.has(category.name)) return;
    names.add(category.name);
    categories.push(category);
  };
  for (let atom = 0; atom < ATOMS; atom++) {
    add({ slash: "", result: -1, argument: -1, depth: 0, name: String.fromCharCode(65 + atom) });
  }
  const functionOf = (slash: "/" | "\\", result: number, argument: number): Category => {
    const [a, b] = [categories[result]!, categories[argument]!];
    const inner = ({ name, depth }: Category) => depth === 0 ? name : `(${name})`;
    return {
      ...{ slash, result, argument },
      depth: 1 + Math.max(a.depth, b.depth),
      name: `${inner(a)}${slash}${inner(b)}`,
    };
  };
  const atoms = Math.min(ATOMS, count);
  for (let atom = 0; atom < atoms; atom++) {
    add(functionOf("/", atom, atom));
    add(functionOf("\\", atom, atom));
  }
  while (categories.length < count) {
    const frequencies = cumulate(categories.length, (rank) => 1 / (rank + 1));
    const result = random.choose(frequencies);
    const argument = random.uniform() < MODIFIERS ? result : random.choose(frequencies);
    const category = functionOf(random.uniform() < 0.5 ? "/" : "\\", result, argument);
    if (category.depth <= MAX_DEPTH) add(category);
  }
  return categories;
}
