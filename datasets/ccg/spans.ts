/**
 * Labelled spans of derivations.
 *
 * @module
 */

import type { Category } from "./category.ts";
import type { Tree } from "./tree.ts";

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
