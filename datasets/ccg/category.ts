/**
 * Categories of combinatory categorial grammar: what a constituent is, and what it still wants.
 * Categories whose features are not all known are matched.
 *
 * @module
 */

import { remembered } from "../dataset.ts";
import { brief } from "../visible.ts";

/** A basic category, such as `NP` or `S[dcl]`. */
export interface Atom {
  readonly kind: "atom";
  readonly name: string;
  /** The feature in brackets; empty without. */
  readonly feature: string;
}

/** What becomes `result` when it finds `argument`, to the right (`/`) or to the left (`\`). */
export interface Functor {
  readonly kind: "functor";
  readonly result: Category;
  readonly slash: Slash;
  readonly argument: Category;
}

/** Where a functor looks for its argument. */
export type Slash = "/" | "\\";

/** A category. Equal categories are one object, so that `===` compares them. */
export type Category = Atom | Functor;

const ATOMS = new Map<string, Atom>();
const FUNCTORS = new Map<Category, Map<Category, Partial<Record<Slash, Functor>>>>();
const PARSED = new Map<string, Category>();
const PRINTED = new WeakMap<Category, string>();

/** Letters of a category at most: it is read, and walked through, part by part. */
const MAX_LETTERS = 1000;

const NAME = /[^\s()[\]/\\]+/y;
const FEATURE = /\[([^\s()[\]/\\]+)\]/y;
const SLASH = /[/\\]/y;
const OPEN = /\(/y;
const CLOSE = /\)/y;

/** The basic category of a name, with a feature or with none. */
export function atom(name: string, feature = ""): Atom {
  const key = feature === "" ? name : `${name}[${feature}]`;
  return remembered(ATOMS, key, () => ({ kind: "atom", name, feature }));
}

/** The category `result` `slash` `argument`. */
export function functor(result: Category, slash: Slash, argument: Category): Functor {
  const byArgument = remembered(FUNCTORS, result, () => new Map());
  const bySlash = remembered(byArgument, argument, () => ({}));
  return bySlash[slash] ??= { kind: "functor", result, slash, argument };
}

/**
 * Reads a category. Slashes associate to the left: `S\NP/NP` is `(S\NP)/NP`.
 *
 * @example
 * ```ts
 * import { parseCategory, printCategory } from "./category.ts";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const verb = parseCategory("(S[dcl]\\NP)/NP");
 * assert(verb.kind === "functor" && verb.argument === parseCategory("NP"));
 * assertEquals(printCategory(verb), "(S[dcl]\\NP)/NP");
 * ```
 *
 * @throws SyntaxError naming the text and the position, from 0, of what is no part of a category,
 * or for over 1000 letters
 */
export function parseCategory(text: string): Category {
  const known = PARSED.get(text);
  if (known !== undefined) return known;
  const { length } = text;
  if (length > MAX_LETTERS) throw new SyntaxError(`Cannot read a category of ${length} letters`);
  const scanner = new Scanner(text);
  const category = readCategory(scanner);
  if (scanner.at < text.length) refuse(scanner, `"${text[scanner.at]}"`);
  PARSED.set(text, category);
  return category;
}

/** The name of what a category is when it has all of its arguments. */
export function targetOf(category: Category): string {
  return category.kind === "atom" ? category.name : targetOf(category.result);
}

/**
 * Reads the names of a stranger's file.
 *
 * @param where names the place in errors
 * @throws SyntaxError naming which of them is no category, or is too long
 */
export function parseCategories(names: readonly string[], where: string): Category[] {
  return names.map((name, index) => {
    try {
      return parseCategory(name);
    } catch (error) {
      const why = brief((error as Error).message);
      throw new SyntaxError(`Cannot use ${where}: name ${index}: ${why}`);
    }
  });
}

/** Writes a category: functors in parentheses wherever they are a part of another one. */
export function printCategory(category: Category): string {
  const known = PRINTED.get(category);
  if (known !== undefined) return known;
  const text = category.kind === "atom"
    ? `${category.name}${category.feature === "" ? "" : `[${category.feature}]`}`
    : `${printPart(category.result)}${category.slash}${printPart(category.argument)}`;
  PRINTED.set(category, text);
  return text;
}

function printPart(category: Category): string {
  const text = printCategory(category);
  return category.kind === "atom" ? text : `(${text})`;
}

function readCategory(scanner: Scanner): Category {
  let category = readPart(scanner);
  while (true) {
    const slash = scanner.take(SLASH)?.[0] as Slash | undefined;
    if (slash === undefined) return category;
    category = functor(category, slash, readPart(scanner));
  }
}

