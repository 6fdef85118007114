/**
 * Phrases: a word with its dependents in the order in which they join it, and what they make.
 *
 * @module
 */

import type { Category } from "../category.ts";
import { type Coordination, splitConjunct } from "./coordination.ts";
import { mainRelation, type Node } from "./dependents.ts";
import { verbFeature } from "./features.ts";
import { isStranded, isTo, ranksOf, type Side } from "./order.ts";
import { isDeterminer, isMark, isSubject, startType } from "./start_type.ts";
import * as types from "./types.ts";
import { asPhrase, clause, isClause, isVerbPhrase, N, NP, sameShape, verbPhrase } from "./types.ts";
import { type Questioned, questionedBy } from "./questioned.ts";

/**
 * How a dependent joins what is there: as an `argument` of it; as the `subject` that completes a
 * clause; as a `functor` that takes it; `fronted`, taking it without an argument that it stands
 * for; as a `modifier`, which gives what it takes; as a `conjunct`; as `punctuation`.
 */
export type Role =
  | "argument"
  | "subject"
  | "functor"
  | "fronted"
  | "modifier"
  | "conjunct"
  | "punctuation";

/** A dependent that joins. */
export interface Step {
  readonly role: Role;
  readonly side: Side;
  readonly phrase: Phrase;
  /** What an argument, a subject or something fronted is taken for. */
  readonly argument?: Category;
  /** What a functor or something fronted takes, without an argument that is missing. */
  readonly inner?: Category;
  /** What coordinates a conjunct. */
  readonly coordination?: Coordination;
}

/** A word with its dependents. */
export interface Phrase {
  readonly node: Node;
  readonly steps: readonly Step[];
  /** The natural type of the word, and after each step. */
  readonly types: readonly Category[];
}

/** The natural type of a phrase. */
export function naturalType({ types }: Phrase): Category {
  return types.at(-1)!;
}

const COMPLEMENTS: ReadonlySet<string> = new Set(["obj", "iobj", "xcomp", "ccomp"]);
/** Relations of what modifies a noun, not a noun phrase, from before. */
const BEFORE_NOUNS: ReadonlySet<string> = new Set([
  ...["amod", "compound", "nummod", "flat", "advmod", "nmod:desc"],
]);
/** The same from behind. */
const AFTER_NOUNS: ReadonlySet<string> = new Set(["compound", "flat", "nummod"]);
const QUESTION_MARKS: ReadonlySet<string> = new Set(["if", "whether"]);

/**
 * Orders the dependents of a word and finds how each joins.
 *
 * @param isMain whether it is a clause of its own: the root, or coordinated with it
 */
export function phraseOf(node: Node, isMain: boolean): Phrase {
  return new Planner(node, isMain).plan();
}

/** Orders the dependents of one word. */
class Planner {
  readonly #node: Node;
  readonly #isMain: boolean;
  readonly #steps: Step[] = [];
  readonly #types: Category[] = [];
  /** Dependents that have not joined yet, the nearest first. */
  readonly #waiting: Record<Side, Node[]>;

  constructor(node: Node, isMain: boolean) {
    this.#node = node;
    this.#isMain = isMain;
    this.#waiting = { left: [...node.left], right: [...node.right] };
  }

  plan(): Phrase {
    const { left, right } = this.#node;
    const isPredicate = this.#isPredicate();
    const ranks = {
      left: ranksOf(left, "left", isPredicate),
      right: ranksOf(right, "right", isPredicate),
    };
    this.#types.push(startType(this.#node));
    while (this.#waiting.left.length + this.#waiting.right.length > 0) {
      const side = this.#nextSide(ranks);
      ranks[side].shift();
      this.#join(this.#waiting[side].shift()!, side);
    }
    return { node: this.#node, steps: this.#steps, types: this.#types };
  }

  get #type(): Category {
    return this.#types.at(-1)!;
  }

