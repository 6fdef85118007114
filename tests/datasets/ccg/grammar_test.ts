import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { parseCategory, printCategory } from "../../../datasets/ccg/category.ts";
import { CcgGrammar, goldDerivation } from "../../../datasets/ccg/grammar.ts";
import { MADE, RULE_KINDS } from "../../../datasets/ccg/combinators.ts";
import { derivation } from "../../helpers/bank.ts";

/** "It rains", "Cats sleep ." with a unary rule, and "we often it" composed to the left. */
const BANK = [
  "{ S[dcl] It:NP rains:S[dcl]\\NP }",
  "{ S[dcl] { S[dcl] { NP Cats:N } sleep:S[dcl]\\NP } .:. }",
  "{ S[dcl] It:NP { S[dcl]\\NP { (S[dcl]\\NP)/NP often:(S\\NP)/(S\\NP) sees:(S[dcl]\\NP)/NP } us:NP } }",
].map((text, i) => ({ id: `a.${i + 1}`, tree: derivation(text) }));
const grammar = new CcgGrammar(BANK, { unaries: 1, tags: 1 });

const tagOf = (name: string) => grammar.tags.indexOf(parseCategory(name));

describe("CcgGrammar", () => {
  it("has the categories and unary rules that are seen often enough", () => {
    const tags = grammar.tags.map(printCategory).join(" ");
    assertEquals(tags, "(S[dcl]\\NP)/NP (S\\NP)/(S\\NP) . N NP S[dcl]\\NP");
    const twice = new CcgGrammar(BANK, { unaries: 2, tags: 2 });
    assertEquals(twice.tags.map(printCategory), ["NP", "S[dcl]\\NP"]);
    assertEquals(grammar.unaryRules(tagOf("N")).length, 1);
    assertEquals([...grammar.roots].map(printCategory), ["S[dcl]"]);
    const call = () => new CcgGrammar(BANK, { tags: 9 });
    assertThrows(call, RangeError, "Cannot learn a grammar: no category is seen 9 times");
  });

  it("stacks no unary rule on another, and raises noun phrases", () => {
    const [rule] = grammar.unaryRules(tagOf("N"));
    assertEquals(grammar.unaryRules(grammar.rules[rule!]!.parent), []);
    const raised = grammar.unaryRules(tagOf("NP")).map((one) => grammar.rules[one]!);
    assertEquals(raised.map(({ kind }) => RULE_KINDS[kind]), ["raised", "raised"]);
    assertEquals(raised.map(({ parent }) => grammar.symbols[parent]!.made), [3, 3]);
  });

  it("finds the rules of pairs that the bank combines, in normal form", () => {
    const found = grammar.binaryRules(tagOf("(S\\NP)/(S\\NP)"), tagOf("(S[dcl]\\NP)/NP"));
    const { parent, kind } = grammar.rules[found[0]!]!;
    assertEquals(RULE_KINDS[kind], ">B1");
    const { category, made } = grammar.symbols[parent]!;
    assertEquals([printCategory(category), made], ["(S[dcl]\\NP)/NP", MADE.forward]);
    // What is composed is no functor to the right any more.
    assertEquals(grammar.binaryRules(parent, tagOf("NP")), []);
    // They could be combined, but never are.
    assertEquals(grammar.binaryRules(tagOf("(S\\NP)/(S\\NP)"), tagOf("S[dcl]\\NP")), []);
  });
});

describe("goldDerivation()", () => {
  it("gives tags and rules, children before parents", () => {
    const gold = goldDerivation(grammar, BANK[1]!);
    if (typeof gold === "string") throw new Error(gold);
    assertEquals([...gold.tags], [tagOf("N"), tagOf("S[dcl]\\NP"), tagOf(".")]);
    const kinds = [0, 1, 2].map((step) =>
      RULE_KINDS[grammar.rules[gold.steps[4 * step + 3]!]!.kind]
    );
    assertEquals(kinds, ["unary", "<", "punct"]);
    assertEquals([...gold.steps].filter((_, i) => i % 4 < 3), [0, -1, 1, 0, 1, 2, 0, 2, 3]);
  });

  it("says what the grammar lacks", () => {
    assertEquals(goldDerivation(grammar, BANK[2]!), "combination");
    const small = new CcgGrammar(BANK.slice(0, 1), { unaries: 1, tags: 1 });
    assertEquals(goldDerivation(small, BANK[1]!), "category");
    const noUnary = new CcgGrammar(BANK, { unaries: 2, tags: 1 });
    assertEquals(goldDerivation(noUnary, BANK[1]!), "unary rule");
    const tree = BANK[0]!.tree;
    if (tree.kind === "leaf") throw new Error("It rains");
    assertEquals(goldDerivation(grammar, { id: "b", tree: tree.children[0] }), "root");
  });
});
