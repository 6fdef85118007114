/**
 * Conjuncts with what coordinates them.
 *
 * @module
 */

import { mainRelation, type Node } from "./dependents.ts";
import { isMark } from "./start_type.ts";

/** What stands between two conjuncts. */
export interface Coordination {
  /** The conjunction, or the mark that stands for one; nothing if there is neither. */
  readonly by?: Node;
  /** What stands before it, the nearest first. */
  readonly before: readonly Node[];
}

/** Marks that coordinate where there is no conjunction. */
const MARKS: ReadonlySet<string> = new Set([",", ";", ":"]);

/** A conjunct without what coordinates it, which depends on it in the treebank. */
export function splitConjunct(node: Node): { conjunct: Node; coordination: Coordination } {
  const { left } = node;
  const conjunction = left.findIndex((dependent) => mainRelation(dependent) === "cc");
  const at = conjunction >= 0
    ? conjunction
    : left.findIndex((dependent) => isMark(dependent) && MARKS.has(dependent.word.form));
  if (at < 0) return { conjunct: node, coordination: { before: [] } };
  return {
    conjunct: { ...node, left: left.slice(0, at) },
    coordination: { by: left[at]!, before: left.slice(at + 1) },
  };
}
