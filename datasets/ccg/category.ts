/**
 * Categories of combinatory categorial grammar: what a constituent is, and what it still wants.
 *
 * @module
 */

/** A basic category, such as `NP` or `S[dcl]`. */
export interface Atom {
  readonly kind: "atom";
  readonly name: string;
  /** What stands in brackets; empty if nothing does. */
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

const NAME = /[^\s()[\]/\\]+/y;
const FEATURE = /\[([^\s()[\]/\\]+)\]/y;

/** The basic category of a name, with a feature or with none. */
export function atom(name: string, feature = ""): Atom {
  const key = feature === "" ? name : `${name}[${feature}]`;
  const known = ATOMS.get(key);
  if (known !== undefined) return known;
  const made: Atom = { kind: "atom", name, feature };
  ATOMS.set(key, made);
  return made;
}

/** The category `result` `slash` `argument`. */
export function functor(result: Category, slash: Slash, argument: Category): Functor {
  let byArgument = FUNCTORS.get(result);
  if (byArgument === undefined) FUNCTORS.set(result, byArgument = new Map());
  let bySlash = byArgument.get(argument);
  if (bySlash === undefined) byArgument.set(argument, bySlash = {});
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
 * @throws SyntaxError naming the text and the position, from 0, of what is no part of a category
 */
export function parseCategory(text: string): Category {
  const known = PARSED.get(text);
  if (known !== undefined) return known;
  const reader = new Reader(text);
  const category = reader.category();
  reader.end();
  PARSED.set(text, category);
  return category;
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

/** Reads a text from left to right. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  category(): Category {
    let category = this.#part();
    while (true) {
      const slash = this.#text[this.#at];
      if (slash !== "/" && slash !== "\\") return category;
      this.#at++;
      category = functor(category, slash, this.#part());
    }
  }

  end(): void {
    if (this.#at < this.#text.length) this.#refuse(`"${this.#text[this.#at]}"`);
  }

  #part(): Category {
    if (this.#text[this.#at] === "(") {
      this.#at++;
      const inner = this.category();
      if (this.#text[this.#at] !== ")") this.#refuse("no )");
      this.#at++;
      return inner;
    }
    const name = this.#match(NAME)?.[0];
    if (name === undefined) this.#refuse("no category");
    return atom(name, this.#match(FEATURE)?.[1]);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #refuse(what: string): never {
    throw new SyntaxError(
      `Cannot read the category "${this.#text}": ${what} at position ${this.#at}`,
    );
  }
}
