/**
 * The combinators: which categories two neighbours make, the normal form, which is one derivation
 * of those that mean the same, and the rules that branches of derivations come about by.
 *
 * @module
 */

import {
  type Category,
  functor,
  hasVariable,
  isModifier,
  isRaised,
  type Slash,
  substitute,
  targetOf,
  unify,
  withoutIgnored,
} from "./category.ts";
import { type Branch, branchesOf, branchText, type Tree } from "./tree.ts";

/** Names of the rules with two children; `B` is composition over so many arguments. */
const COMBINATORS = [
  ">",
  "<",
  ">B1",
  ">B2",
  ">B3",
  "<B1",
  "<B2",
  "<B3",
  "<Bx1",
  "<Bx2",
  "<Bx3",
  "conj",
  "punct",
] as const;

/** Kinds of rules, as packs number them: the combinators, then the unary ones. */
export const RULE_KINDS: readonly string[] = [...COMBINATORS, "raised", "unary"];

/** Name of a rule with two children. */
export type Combinator = typeof COMBINATORS[number];

/** The category of two neighbours. */
export interface Combined {
  readonly category: Category;
  readonly rule: Combinator;
  /** Which of the two is the head: the argument of a modifier, otherwise the functor. */
  readonly head: 0 | 1;
}

const COORDINATION = "conj";
/** Punctuation that coordinates where there is no conjunction. */
const COMMAS: ReadonlySet<string> = new Set([",", ";", ":"]);
/** Categories of punctuation. */
const PUNCTUATION: ReadonlySet<string> = new Set(", . : ; LRB RRB LQU RQU".split(" "));

/**
 * What two neighbours make, by all combinators that apply:
 *
 * | rule | left, right | result | condition |
 * |---|---|---|---|
 * | `>` | X/Y, Y | X | |
 * | `<` | Y, X\Y | X | |
 * | `>Bn` | X/Y, Y/Z1…/Zn | X/Z1…/Zn | |
 * | `<Bn` | Y\Z1…\Zn, X\Y | X\Z1…\Zn | |
 * | `<Bxn` | Y/Z1…/Zn, X\Y | X/Z1…/Zn | Y becomes an S in the end |
 * | `conj` | conj, X | X\X | X no punctuation, conjunction or type-raised; also with `, ; :` |
 * | `punct` | p, X or X, p | X | X no punctuation |
 *
 * Features are matched by `unify`, and what variables stand for is filled in; `nb`, a noun phrase
 * without a determiner, ends where a determiner is taken. A composition passes over `composition`
 * arguments at most.
 *
 * Source: Steedman 2000; Hockenmaier and Steedman 2007, for coordination and punctuation.
 *
 * @example
 * ```ts
 * import { parseCategory, printCategory } from "./category.ts";
 * import { combine } from "./combinators.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const [verb, adverb] = ["(S[dcl]\\NP)/NP", "(S\\NP)\\(S\\NP)"].map(parseCategory);
 * const made = combine(verb!, adverb!);
 * assertEquals(made.map(({ category, rule }) => [printCategory(category), rule]), [
 *   ["(S[dcl]\\NP)/NP", "<Bx1"],
 * ]);
 * ```
 */
export function combine(
  left: Category,
  right: Category,
  composition: 0 | 1 | 2 | 3 = 2,
): Combined[] {
  const made: Combined[] = [];
  const shared = { left: hasVariable(left), right: hasVariable(right) };
  // A functor on one side takes what the other gives when it has up to so many arguments more.
  const compose = (side: "left" | "right", slash: Slash, least: number) => {
    const [functor, other] = side === "left" ? [left, right] : [right, left];
    if (functor.kind !== "functor" || functor.slash !== (side === "left" ? "/" : "\\")) return;
    const crosses = functor.slash !== slash;
    const mark = side === "left" ? ">" : "<";
    peel(other, slash, composition, (inner, passed, count) => {
      if (count < least || crosses && targetOf(inner) !== "S") return;
      const bound = side === "left"
        ? unify(functor.argument, inner, shared)
        : unify(inner, functor.argument, shared);
      if (bound === undefined) return;
      const from = side === "left" ? "right" : "left";
      const rest = passed.map((category) => filled(category, bound[from], shared[from]));
      const rule = count === 0 ? mark : `${mark}B${crosses ? "x" : ""}${count}`;
      made.push({
        category: withoutIgnored(
          wrap(filled(functor.result, bound[side], shared[side]), rest, slash),
        ),
        rule: rule as Combinator,
        head: isModifier(functor) === (side === "left") ? 1 : 0,
      });
    });
  };
  compose("left", "/", 0);
  compose("right", "\\", 0);
  compose("right", "/", 1);
  if (isCoordinator(left) && mayBeConjunct(right)) {
    made.push({ category: functor(right, "\\", right), rule: "conj", head: 1 });
  }
  if (isPunctuation(left) !== isPunctuation(right)) {
    const isLeft = isPunctuation(left);
    made.push({ category: isLeft ? right : left, rule: "punct", head: isLeft ? 1 : 0 });
  }
  return made;
}

