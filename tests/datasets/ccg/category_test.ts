import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  atom,
  type Category,
  functor,
  parseCategory,
  printCategory,
  type Slash,
} from "../../../datasets/ccg/category.ts";
import { combine, isNormal, MADE, type Made, madeBy } from "../../../datasets/ccg/combinators.ts";

const { category } = fc.letrec<{ category: Category }>((tie) => ({
  category: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.tuple(fc.constantFrom("S", "NP", ",", "."), fc.constantFrom("", "dcl", "nb"))
      .map(([name, feature]) => atom(name, feature)),
    fc.tuple(tie("category"), fc.constantFrom<Slash>("/", "\\"), tie("category"))
      .map((parts) => functor(...parts)),
  ),
}));

describe("parseCategory()", () => {
  it("reads what printCategory() writes as the same object", () => {
    const property = fc.property(category, (one) => {
      assertStrictEquals(parseCategory(printCategory(one)), one);
    });
    fc.assert(property, { seed: 1 });
  });

  it("associates to the left", () => {
    assertStrictEquals(parseCategory("S\\NP/NP"), parseCategory("(S\\NP)/NP"));
    assertEquals(printCategory(parseCategory("((S/(S\\NP)))")), "S/(S\\NP)");
  });

  it("names what is no category and where", () => {
    const faults = {
      "": "no category at position 0",
      "S\\": "no category at position 2",
      "(S\\NP": "no ) at position 5",
      "S)NP": '")" at position 1',
      "S[]": '"[" at position 1',
      "S[dcl": '"[" at position 1',
      "NP NP": '" " at position 2',
    };
    for (const [text, message] of Object.entries(faults)) {
      const error = `Cannot read the category "${text}": ${message}`;
      assertThrows(() => parseCategory(text), SyntaxError, error);
    }
  });
});

/** Rules, results and heads of `left right`, with commas between them. */
function made(pair: string, composition?: 3): string {
  const [left, right] = pair.split(" ").map(parseCategory);
  return combine(left!, right!, composition)
    .map(({ category, rule, head }) => `${rule} ${printCategory(category)} ${head}`).join();
}

const CASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "applies functors to both sides": {
    "(S[dcl]\\NP)/NP NP": "> S[dcl]\\NP 0",
    "NP S[dcl]\\NP": "< S[dcl] 1",
    "N/N N": "> N 1",
    "NP NP": "",
  },
  "composes over one argument and two, and across for S alone": {
    "S/(S\\NP) (S[dcl]\\NP)/NP": ">B1 S[dcl]/NP 0",
    "(S\\NP)/(S\\NP) ((S[b]\\NP)/PP)/NP": ">B2 ((S[b]\\NP)/PP)/NP 1",
    "S/S ((S[dcl]/NP)/PP)/PR": "",
    "(S[b]\\NP)/PP S\\S": "",
    "S[b]\\NP S\\S": "<B1 S[b]\\NP 0",
    "S[b]/NP S\\S": "<Bx1 S[b]/NP 0",
    "N/N N\\N": "",
  },
  "gives a modifier the feature of what it modifies, and no two": {
    "(S\\NP)/(S\\NP) S[ng]\\NP": "> S[ng]\\NP 1",
    "(S[dcl]\\NP)/(S[b]\\NP) S[ng]\\NP": "",
    "((S\\NP)/(S\\NP))/(S\\NP) S[ng]\\NP": "> (S[ng]\\NP)/(S[ng]\\NP) 0",
    "((S/S)/(S/S))/(S/S) S[dcl]/S[b]": "",
  },
  "takes a missing feature for any where there is no variable": {
    "NP/S S[dcl]": "> NP 0",
    "NP[nb]/N N": "> NP 0",
    "NP[nb] S[dcl]\\NP": "< S[dcl] 1",
  },
  "coordinates with conjunctions and commas, and lets punctuation stand anywhere": {
    "conj NP": "conj NP\\NP 1",
    ", NP": "conj NP\\NP 1,punct NP 1",
    "NP .": "punct NP 0",
    ", .": "",
    "conj S/(S\\NP)": "",
  },
};