function readPart(scanner: Scanner): Category {
  if (scanner.take(OPEN) !== undefined) {
    const inner = readCategory(scanner);
    if (scanner.take(CLOSE) === undefined) refuse(scanner, "no )");
    return inner;
  }
  const [name] = scanner.take(NAME) ?? refuse(scanner, "no category");
  return atom(name, scanner.take(FEATURE)?.[1]);
}

function refuse({ text, at }: Scanner, what: string): never {
  throw new SyntaxError(`Cannot read the category "${text}": ${what} at position ${at}`);
}

/** Reads a text from left to right. */
export class Scanner {
  /** How far the text has been read. */
  at = 0;

  /** Reads a text from its beginning. */
  constructor(readonly text: string) {}

  /** Reads text that matches a sticky pattern, none if it does not match here. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text) ?? undefined;
    if (match !== undefined) this.at = pattern.lastIndex;
    return match;
  }
}

/** The feature of noun phrases without a determiner, which no rule looks at. */
const IGNORED = "nb";

/** What a rule gives: NP[nb]/N and N make NP. */
export function withoutIgnored(category: Category): Category {
  const isIgnored = category.kind === "atom" && category.feature === IGNORED;
  return isIgnored ? atom(category.name) : category;
}

/** What a category's variable stands for, by side. */
export interface Bindings {
  /** The feature of the left category's variable; empty if it is not bound. */
  readonly left: string;
  /** The same of the right category's. */
  readonly right: string;
}

/** Whose part a category is. */
type Side = "left" | "right";

/** Whether a category gives what it takes: X/X or X\X. */
export function isModifier(category: Category): boolean {
  return category.kind === "functor" && category.result === category.argument;
}

/** Whether a category is type-raised: T/(T\X) or T\(T/X). */
export function isRaised(category: Category): boolean {
  return category.kind === "functor" && category.argument.kind === "functor" &&
    category.argument.result === category.result && category.argument.slash !== category.slash;
}

/**
 * Matches a part of the left category with a part of the right one. Structures and names must be
 * the same. A feature matches itself; one that is missing matches any.
 *
 * Missing features of S inside of a modifier X|X, or of what is type-raised, are one variable for
 * the whole of the left category, and one for the whole of the right one: all that a variable meets
 * must be the same.
 *
 * @param shared whether each category has a variable: see `hasVariable`
 * @returns nothing if they do not match
 */
export function unify(
  left: Category,
  right: Category,
  shared: Readonly<Record<Side, boolean>>,
): Bindings | undefined {
  const bound = { left: "", right: "" };
  let isAlias = false;
  const bind = (side: Side, feature: string): boolean => {
    if (bound[side] !== "" && bound[side] !== feature) return false;
    bound[side] = feature;
    return true;
  };
  const match = (a: Category, b: Category): boolean => {
    if (a.kind === "functor" || b.kind === "functor") {
      return a.kind === "functor" && b.kind === "functor" && a.slash === b.slash &&
        match(a.result, b.result) && match(a.argument, b.argument);
    }
    if (a.name !== b.name) return false;
    const [of, by] = [a.feature, b.feature].map((text) => text === IGNORED ? "" : text);
    if (of === by) {
      if (of === "" && a.name === "S") isAlias = true;
      return true;
    }
    if (of === "") return a.name !== "S" || !shared.left || bind("left", by!);
    if (by === "") return a.name !== "S" || !shared.right || bind("right", of!);
    return false;
  };
  if (!match(left, right)) return undefined;
  if (isAlias && shared.left && shared.right) {
    if (bound.left !== "" && !bind("right", bound.left)) return undefined;
    if (bound.right !== "" && !bind("left", bound.right)) return undefined;
  }
  return bound;
}

const VARIABLES = new WeakMap<Category, boolean>();

/** Whether a category holds an S without a feature in a modifier or in what is type-raised. */
export function hasVariable(category: Category): boolean {
  if (category.kind === "atom") return false;
  const known = VARIABLES.get(category);
  if (known !== undefined) return known;
  const has = (isModifier(category) || isRaised(category)) && isOpen(category) ||
    hasVariable(category.result) || hasVariable(category.argument);
  VARIABLES.set(category, has);
  return has;
}

/** A category whose variable is bound: S without a feature has this one. */
export function substitute(category: Category, feature: string): Category {
  if (feature === "") return category;
  if (category.kind === "functor") {
    const result = substitute(category.result, feature);
    const argument = substitute(category.argument, feature);
    return functor(result, category.slash, argument);
  }
  return category.name === "S" && category.feature === "" ? atom("S", feature) : category;
}

/** Whether it holds an S without a feature. */
function isOpen(category: Category): boolean {
  return category.kind === "functor"
    ? isOpen(category.result) || isOpen(category.argument)
    : category.name === "S" && category.feature === "";
}
