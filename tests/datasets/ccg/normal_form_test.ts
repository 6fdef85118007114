import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { type Category, parseCategory, printCategory } from "../../../datasets/ccg/category.ts";
import { combine } from "../../../datasets/ccg/combinators.ts";
import { isNormal, MADE, type Made, madeBy } from "../../../datasets/ccg/normal_form.ts";

/** What a constituent means: a word, a variable by its distance, something applied, a function. */
type Term =
  | { readonly word: number }
  | { readonly variable: number }
  | { readonly to: Term; readonly of: Term }
  | { readonly body: Term };

interface Item {
  readonly category: Category;
  readonly made: Made;
  readonly term: Term;
}

/** A term whose free variables are that much farther away. */
function shift(term: Term, by: number, bound = 0): Term {
  if ("word" in term) return term;
  if ("variable" in term) {
    return term.variable < bound ? term : { variable: term.variable + by };
  }
  if ("body" in term) return { body: shift(term.body, by, bound + 1) };
  return { to: shift(term.to, by, bound), of: shift(term.of, by, bound) };
}

function substitute(term: Term, value: Term, at = 0): Term {
  if ("word" in term) return term;
  if ("variable" in term) {
    if (term.variable === at) return shift(value, at);
    return term.variable > at ? { variable: term.variable - 1 } : term;
  }
  if ("body" in term) return { body: substitute(term.body, value, at + 1) };
  return apply(substitute(term.of, value, at), substitute(term.to, value, at));
}

function apply(of: Term, to: Term): Term {
  return "body" in of ? substitute(of.body, to) : { of, to };
}

/** λz₁…zₙ. f (g z₁ … zₙ) */
function compose(of: Term, to: Term, passed: number): Term {
  let inner = shift(to, passed);
  for (let i = passed - 1; i >= 0; i--) inner = apply(inner, { variable: i });
  let term: Term = apply(shift(of, passed), inner);
  for (let i = 0; i < passed; i++) term = { body: term };
  return term;
}

/** Functions are written with their arguments, so that λx. f x is f. */
function print(term: Term): string {
  if ("word" in term) return `w${term.word}`;
  if ("variable" in term) return `${term.variable}`;
  if ("body" in term) return `λ${print(term.body)}`;
  return `(${print(term.of)} ${print(term.to)})`;
}

/** All readings of a string that are an `S`, as often as they are derived. */
function readings(categories: readonly Category[], isLimited: boolean): string[] {
  const cells = new Map<string, Item[]>();
  const count = categories.length;
  for (let span = 1; span <= count; span++) {
    for (let start = 0; start + span <= count; start++) {
      const items: Item[] = [];
      if (span === 1) {
        items.push({ category: categories[start]!, made: MADE.otherwise, term: { word: start } });
      }
      for (let split = start + 1; split < start + span; split++) {
        for (const left of cells.get(`${start} ${split}`)!) {
          for (const right of cells.get(`${split} ${start + span}`)!) {
            items.push(...combined(left, right, isLimited));
          }
        }
      }
      cells.set(`${start} ${start + span}`, items);
    }
  }
  return cells.get(`0 ${count}`)!.filter(({ category }) => printCategory(category) === "S")
    .map(({ term }) => print(term));
}

function combined(left: Item, right: Item, isLimited: boolean): Item[] {
  return combine(left.category, right.category, { composition: 3 })
    .filter(({ rule }) => !isLimited || isNormal(rule, left.made, right.made))
    .map(({ category, rule, head }) => {
      const [of, to] = rule.startsWith(">") ? [left.term, right.term] : [right.term, left.term];
      const passed = Number(/\d/.exec(rule)?.[0] ?? 0);
      return {
        ...{ category, term: compose(of, to, passed) },
        made: madeBy(rule, left.made, right.made, head),
      };
    });
}

const INVENTORY = ["S", "N", "S/N", "N/N", "N\\N", "S\\S", "S/S", "(S\\N)/N", "S\\N"]
  .map(parseCategory);

/** Every string of so many categories. */
function* strings(length: number): Generator<Category[]> {
  if (length === 0) return yield [];
  for (const rest of strings(length - 1)) {
    for (const category of INVENTORY) yield [...rest, category];
  }
}

describe("isNormal()", () => {
  /** Checks strings. @returns how many had several derivations of a reading */
  const check = (all: Iterable<readonly Category[]>): number => {
    let ambiguous = 0;
    for (const string of all) {
      const every = readings(string, false);
      const normal = readings(string, true);
      const text = string.map(printCategory).join(" ");
      assertEquals(normal.toSorted(), [...new Set(every)].toSorted(), text);
      if (every.length > normal.length) ambiguous++;
    }
    return ambiguous;
  };

  it("keeps one derivation of each reading of every string of four categories", () => {
    const ambiguous = check(strings(4));
    assert(ambiguous > 20, `${ambiguous} strings had several derivations of a reading`);
  });

  it("keeps one derivation of each reading of longer strings", () => {
    const string = fc.array(fc.constantFrom(...INVENTORY), { minLength: 5, maxLength: 7 });
    fc.assert(fc.property(string, (one) => void check([one])), { numRuns: 3000 });
  });

  it("lets what is type-raised compose, but not apply", () => {
    const { raised, otherwise } = MADE;
    assertEquals([">", ">B1"].map((rule) => isNormal(rule as ">", raised, otherwise)), [
      false,
      true,
    ]);
    assertEquals(["<", "<B1"].map((rule) => isNormal(rule as "<", otherwise, raised)), [
      false,
      true,
    ]);
    assertEquals(isNormal("punct", raised, otherwise), true);
  });
});

describe("madeBy()", () => {
  it("looks through punctuation", () => {
    const { forward, otherwise } = MADE;
    assertEquals(madeBy("punct", forward, otherwise, 0), forward);
    assertEquals(madeBy("punct", otherwise, forward, 1), forward);
    assertEquals(madeBy("<Bx1", forward, otherwise, 0), MADE.backward);
    assertEquals(madeBy(">", otherwise, forward, 0), otherwise);
  });
});
