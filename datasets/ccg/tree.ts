/**
 * Derivations of combinatory categorial grammar as trees.
 *
 * @module
 */

import type { Category } from "./category.ts";

/** A word with its lexical category. */
export interface Leaf {
  readonly kind: "leaf";
  readonly category: Category;
  readonly word: string;
  readonly pos: string;
  /** The tag that a tagger gave, where it is another one. */
  readonly modifiedPos: string;
  /** The category with the indices of its variables; empty if they are not known. */
  readonly predicate: string;
}

/** What one or two constituents make together. */
export interface Branch {
  readonly kind: "branch";
  readonly category: Category;
  /** Which child is the head. */
  readonly head: 0 | 1;
  readonly children: readonly [Tree] | readonly [Tree, Tree];
}

/** A constituent. */
export type Tree = Leaf | Branch;

/** A sentence of a bank of derivations. */
export interface BankSentence {
  readonly id: string;
  readonly tree: Tree;
  /** What stands behind the id in a file, with the blank before it. */
  readonly note?: string;
}

/** The words of a constituent, from left to right. */
export function leavesOf(tree: Tree): Leaf[] {
  const leaves: Leaf[] = [];
  const collect = (part: Tree): void => {
    if (part.kind === "leaf") leaves.push(part);
    else part.children.forEach(collect);
  };
  collect(tree);
  return leaves;
}
