/**
 * In which order dependents join their head.
 *
 * @module
 */

import { mainRelation, type Node } from "./dependents.ts";

/** The side of the head on which a dependent stands. */
export type Side = "left" | "right";

/** Ranks by relation, inner to outer. */
const RANKS: Readonly<Record<string, number>> = {
  ...{ fixed: 0, goeswith: 0, compound: 0.5, flat: 0.5, "compound:prt": 0.6 },
  ...{ obj: 1, iobj: 1, amod: 1, nummod: 1, "nmod:desc": 1 },
  ...{ xcomp: 1.5, det: 2, "nmod:poss": 2, nmod: 3, acl: 4, appos: 4, list: 4 },
  ...{ conj: 5, case: 6, cop: 7, aux: 7.5, obl: 8, advmod: 8, advcl: 8 },
  ...{ nsubj: 9, csubj: 9, expl: 9, mark: 10, cc: 10, punct: 50 },
  ...{ discourse: 11, vocative: 11, parataxis: 11, dislocated: 11, dep: 11 },
};
/** Of relations that nothing is known about. */
const OTHER = 11;
/** What makes a noun phrase a possessor, before what else makes it a phrase. */
const POSSESSIVE = 5.9;
/** Dependents before the head that leave the place where they belong. */
const FRONTED = 9.5;
/** Adverbs and the like on a nominal that is no predicate. */
const ON_NOMINAL = 4.5;
/** The same behind it: what an adverb wants joins it before what modifies both. */
const COMPLEMENT = 4.4;
/** A preposition without its noun phrase. */
const STRANDED = 1.2;
const TO = 7.8;
const RIGHT_SUBJECT = 1.4;

const SUBJECTS: ReadonlySet<string> = new Set(["nsubj", "csubj", "expl"]);
const OBJECTS: ReadonlySet<string> = new Set(["obj", "iobj", "xcomp", "ccomp"]);

/** Whether a dependent is an adposition that has lost its object, as in "who I talked to". */
export function isStranded({ word, relation, left, right }: Node): boolean {
  return word.upos === "ADP" && /^(obl|nmod)/.test(relation) &&
    ![...left, ...right].some((node) => mainRelation(node) !== "advmod");
}

/** Whether a mark is the `to` of an infinitive. */
export function isTo({ word, relation }: Node): boolean {
  return relation === "mark" && word.form.toLowerCase() === "to" && word.upos === "PART";
}

function rankOf(node: Node, side: Side, isPredicate: boolean): number {
  const relation = mainRelation(node);
  if (side === "left" && OBJECTS.has(relation)) return FRONTED;
  if (side === "right" && SUBJECTS.has(relation)) return RIGHT_SUBJECT;
  if (side === "right" && relation === "ccomp") return RANKS["xcomp"]!;
  if (side === "right" && isStranded(node)) return STRANDED;
  if (isTo(node)) return TO;
  if (relation === "case" && node.word.xpos === "POS") return POSSESSIVE;
  if (!isPredicate && (relation === "obl" || relation === "advmod" || relation === "advcl")) {
    return side === "right" ? COMPLEMENT : ON_NOMINAL;
  }
  return RANKS[node.relation] ?? RANKS[relation] ?? OTHER;
}

/**
 * The ranks of a head's dependents on one side, the nearest first. A dependent joins no later than
 * those that stand farther out.
 */
export function ranksOf(nodes: readonly Node[], side: Side, isPredicate: boolean): number[] {
  const ranks = nodes.map((node) => rankOf(node, side, isPredicate));
  for (let i = ranks.length - 2; i >= 0; i--) ranks[i] = Math.min(ranks[i]!, ranks[i + 1]!);
  return ranks;
}