  #isPredicate(): boolean {
    const { word, left, right } = this.#node;
    return word.upos === "VERB" || word.upos === "AUX" || [...left, ...right].some((dependent) => {
      const relation = mainRelation(dependent);
      return relation === "cop" || relation === "aux" || isSubject(dependent);
    });
  }

  /**
   * The side of the next dependent: the lower rank, left if they are equal. A conjunct waits for
   * what makes its head of its type.
   */
  #nextSide(ranks: Readonly<Record<Side, readonly number[]>>): Side {
    const [left, right] = [ranks.left[0] ?? Infinity, ranks.right[0] ?? Infinity];
    if (left <= right) return "left";
    const next = this.#waiting.right[0]!;
    if (left === Infinity || mainRelation(next) !== "conj") return "right";
    const conjunct = naturalType(phraseOf(splitConjunct(next).conjunct, this.#isMain));
    if (sameShape(asPhrase(this.#type), asPhrase(conjunct))) return "right";
    return this.#waiting.left.some(mayComplete) ? "left" : "right";
  }

  #join(node: Node, side: Side): void {
    const relation = mainRelation(node);
    const isCoordinator = mainRelation(this.#node) === "cc";
    if (relation === "conj" && side === "right" && !isCoordinator) {
      return this.#joinConjunct(node);
    }
    if (isMark(node)) {
      return this.#add({ role: "punctuation", side, phrase: phraseOf(node, false) }, this.#type);
    }
    // All that belongs to a conjunction: "as well as", "and then".
    if (isCoordinator) {
      return this.#take(phraseOf(node, false), side, types.FX);
    }
    const isClausal = isVerbPhrase(this.#type) || isClause(this.#type);
    // "How happy" is no clause.
    const isDegree = this.#node.word.upos === "ADJ" && this.#types.length === 1;
    const questioned = side === "left" && isClausal && !isDegree ? questionedBy(node) : undefined;
    const phrase = phraseOf(node, false);
    if (questioned !== undefined && relation !== "mark") {
      return this.#joinQuestioned(phrase, relation, questioned);
    }
    if (relation === "fixed" || relation === "goeswith") return this.#take(phrase, side, types.FX);
    if (node.relation === "compound:prt") return this.#take(phrase, side, types.PR);
    if (isSubject(node)) return this.#joinSubject(phrase, side);
    if (COMPLEMENTS.has(relation)) return this.#joinComplement(phrase, side, relation);
    if (isStranded(node) && side === "right" && isClausal) {
      return this.#take(phrase, side, types.PP);
    }
    if (isDeterminer(node)) {
      if (this.#type !== NP && this.#type !== types.PP && side === "left") {
        return this.#add({ role: "functor", side, phrase, inner: N }, NP);
      }
    }
    if (relation === "case") return this.#joinCase(phrase, side);
    if (relation === "mark") return this.#joinMark(phrase, side);
    if (relation === "aux" || relation === "cop") {
      return this.#joinAuxiliary(phrase, side, relation);
    }
    this.#modify(phrase, side, node.relation);
  }

  #joinConjunct(node: Node): void {
    const { conjunct, coordination } = splitConjunct(node);
    const phrase = phraseOf(conjunct, this.#isMain);
    this.#add({ role: "conjunct", side: "right", phrase, coordination }, asPhrase(this.#type));
  }

  /** A question word or a relative pronoun takes the rest of its clause. */
  #joinQuestioned(phrase: Phrase, relation: string, questioned: Questioned): void {
    const made = questioned === "relative" ? types.RELATIVE : clause(this.#isMain ? "wq" : "qem");
    const inner = this.#type;
    const isGap = COMPLEMENTS.has(relation);
    if (isGap) {
      const argument = asPhrase(naturalType(phrase));
      this.#add({ role: "fronted", side: "left", phrase, inner, argument }, made);
    } else {
      this.#add({ role: "functor", side: "left", phrase, inner }, made);
    }
  }

  #joinSubject(phrase: Phrase, side: Side): void {
    if (side === "right") return this.#take(phrase, side, asPhrase(naturalType(phrase)));
    if (isClause(this.#type)) return this.#modify(phrase, side, "dislocated");
    const type = this.#type;
    const inner = isVerbPhrase(type) ? type : verbPhrase("nom");
    const { result, argument } = inner as Extract<Category, { kind: "functor" }>;
    this.#add({ role: "subject", side, phrase, argument, inner }, result);
  }

  #joinComplement(phrase: Phrase, side: Side, relation: string): void {
    const argument = asPhrase(naturalType(phrase));
    if (side === "right" || relation === "ccomp") return this.#take(phrase, side, argument);
    this.#add({ role: "fronted", side, phrase, argument, inner: this.#type }, this.#type);
  }

  #joinCase(phrase: Phrase, side: Side): void {
    const { word } = phrase.node;
    const isPossessive = side === "right" && word.xpos === "POS";
    const made = isPossessive ? types.DETERMINER : types.PP;
    this.#add({ role: "functor", side, phrase, inner: asPhrase(this.#type) }, made);
  }

  #joinMark(phrase: Phrase, side: Side): void {
    const inner = asPhrase(this.#type);
    if (isTo(phrase.node)) {
      const made = isVerbPhrase(inner) ? withFeature(inner, "to") : verbPhrase("to");
      return this.#add({ role: "functor", side, phrase, inner }, made);
    }
    const isQuestion = QUESTION_MARKS.has(phrase.node.word.form.toLowerCase());
    this.#add({ role: "functor", side, phrase, inner }, clause(isQuestion ? "qem" : "em"));
  }

  #joinAuxiliary(phrase: Phrase, side: Side, relation: string): void {
    const inner = asPhrase(this.#type);
    const { word } = phrase.node;
    const outer = this.#waiting.left.find((node) => mainRelation(node) === "aux");
    const feature = verbFeature(word, outer?.word.lemma === "have");
    const subject = this.#waiting.left.find(isSubject);
    const step = { role: "functor", side, phrase, inner } as const;
    if (relation === "aux" && isVerbPhrase(inner)) {
      return this.#add(step, withFeature(inner, feature));
    }
    if (isClause(inner) && subject === undefined) return this.#add(step, clause("q"));
    if (subject === undefined && this.#waiting.right.some(isSubject)) {
      return this.#add(step, clause(feature));
    }
    this.#add(step, verbPhrase(feature));
  }

  /** A dependent that gives what it takes. */
  #modify(phrase: Phrase, side: Side, relation: string): void {
    const step = { role: "modifier", side, phrase } as const;
    if (this.#type !== N) return this.#add(step, this.#type);
    const isDetermined = this.#waiting.left.some(isDeterminer);
    const ofNouns = side === "left" ? BEFORE_NOUNS : AFTER_NOUNS;
    const main = relation.split(":", 1)[0]!;
    const isOfNoun = isDetermined || ofNouns.has(relation) || ofNouns.has(main);
    this.#add(step, isOfNoun ? N : NP);
  }

  /** A dependent that what is there takes. */
  #take(phrase: Phrase, side: Side, argument: Category): void {
    this.#add({ role: "argument", side, phrase, argument }, this.#type);
  }

  #add(step: Step, made: Category): void {
    this.#steps.push(step);
    this.#types.push(made);
  }
}

/** Whether a dependent may make its head of the type of a conjunct. */
function mayComplete(node: Node): boolean {
  const relation = mainRelation(node);
  return relation === "aux" || relation === "cop" || relation === "mark" || relation === "case" ||
    relation === "det" || isSubject(node);
}

function withFeature(phrase: Category, feature: string): Category {
  return phrase.kind === "functor" ? verbPhrase(feature, phrase.argument) : phrase;
}
