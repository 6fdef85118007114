/**
 * What is missing in relative clauses without a pronoun.
 *
 * @module
 */

import type { Node } from "./dependents.ts";
import { isStranded } from "./order.ts";
import { naturalType, type Phrase } from "./phrase.ts";
import { isClause } from "./types.ts";

/** A missing argument. */
export interface Gap {
  /** Index of the word that it belongs to. */
  readonly owner: number;
  /** Whether a preposition stands before the place where it is missing. */
  readonly isOblique: boolean;
}

/**
 * What is missing in a clause that modifies a noun, by what the enhanced tree says of the noun; see
 * `Word.enhanced`. Nothing if that is no object.
 */
export function gapOf(noun: Node, clause: Phrase): Gap | undefined {
  if (!clause.node.relation.startsWith("acl:relcl") || !isClause(naturalType(clause))) {
    return undefined;
  }
  if (clause.steps.some(({ role }) => role === "fronted")) return undefined;
  for (const { head, relation } of noun.word.enhanced) {
    const owner = find(clause.node, head);
    if (owner === undefined) continue;
    if (/^obj\b/.test(relation)) return { owner: head, isOblique: false };
    const isOblique = /^(obl|nmod)\b/.test(relation) && owner.right.some(isStranded);
    if (isOblique) return { owner: head, isOblique };
  }
  return undefined;
}

/** Whether what is missing is missing in this argument. */
export function isBelow({ owner, isOblique }: Gap, node: Node): boolean {
  return find(node, owner) !== undefined || isOblique && isStranded(node);
}

/** The word of that index below a word, or that word itself. */
function find(node: Node, index: number): Node | undefined {
  if (node.index === index) return node;
  for (const dependent of [...node.left, ...node.right]) {
    const found = find(dependent, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
