/**
 * Whether the combinators give the categories of a derivation.
 *
 * @module
 */

import { type Category, printCategory } from "./category.ts";
import { type Combinator, combine } from "./combinators.ts";
import type { Branch, Tree } from "./tree.ts";
import { isRaised } from "./unify.ts";

/** How a branch comes about. */
export type Rule = Combinator | "raised" | "unary" | "treebank";

/**
 * The rule of a branch: the first combinator that gives its category, or `treebank` if none does.
 * With one child it is `raised` if the category is type-raised over the child's, else `unary`.
 */
export function ruleOf({ category, children }: Branch): Rule {
  const [left, right] = children;
  if (right === undefined) return isRaisedFrom(category, left) ? "raised" : "unary";
  const found = combine(left.category, right.category).find((made) => made.category === category);
  return found?.rule ?? "treebank";
}

/** What `ruleOf` calls `treebank`: `left right -> parent` of each such branch. */
export function unlicensed(tree: Tree): string[] {
  return [...branchesOf(tree)].filter((branch) => ruleOf(branch) === "treebank").map(
    ({ category, children }) =>
      `${children.map((child) => printCategory(child.category)).join(" ")} -> ` +
      printCategory(category),
  );
}

/** The branches of a derivation, children before their parents. */
export function* branchesOf(tree: Tree): Generator<Branch> {
  if (tree.kind === "leaf") return;
  for (const child of tree.children) yield* branchesOf(child);
  yield tree;
}

/** Whether a category is T/(T\X) or T\(T/X) of X. */
function isRaisedFrom(category: Category, child: Tree): boolean {
  return category.kind === "functor" && category.argument.kind === "functor" &&
    isRaised(category) && category.argument.argument === child.category;
}
