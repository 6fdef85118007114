/**
 * Categories of punctuation marks.
 *
 * @module
 */

import { atom, type Category } from "../category.ts";
import type { Word } from "../../corpora/conllu.ts";

/** Categories by tag of the Penn Treebank. */
const BY_TAG: Readonly<Record<string, string>> = {
  ...{ "-LRB-": "LRB", "-RRB-": "RRB", "``": "LQU", "''": "RQU", ",": ",", ".": "." },
  ...{ ":": ":", HYPH: ":", NFP: ":" },
};

/** The category of a punctuation mark: by what it is, and else by its tag. */
export function punctuationCategory({ form, xpos }: Pick<Word, "form" | "xpos">): Category {
  if (form === ";" || form === ",") return atom(form);
  return atom(BY_TAG[xpos] ?? ".");
}
