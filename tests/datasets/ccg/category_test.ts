import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
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
    fc.assert(
      fc.property(category, (one) => {
        assertStrictEquals(parseCategory(printCategory(one)), one);
      }),
      { seed: 1 },
    );
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
