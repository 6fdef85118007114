/**
 * Phrases: a word with its dependents in the order in which they join it, and what they make.
 *
 * @module
 */

import { setOf } from "../../corpora/conllu.ts";
import { remembered } from "../../dataset.ts";
import { type Category, type Functor, functor, printCategory } from "../category.ts";
import {
  ARGUMENT,
  find,
  isComplement,
  isDeterminer,
  isFreeRelative,
  isMark,
  isStranded,
  isSubject,
  isTo,
  mainRelation,
  type Node,
  questionedBy,
  ranksOf,
  type Side,
  verbFeature,
} from "./dependents.ts";
import * as types from "./types.ts";

/** What stands between two conjuncts. */
export interface Coordination {
  /** The conjunction, or the mark that stands for one; nothing if there is neither. */
  readonly by?: Node;
  /** Words before it, the nearest first. */
  readonly before: readonly Node[];
}

/** Marks that coordinate where there is no conjunction. */
const MARKS = setOf(", ; :");

/** A conjunct without what coordinates it. */
interface Split {
  readonly conjunct: Node;
  readonly coordination: Coordination;
}

/** What was asked for: whether a conjunct fits is asked before it joins, for each one around it. */
const SPLITS = new WeakMap<Node, Split>();
const PHRASES = { main: new WeakMap<Node, Phrase>(), other: new WeakMap<Node, Phrase>() };

/**
 * A conjunct without what coordinates it, which depends on it in the treebank. Of one node there is
 * one conjunct.
 */
export function splitConjunct(node: Node): Split {
  return remembered(SPLITS, node, () => splitOnce(node));
}