/** Takes 0, 1, 2, … outermost arguments with that slash off a category. */
function peel(
  category: Category,
  slash: Slash,
  most: number,
  take: (inner: Category, passed: readonly Category[], count: number) => void,
): void {
  const passed: Category[] = [];
  take(category, passed, 0);
  for (let count = 1; count <= most; count++) {
    if (category.kind !== "functor" || category.slash !== slash) return;
    passed.unshift(category.argument);
    category = category.result;
    take(category, passed, count);
  }
}

function wrap(category: Category, passed: readonly Category[], slash: Slash): Category {
  return passed.reduce((result, argument) => functor(result, slash, argument), category);
}

function filled(category: Category, feature: string, hasVariable: boolean): Category {
  return hasVariable ? substitute(category, feature) : category;
}

function isPunctuation(category: Category): boolean {
  return category.kind === "atom" && PUNCTUATION.has(category.name);
}

function isConjunction(category: Category): boolean {
  return category.kind === "atom" && category.name === COORDINATION;
}

function isCoordinator(category: Category): boolean {
  return isConjunction(category) || category.kind === "atom" && COMMAS.has(category.name);
}

function mayBeConjunct(category: Category): boolean {
  return !isPunctuation(category) && !isConjunction(category) && !isRaised(category);
}

/** What the normal form needs to know of how an item was made. */
export const MADE = {
  /** No other kind of branch. */
  otherwise: 0,
  /** By composition of a functor that looks to the right. */
  forward: 1,
  /** By composition of a functor that looks to the left. */
  backward: 2,
  /** By type-raising. */
  raised: 3,
} as const;

/** How an item was made. */
export type Made = typeof MADE[keyof typeof MADE];

/**
 * Whether two neighbours may be combined so.
 *
 * What a composition gives is no functor of another rule in the same direction: whatever it would
 * make, its parts make too, the other way round. (X/Y Y/Z) Z is X/Y (Y/Z Z), and
 * (X/Y Y/Z) Z/W is X/Y (Y/Z Z/W). So of all derivations that differ in this alone the one that
 * branches to the right is left, of those to the left the mirror image. A type-raised functor does
 * not apply: its argument can take it as an argument.
 *
 * Nothing is lost as long as compositions pass over as many arguments as they need to: where they
 * are limited, a reading that needs more is.
 *
 * Source: Eisner 1996; Hockenmaier and Bisk 2010 for type-raising.
 */
export function isNormal(rule: Combinator, left: Made, right: Made): boolean {
  if (rule.startsWith(">")) {
    return left !== MADE.forward && !(rule === ">" && left === MADE.raised);
  }
  if (rule.startsWith("<")) {
    return right !== MADE.backward && !(rule === "<" && right === MADE.raised);
  }
  return true;
}

/** How what two neighbours make is made; punctuation changes nothing. */
export function madeBy(rule: Combinator, left: Made, right: Made, head: 0 | 1): Made {
  if (rule.startsWith(">B")) return MADE.forward;
  if (rule.startsWith("<B")) return MADE.backward;
  if (rule === "punct") return head === 0 ? left : right;
  return MADE.otherwise;
}

/** The kind of a node of a derivation. */
export type Rule = Combinator | "raised" | "unary" | "treebank";

/**
 * The rule of a branch: the first combinator that gives its category, or `treebank` if none does.
 * With one child it is `raised` if the category is type-raised over the child's, else `unary`.
 */
export function ruleOf({ category, children }: Branch): Rule {
  const [left, right] = children;
  if (right === undefined) return isRaisedFrom(category, left) ? "raised" : "unary";
  const found = combine(left.category, right.category).find((made) => made.category === category);
  return found?.rule ?? "treebank";
}

/** What `ruleOf` calls `treebank`: `left right -> parent` of each such branch. */
export function unlicensed(tree: Tree): string[] {
  return [...branchesOf(tree)].filter((one) => ruleOf(one) === "treebank").map(branchText);
}

/** Whether a category is T/(T\X) or T\(T/X) of X. */
function isRaisedFrom(category: Category, child: Tree): boolean {
  return category.kind === "functor" && category.argument.kind === "functor" &&
    isRaised(category) && category.argument.argument === child.category;
}