describe("combine()", () => {
  for (const [name, pairs] of Object.entries(CASES)) {
    it(name, () => {
      for (const [pair, results] of Object.entries(pairs)) assertEquals(made(pair), results, pair);
    });
  }

  it("composes over three arguments if it may", () => {
    assertEquals(made("S/S ((S[dcl]/NP)/PP)/PR", 3), ">B3 ((S[dcl]/NP)/PP)/PR 1");
  });
});

/** What a constituent means: text, or a function of what it still wants. */
type Term = string | ((of: Term) => Term);

interface Item {
  readonly category: Category;
  readonly made: Made;
  readonly term: Term;
}

const apply = (of: Term, to: Term): Term => typeof of === "string" ? `(${of} ${to})` : of(to);
/** λz₁…zₙ. f (g z₁ … zₙ) */
const compose = (of: Term, to: Term, passed: number): Term =>
  passed === 0 ? apply(of, to) : (one) => compose(of, apply(to, one), passed - 1);

/** All readings of a string that are an `S`, as often as they are derived. */
function readings(categories: readonly Category[], isLimited: boolean): Term[] {
  const cells = new Map<string, Item[]>();
  const count = categories.length;
  for (let span = 1; span <= count; span++) {
    for (let start = 0; start + span <= count; start++) {
      const items: Item[] = [];
      if (span === 1) {
        items.push({ category: categories[start]!, made: MADE.otherwise, term: `w${start}` });
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
    .map(({ term }) => term);
}

function combined(left: Item, right: Item, isLimited: boolean): Item[] {
  return combine(left.category, right.category, 3)
    .filter(({ rule }) => !isLimited || isNormal(rule, left.made, right.made))
    .map(({ category, rule, head }) => {
      const [of, to] = rule.startsWith(">") ? [left.term, right.term] : [right.term, left.term];
      const term = compose(of, to, Number(/\d/.exec(rule)?.[0] ?? 0));
      return { category, term, made: madeBy(rule, left.made, right.made, head) };
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
  /** Checks a string. @returns whether it has several derivations of a reading */
  const isAmbiguous = (string: readonly Category[]): boolean => {
    const [every, normal] = [readings(string, false), readings(string, true)];
    const text = string.map(printCategory).join(" ");
    assertEquals(normal.toSorted(), [...new Set(every)].toSorted(), text);
    return every.length > normal.length;
  };

  it("keeps one derivation of each reading of every string of four categories", () => {
    assert([...strings(4)].filter(isAmbiguous).length > 20);
  });

  it("keeps one derivation of each reading of longer strings", () => {
    const string = fc.array(fc.constantFrom(...INVENTORY), { minLength: 5, maxLength: 7 });
    fc.assert(fc.property(string, (one) => void isAmbiguous(one)), { seed: 1, numRuns: 3000 });
  });

  it("lets what is type-raised compose, but not apply", () => {
    const { raised, otherwise } = MADE;
    const right = ([">", ">B1", "punct"] as const).map((rule) => isNormal(rule, raised, otherwise));
    assertEquals(right, [false, true, true]);
    const left = (["<", "<B1"] as const).map((rule) => isNormal(rule, otherwise, raised));
    assertEquals(left, [false, true]);
  });
});

it("madeBy() looks through punctuation", () => {
  const { forward, otherwise } = MADE;
  assertEquals(madeBy("punct", forward, otherwise, 0), forward);
  assertEquals(madeBy("punct", otherwise, forward, 1), forward);
  assertEquals(madeBy("<Bx1", forward, otherwise, 0), MADE.backward);
  assertEquals(madeBy(">", otherwise, forward, 0), otherwise);
});
