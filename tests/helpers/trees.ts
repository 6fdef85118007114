/**
 * Invented sentences as CoNLL-U.
 *
 * @module
 */

import { readTrees, type Word } from "../../datasets/corpora/conllu.ts";

/**
 * A sentence in CoNLL-U from a line a word: form, UPOS, XPOS, HEAD, relation and, where there are
 * any, features, with blanks between them.
 */
export function conlluText(...lines: string[]): string {
  return lines.map((line, i) => {
    const [form, upos, xpos, head, relation, features = "_"] = line.split(" ");
    return [i + 1, form, "_", upos, xpos, features, head, relation, "_", "_"].join("\t") + "\n";
  }).join("") + "\n";
}

/** One whose tree is not projective. */
export const CROSSED = conlluText("a X X 0 root", "b X X 4 dep", "c X X 1 dep", "d X X 1 dep");

/** The words of such a sentence. */
export function tree(...lines: string[]): Word[] {
  return readTrees(conlluText(...lines), "an invented tree")[0]!;
}

/**
 * The same from a text: words with blanks between them, `form/UPOS/XPOS/HEAD/relation/features`.
 */
export function treeOf(text: string): Word[] {
  return tree(...text.trim().split(/\s+/).map((word) => word.replaceAll("/", " ")));
}
