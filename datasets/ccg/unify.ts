/**
 * Matching categories whose features are not all known.
 *
 * @module
 */

import { atom, type Category, functor } from "./category.ts";

/** The feature of noun phrases without a determiner, which no rule looks at. */
const IGNORED = "nb";

/** What a category's variable stands for, by side. */
export interface Bindings {
  /** The feature of the left category's variable; empty if it is not bound. */
  readonly left: string;
  /** The same of the right category's. */
  readonly right: string;
}

/** Whose part a category is. */
type Side = "left" | "right";

/** Whether a category gives what it takes: X/X or X\X. */
export function isModifier(category: Category): boolean {
  return category.kind === "functor" && category.result === category.argument;
}

/** Whether a category is type-raised: T/(T\X) or T\(T/X). */
export function isRaised(category: Category): boolean {
  return category.kind === "functor" && category.argument.kind === "functor" &&
    category.argument.result === category.result && category.argument.slash !== category.slash;
}

/**
 * Matches a part of the left category with a part of the right one. Structures and names must be
 * the same. A feature matches itself; one that is missing matches any.
 *
 * Missing features of S inside of a modifier X|X, or of what is type-raised, are one variable for
 * the whole of the left category, and one for the whole of the right one: all that a variable meets
 * must be the same.
 *
 * @param shared whether each category has a variable: see `hasVariable`
 * @returns nothing if they do not match
 */
export function unify(
  left: Category,
  right: Category,
  shared: Readonly<Record<Side, boolean>>,
): Bindings | undefined {
  const bound = { left: "", right: "" };
  let isAlias = false;
  const bind = (side: Side, feature: string): boolean => {
    if (bound[side] !== "" && bound[side] !== feature) return false;
    bound[side] = feature;
    return true;
  };
  const match = (a: Category, b: Category): boolean => {
    if (a.kind === "functor" || b.kind === "functor") {
      return a.kind === "functor" && b.kind === "functor" && a.slash === b.slash &&
        match(a.result, b.result) && match(a.argument, b.argument);
    }
    if (a.name !== b.name) return false;
    const [of, by] = [a.feature, b.feature].map((text) => text === IGNORED ? "" : text);
    if (of === by) {
      if (of === "" && a.name === "S") isAlias = true;
      return true;
    }
    if (of === "") return a.name !== "S" || !shared.left || bind("left", by!);
    if (by === "") return a.name !== "S" || !shared.right || bind("right", of!);
    return false;
  };
  if (!match(left, right)) return undefined;
  if (isAlias && shared.left && shared.right) {
    if (bound.left !== "" && !bind("right", bound.left)) return undefined;
    if (bound.right !== "" && !bind("left", bound.right)) return undefined;
  }
  return bound;
}

const VARIABLES = new WeakMap<Category, boolean>();

/** Whether a category holds an S without a feature in a modifier or in what is type-raised. */
export function hasVariable(category: Category): boolean {
  if (category.kind === "atom") return false;
  const known = VARIABLES.get(category);
  if (known !== undefined) return known;
  const has = (isModifier(category) || isRaised(category)) && isOpen(category) ||
    hasVariable(category.result) || hasVariable(category.argument);
  VARIABLES.set(category, has);
  return has;
}

/** A category whose variable is bound: S without a feature has this one. */
export function substitute(category: Category, feature: string): Category {
  if (feature === "") return category;
  if (category.kind === "functor") {
    const result = substitute(category.result, feature);
    const argument = substitute(category.argument, feature);
    return functor(result, category.slash, argument);
  }
  return category.name === "S" && category.feature === "" ? atom("S", feature) : category;
}

/** Whether it holds an S without a feature. */
function isOpen(category: Category): boolean {
  return category.kind === "functor"
    ? isOpen(category.result) || isOpen(category.argument)
    : category.name === "S" && category.feature === "";
}