function splitOnce(node: Node): Split {
  const { left } = node;
  const conjunction = left.findIndex((dependent) => mainRelation(dependent) === "cc");
  const at = conjunction >= 0
    ? conjunction
    : left.findIndex((one) =>
      isMark(one) && MARKS.has(printCategory(types.punctuationCategory(one.word)))
    );
  if (at < 0) return { conjunct: node, coordination: { before: [] } };
  return {
    conjunct: { ...node, left: left.slice(0, at) },
    coordination: { by: left[at]!, before: left.slice(at + 1) },
  };
}

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
  /** The subject behind an auxiliary: "do you know" is "do you" with what is known. */
  readonly inverted?: { readonly phrase: Phrase; readonly argument: Category };
  /** What is missing in an argument, which waits for it. */
  readonly gap?: Gap;
}

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
export function gapOf(noun: Node, phrase: Phrase): Gap | undefined {
  const { node, steps } = phrase;
  if (!node.relation.startsWith("acl:relcl") || !types.isClause(naturalType(phrase))) {
    return undefined;
  }
  if (steps.some(({ role }) => role === "fronted")) return undefined;
  for (const { head, relation } of noun.word.enhanced) {
    const owner = find(node, head);
    if (owner === undefined) continue;
    if (/^obj\b/.test(relation)) return { owner: head, isOblique: false };
    const isOblique = /^(obl|nmod)\b/.test(relation) && owner.right.some(isStranded);
    if (isOblique) return { owner: head, isOblique };
  }
  return undefined;
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

/** Relations of what modifies a noun, not a noun phrase, from before. */
const BEFORE_NOUNS = setOf("amod compound nummod flat advmod nmod:desc nmod:unmarked");
/** The phrase with what comes after it. */
const AFTER_NOUNS = setOf("compound flat nummod");
/** Relations of what may make a word of the type of its conjunct, besides subjects. */
const COMPLETING = setOf("aux cop mark case det");
const QUESTION_MARKS = setOf("if whether");

/**
 * Orders the dependents of a word and finds how each joins.
 *
 * @param isMain whether it is a clause of its own: the root, or coordinated with it
 */
export function phraseOf(node: Node, isMain: boolean): Phrase {
  const phrases = PHRASES[isMain ? "main" : "other"];
  return remembered(phrases, node, () => new Planner(node, isMain).plan());
}

/** How a dependent joins, and what it makes of what is there. */
interface Join extends Omit<Step, "side" | "phrase"> {
  readonly made: Category;
}

/** Orders the dependents of one word. */
class Planner {
  readonly #node: Node;
  readonly #isMain: boolean;
  readonly #steps: Step[] = [];
  readonly #types: Category[];
  readonly #ranks: Record<Side, number[]>;
  /** Dependents that have not joined yet, the nearest first. */
  readonly #waiting: Record<Side, Node[]>;

  constructor(node: Node, isMain: boolean) {
    this.#node = node;
    this.#isMain = isMain;
    this.#types = [types.startType(node)];
    this.#ranks = ranksOf(node);
    this.#waiting = { left: [...node.left], right: [...node.right] };
  }

  plan(): Phrase {
    while (this.#waiting.left.length + this.#waiting.right.length > 0) {
      const side = this.#nextSide();
      this.#ranks[side].shift();
      this.#join(this.#waiting[side].shift()!, side);
    }
    return { node: this.#node, steps: this.#steps, types: this.#types };
  }

  get #type(): Category {
    return this.#types.at(-1)!;
  }

  /**
   * The side of the next dependent: the lower rank, left if they are equal. A conjunct waits for
   * what makes its head of its type.
   */
  #nextSide(): Side {
    const [left, right] = [this.#ranks.left[0] ?? Infinity, this.#ranks.right[0] ?? Infinity];
    if (left <= right) return "left";
    const next = this.#waiting.right[0]!;
    if (left === Infinity || mainRelation(next) !== "conj") return "right";
    const conjunct = naturalType(phraseOf(splitConjunct(next).conjunct, this.#isMain));
    const [type, wanted] = [types.asPhrase(this.#type), types.asPhrase(conjunct)];
    const isQuestion = this.#waiting.left.some((one) => questionedBy(one) !== undefined);
    if (types.sameShape(type, wanted) && (type === wanted || !isQuestion)) return "right";
    return this.#waiting.left.some(mayComplete) || isQuestion ? "left" : "right";
  }

  #join(node: Node, side: Side): void {
    const isCoordinator = mainRelation(this.#node) === "cc";
    if (
      side === "right" && !isCoordinator && (mainRelation(node) === "conj" || this.#isSplice(node))
    ) {
      const { conjunct, coordination } = splitConjunct(node);
      const phrase = phraseOf(conjunct, this.#isMain);
      return this.#add(side, phrase, {
        role: "conjunct",
        coordination,
        made: types.asPhrase(this.#type),
      });
    }
    const phrase = phraseOf(node, false);
    if (isMark(node)) return this.#add(side, phrase, { role: "punctuation", made: this.#type });
    if (side === "left" && this.#isInverted(node)) {
      // "Do you know": the auxiliary takes its subject, and then the rest.
      this.#ranks.left.shift();
      return this.#add(side, phraseOf(this.#waiting.left.shift()!, false), {
        role: "functor",
        inner: types.asPhrase(this.#type),
        inverted: { phrase, argument: types.asPhrase(naturalType(phrase)) },
        made: types.clause("q"),
      });
    }
    // All that belongs to a conjunction: "as well as", "and then".
    const join = isCoordinator ? this.#take(types.FX) : this.#joinOf(phrase, side);
    this.#add(side, phrase, join);
  }

  #joinOf(phrase: Phrase, side: Side): Join {
    const { node } = phrase;
    const relation = mainRelation(node);
    const type = this.#type;
    if (side === "right" && this.#types.length === 1 && isFreeRelative(this.#node, node)) {
      const gap = gapOf(this.#node, phrase);
      const clause = naturalType(phrase);
      return gap === undefined
        ? this.#take(types.asPhrase(clause))
        : { ...this.#take(functor(clause, "/", types.NP)), gap };
    }
    const [inner, argument] = [types.asPhrase(type), types.asPhrase(naturalType(phrase))];
    const isClausal = types.isClausal(type);
    // "How happy" is no clause.
    const isDegree = this.#node.word.upos === "ADJ" && this.#types.length === 1;
    const questioned = side === "left" && isClausal && !isDegree ? questionedBy(node) : undefined;
    if (questioned !== undefined && relation !== "mark") {
      // A question word or a relative pronoun takes the rest of its clause.
      const made = questioned === "relative"
        ? types.RELATIVE
        : types.clause(this.#isMain ? "wq" : "qem");
      if (isComplement(node)) return { role: "fronted", inner: type, argument, made };
      return { role: "functor", inner: type, made };
    }
    if (relation === "fixed" || relation === "goeswith") return this.#take(types.FX);
    if (node.relation === "compound:prt") return this.#take(types.PR);
    if (isSubject(node)) return this.#joinSubject(argument, side);
    if (isComplement(node)) {
      if (side === "right" || relation === "ccomp") return this.#take(argument);
      return { role: "fronted", argument, inner: type, made: type };
    }
    const isOblique = isStranded(node) || node.relation === ARGUMENT && argument === types.PP;
    if (isOblique && side === "right" && isClausal) return this.#take(types.PP);
    const isMeasured = type === types.PP || type === types.verbPhrase("adj");
    if (isMeasured && isMeasure(node, side)) return this.#take(argument);
    if (isDeterminer(node) && type !== types.NP && type !== types.PP && side === "left") {
      return { role: "functor", inner: types.N, made: types.NP };
    }
    switch (relation) {
      case "case": {
        const isPossessive = side === "right" && node.word.xpos === "POS";
        return { role: "functor", inner, made: isPossessive ? types.DETERMINER : types.PP };
      }
      case "mark":
        return { role: "functor", inner, made: this.#marked(node, inner) };
      case "aux":
      case "cop":
        return { role: "functor", inner, made: this.#helped(node, relation, inner) };
      default:
        return this.#modify(node.relation, side);
    }
  }

  #joinSubject(argument: Category, side: Side): Join {
    if (side === "right") return this.#take(argument);
    if (types.isClause(this.#type)) return this.#modify("dislocated", side);
    const inner = types.isVerbPhrase(this.#type) ? this.#type : types.verbPhrase("nom");
    const { result, argument: subject } = inner as Functor;
    return { role: "subject", argument: subject, inner, made: result };
  }

  /** Whether a dependent is a clause as its head is, behind a mark: "they came, we left". */
  #isSplice(node: Node): boolean {
    const { conjunct, coordination } = splitConjunct(node);
    return mainRelation(node) === "parataxis" && coordination.by !== undefined &&
      types.isClausal(this.#type) && naturalType(phraseOf(conjunct, this.#isMain)) === this.#type;
  }

  /** Whether an auxiliary or a copula stands right before a subject and the rest behind it. */
  #isInverted(node: Node): boolean {
    const [auxiliary, ...others] = this.#waiting.left;
    if (auxiliary === undefined || !isSubject(node) || others.some(isSubject)) return false;
    const isOfRest = mainRelation(auxiliary) === "cop"
      ? !types.isClause(this.#type)
      : mainRelation(auxiliary) === "aux" && types.isVerbPhrase(this.#type);
    return isOfRest && questionedBy(node) === undefined;
  }

  /** What a mark makes of a phrase. */
  #marked(node: Node, inner: Category): Category {
    if (isTo(node)) {
      return types.isVerbPhrase(inner) ? withFeature(inner, "to") : types.verbPhrase("to");
    }
    // "Before going" is as "before noon".
    if (inner === types.verbPhrase("ng")) return types.PP;
    return types.clause(QUESTION_MARKS.has(node.word.form.toLowerCase()) ? "qem" : "em");
  }

  /** What an auxiliary or a copula makes of a phrase. */
  #helped(node: Node, relation: "aux" | "cop", inner: Category): Category {
    const { left, right } = this.#waiting;
    const feature = verbFeature(node.word, left);
    const hasSubject = left.some(isSubject);
    if (types.isClause(inner) && !hasSubject) return types.clause("q");
    if (!hasSubject && right.some(isSubject)) return types.clause(feature);
    const isOfVerb = relation === "aux" && types.isVerbPhrase(inner);
    return isOfVerb ? withFeature(inner, feature) : types.verbPhrase(feature);
  }

  /** How a modifier joins the phrase. */
  #modify(relation: string, side: Side): Join {
    if (this.#type !== types.N) return { role: "modifier", made: this.#type };
    const isDetermined = this.#waiting.left.some(isDeterminer);
    const ofNouns = side === "left" ? BEFORE_NOUNS : AFTER_NOUNS;
    const isOfNoun = isDetermined || ofNouns.has(relation) ||
      ofNouns.has(mainRelation({ relation }));
    return { role: "modifier", made: isOfNoun ? types.N : types.NP };
  }

  /** How an argument joins the phrase. */
  #take(argument: Category): Join {
    return { role: "argument", argument, made: this.#type };
  }

  #add(side: Side, phrase: Phrase, { made, ...join }: Join): void {
    this.#steps.push({ ...join, side, phrase });
    this.#types.push(made);
  }
}

/** Whether a dependent may be what an adverb or an adjective measures: "two years ago". */
function isMeasure({ relation }: Node, side: Side): boolean {
  return side === "left" && relation.endsWith(":unmarked");
}

/** Whether a dependent may make its head of the type of a conjunct. */
function mayComplete(node: Node): boolean {
  return COMPLETING.has(mainRelation(node)) || isSubject(node);
}

function withFeature(phrase: Category, feature: string): Category {
  return phrase.kind === "functor" ? types.verbPhrase(feature, phrase.argument) : phrase;
}
