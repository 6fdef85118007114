/**
 * The combinators: which categories two neighbours make.
 *
 * @module
 */

import { type Category, functor, type Slash } from "./category.ts";
import { hasVariable, isModifier, isRaised, substitute, unify } from "./unify.ts";

/** Names of the rules with two children; `B` is composition over so many arguments. */
export const COMBINATORS = [
  ...[">", "<", ">B1", ">B2", ">B3", "<B1", "<B2", "<B3", "<Bx1", "<Bx2", "<Bx3"] as const,
  ...["conj", "punct"] as const,
] as const;

/** Name of a rule with two children. */
export type Combinator = typeof COMBINATORS[number];

/** What two neighbours make. */
export interface Combined {
  readonly category: Category;
  readonly rule: Combinator;
  /** Which of the two is the head: the argument of a modifier, otherwise the functor. */
  readonly head: 0 | 1;
}

/** What `combine` may do. */
export interface CombineOptions {
  /** Most arguments that a composition passes over, up to 3; 2 if it is not given. */
  readonly composition?: 0 | 1 | 2 | 3;
}

const COMPOSITION = 2;
const COORDINATION = "conj";
/** Punctuation that coordinates where there is no conjunction. */
const COMMAS: ReadonlySet<string> = new Set([",", ";", ":"]);
/** Categories of punctuation. */
export const PUNCTUATION: ReadonlySet<string> = new Set([
  ...[",", ".", ":", ";", "LRB", "RRB", "LQU", "RQU"],
]);

/** Whether a category is that of a punctuation mark. */
export function isPunctuation(category: Category): boolean {
  return category.kind === "atom" && PUNCTUATION.has(category.name);
}

/** Whether a category is that of a conjunction. */
export function isConjunction(category: Category): boolean {
  return category.kind === "atom" && category.name === COORDINATION;
}

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
 * Features are matched by `unify`, and what variables stand for is filled in.
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
  { composition = COMPOSITION }: CombineOptions = {},
): Combined[] {
  const made: Combined[] = [];
  const shared = { left: hasVariable(left), right: hasVariable(right) };
  if (left.kind === "functor" && left.slash === "/") {
    peel(right, "/", composition, (inner, passed, count) => {
      const bound = unify(left.argument, inner, shared);
      if (bound === undefined) return;
      made.push({
        category: wrap(
          filled(left.result, bound.left, shared.left),
          passed.map((category) => filled(category, bound.right, shared.right)),
          "/",
        ),
        rule: count === 0 ? ">" : `>B${count}` as Combinator,
        head: isModifier(left) ? 1 : 0,
      });
    });
  }
  if (right.kind === "functor" && right.slash === "\\") {
    const backward = (slash: Slash, least: number) =>
      peel(left, slash, composition, (inner, passed, count) => {
        if (count < least || slash === "/" && targetOf(inner) !== "S") return;
        const bound = unify(inner, right.argument, shared);
        if (bound === undefined) return;
        const rule = count === 0 ? "<" : slash === "/" ? `<Bx${count}` : `<B${count}`;
        made.push({
          category: wrap(
            filled(right.result, bound.right, shared.right),
            passed.map((category) => filled(category, bound.left, shared.left)),
            slash,
          ),
          rule: rule as Combinator,
          head: isModifier(right) ? 0 : 1,
        });
      });
    backward("\\", 0);
    backward("/", 1);
  }
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

/** What a category is when it has all of its arguments. */
function targetOf(category: Category): string {
  return category.kind === "atom" ? category.name : targetOf(category.result);
}

function isCoordinator(category: Category): boolean {
  return isConjunction(category) || category.kind === "atom" && COMMAS.has(category.name);
}

function mayBeConjunct(category: Category): boolean {
  return !isPunctuation(category) && !isConjunction(category) && !isRaised(category);
}
