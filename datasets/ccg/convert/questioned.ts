/**
 * Question words and relative pronouns at the beginning of clauses.
 *
 * @module
 */

import { mainRelation, type Node } from "./dependents.ts";
import { isInterrogative, isRelative } from "./features.ts";

/** What kind of clause a phrase begins. */
export type Questioned = "question" | "relative";

/** Relations of words that make their head a question: "which book", "how many", "whose". */
const INSIDE: ReadonlySet<string> = new Set(["det", "nmod", "amod", "advmod", "nummod", "case"]);

/** What kind of clause begins with this dependent; nothing if it asks and relates to nothing. */
export function questionedBy(node: Node): Questioned | undefined {
  if (isRelative(node.word)) return "relative";
  if (isInterrogative(node.word)) return "question";
  for (const dependent of [...node.left, ...node.right]) {
    if (!INSIDE.has(mainRelation(dependent))) continue;
    const found = questionedBy(dependent);
    if (found !== undefined) return found;
  }
  return undefined;
}
