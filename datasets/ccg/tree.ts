/**
 * Derivations of combinatory categorial grammar as trees: their words, branches and spans.
 *
 * @module
 */

import type { Sentence } from "../corpora/corpus.ts";
import { withoutBrackets } from "../visible.ts";
import { type Category, printCategory } from "./category.ts";

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

/** A word as a leaf, without what only files know of it. */
export function leafOf(category: Category, word: string, pos: string): Leaf {
  return { kind: "leaf", category, word, pos, modifiedPos: "", predicate: "" };
}

/** A word as banks have it: without blanks. */
export function wordText(form: string): string {
  return form.replaceAll(/\s+/g, "_");
}

/** What one or two constituents make together. */
export interface Branch {
  readonly kind: "branch";
  readonly category: Category;
  /** Which child is the head. */
  readonly head: 0 | 1;
  readonly children: readonly [Tree] | readonly [Tree, Tree];
  /** Whether files have it as a conjunct with its conjunction, X[conj] for X\\X. */
  readonly isConjunct?: boolean;
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

/** The branches of a derivation, children before their parents. */
export function* branchesOf(tree: Tree): Generator<Branch> {
  if (tree.kind === "leaf") return;
  for (const child of tree.children) yield* branchesOf(child);
  yield tree;
}

/** A unary step; one on top of another is one, and none makes what there is. */
export function unaryStep(category: Category, child: Tree): Tree {
  if (child.category === category) return child;
  const inner = child.kind === "branch" && child.children.length === 1 ? child.children[0] : child;
  if (inner.category === category) return inner;
  return { kind: "branch", category, head: 0, children: [inner] };
}

/** The same derivation with chains of unary steps as one step, which makes what they make. */
export function withoutChains(tree: Tree): Tree {
  if (tree.kind === "leaf") return tree;
  const [left, right] = tree.children.map(withoutChains) as [Tree, Tree?];
  return right === undefined
    ? unaryStep(tree.category, left)
    : { ...tree, children: [left, right] };
}

/** A branch as `children -> parent`. */
export function branchText({ category, children }: Branch): string {
  const parts = children.map((child) => printCategory(child.category));
  return `${parts.join(" ")} -> ${printCategory(category)}`;
}

/** A constituent without its inside. */
export interface Span {
  /** First word. */
  readonly start: number;
  /** The word after the last. */
  readonly end: number;
  readonly category: Category;
}

/** The constituents of two words and more, children first; parents of unary steps count apart. */
export function spansOf(tree: Tree): Span[] {
  const spans: Span[] = [];
  const find = (part: Tree, start: number): number => {
    if (part.kind === "leaf") return start + 1;
    let end = start;
    for (const child of part.children) end = find(child, end);
    if (end - start >= 2) spans.push({ start, end, category: part.category });
    return end;
  };
  find(tree, 0);
  return spans;
}

/** A sentence whose parts of speech are known. */
export type TaggedSentence = Sentence & Required<Pick<Sentence, "pos">>;

/** A derivation in brackets, `(S (NP dogs) (S\\NP bark))`; those of words are -LRB- and -RRB-. */
export function bracketsOf(tree: Tree): string {
  const parts = tree.kind === "leaf" ? [withoutBrackets(tree.word)] : tree.children.map(bracketsOf);
  // Categories have brackets of their own, which readers of trees would take for theirs.
  const name = printCategory(tree.category).replaceAll("(", "<").replaceAll(")", ">");
  return `(${name} ${parts.join(" ")})`;
}

/** Words and parts of speech of a derivation; labels are the lexical categories. */
export function wordsOf({ tree }: BankSentence): TaggedSentence {
  const leaves = leavesOf(tree);
  return {
    forms: leaves.map(({ word }) => word),
    pos: leaves.map(({ pos }) => pos),
    labels: leaves.map(({ category }) => printCategory(category)),
  };
}

/**
 * The parts of speech of a sentence.
 *
 * @throws RangeError if it has none
 */
export function posOf({ pos, forms }: Pick<Sentence, "pos" | "forms">): readonly string[] {
  if (pos !== undefined) return pos;
  throw new RangeError(`Cannot parse a sentence without parts of speech: "${forms.join(" ")}"`);
}
