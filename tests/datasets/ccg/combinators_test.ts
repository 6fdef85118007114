import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { parseCategory, printCategory } from "../../../datasets/ccg/category.ts";
import { combine, type CombineOptions } from "../../../datasets/ccg/combinators.ts";

/** Results and rules of two categories. */
function made(left: string, right: string, options?: CombineOptions): string[] {
  return combine(parseCategory(left), parseCategory(right), options)
    .map(({ category, rule, head }) => `${rule} ${printCategory(category)} ${head}`);
}

describe("combine()", () => {
  it("applies functors to both sides", () => {
    assertEquals(made("(S[dcl]\\NP)/NP", "NP"), ["> S[dcl]\\NP 0"]);
    assertEquals(made("NP", "S[dcl]\\NP"), ["< S[dcl] 1"]);
    assertEquals(made("N/N", "N"), ["> N 1"]);
    assertEquals(made("NP", "NP"), []);
  });

  it("composes over one argument and two, three if it is told to, and across for S alone", () => {
    assertEquals(made("S/(S\\NP)", "(S[dcl]\\NP)/NP"), [">B1 S[dcl]/NP 0"]);
    assertEquals(made("(S\\NP)/(S\\NP)", "((S[b]\\NP)/PP)/NP"), [
      ">B2 ((S[b]\\NP)/PP)/NP 1",
    ]);
    assertEquals(made("S/S", "((S[dcl]/NP)/PP)/PR"), []);
    assertEquals(made("S/S", "((S[dcl]/NP)/PP)/PR", { composition: 3 }), [
      ">B3 ((S[dcl]/NP)/PP)/PR 1",
    ]);
    assertEquals(made("(S[b]\\NP)/PP", "S\\S"), []);
    assertEquals(made("S[b]\\NP", "S\\S"), ["<B1 S[b]\\NP 0"]);
    assertEquals(made("S[b]/NP", "S\\S"), ["<Bx1 S[b]/NP 0"]);
    assertEquals(made("N/N", "N\\N"), []);
  });

  it("gives a modifier the feature of what it modifies, and no two", () => {
    assertEquals(made("(S\\NP)/(S\\NP)", "S[ng]\\NP"), ["> S[ng]\\NP 1"]);
    assertEquals(made("(S[dcl]\\NP)/(S[b]\\NP)", "S[ng]\\NP"), []);
    assertEquals(made("((S\\NP)/(S\\NP))/(S\\NP)", "S[ng]\\NP"), [
      "> (S[ng]\\NP)/(S[ng]\\NP) 0",
    ]);
    assertEquals(
      made("((S/S)/(S/S))/(S/S)", "S[dcl]/S[b]"),
      [],
      "one variable stands for one feature",
    );
  });

  it("takes a missing feature for any where there is no variable", () => {
    assertEquals(made("NP/S", "S[dcl]"), ["> NP 0"]);
    assertEquals(made("NP[nb]/N", "N"), ["> NP[nb] 0"]);
    assertEquals(made("NP[nb]", "S[dcl]\\NP"), ["< S[dcl] 1"]);
  });

  it("coordinates with conjunctions and commas, and lets punctuation stand anywhere", () => {
    assertEquals(made("conj", "NP"), ["conj NP\\NP 1"]);
    assertEquals(made(",", "NP"), ["conj NP\\NP 1", "punct NP 1"]);
    assertEquals(made("NP", "."), ["punct NP 0"]);
    assertEquals(made(",", "."), []);
    assertEquals(made("conj", "S/(S\\NP)"), []);
  });
});
