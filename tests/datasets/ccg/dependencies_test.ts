import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { printCategory } from "../../../datasets/ccg/category.ts";
import { dependenciesOf } from "../../../datasets/ccg/dependencies.ts";
import {
  categoriesOf,
  CcgGrammar,
  derivedTree,
  goldDerivation,
} from "../../../datasets/ccg/grammar.ts";
import { leavesOf } from "../../../datasets/ccg/tree.ts";
import { grammarTables } from "../../../datasets/training/parsing/parser_weights.ts";
import { derivation, smallBank } from "../../helpers/bank.ts";

const raw = String.raw;
/** Derivations with their dependencies: head, slot, argument. */
const CASES: Readonly<Record<string, readonly [tree: string, dependencies: string][]>> = {
  "gives verbs their arguments and modifiers what they modify": [[
    raw`{ S[dcl] { NP the:NP/N { N old:N/N dog:N } }
      { S[dcl]\NP { S[dcl]\NP sees:(S[dcl]\NP)/NP us:NP } often:(S\NP)\(S\NP) } }`,
    "the/1 dog, old/1 dog, sees/1 dog, sees/2 us, often/1 sees",
  ]],
  "finds what relative clauses lack, over type-raising and composition": [
    [
      raw`{ NP cats:NP { NP\NP whom:(NP\NP)/(S[dcl]/NP)
        { S[dcl]/NP { S/(S\NP) we:NP } see:(S[dcl]\NP)/NP } } }`,
      "whom/1 cats, whom/2 see, see/1 we, see/2 cats",
    ],
    [raw`{ NP cats:NP { NP\NP seen:S[pss]\NP } }`, "seen/1 cats"],
    // A bare noun is raised in one step.
    [
      raw`{ NP cats:NP { NP\NP whom:(NP\NP)/(S[dcl]/NP)
        { S[dcl]/NP { S/(S\NP) mice:N } see:(S[dcl]\NP)/NP } } }`,
      "whom/1 cats, whom/2 see, see/1 mice, see/2 cats",
    ],
  ],
  "takes no clause for the noun that a participle before it lacks": [
    [
      raw`{ S[dcl] { S/S walking:S[ng]\NP } { S[dcl] he:NP fell:S[dcl]\NP } }`,
      "fell/1 he",
    ],
    [
      raw`{ S[dcl] { S/S by:(S/S)/(S[ng]\NP) walking:S[ng]\NP }
        { S[dcl] he:NP fell:S[dcl]\NP } }`,
      "by/1 fell, by/2 walking, fell/1 he",
    ],
  ],
  "lets conjuncts share their arguments, and stands for both": [
    [
      raw`{ S[dcl] he:NP { S[dcl]\NP came:S[dcl]\NP
        { (S[dcl]\NP)\(S[dcl]\NP) and:conj saw:S[dcl]\NP } } }`,
      "came/1 he, saw/1 he",
    ],
    [
      raw`{ S[dcl] { NP cats:NP { NP\NP and:conj dogs:NP } } sleep:S[dcl]\NP }`,
      "sleep/1 cats, sleep/1 dogs",
    ],
  ],
  "follows a treebank's rule that makes a modifier, with its comma": [
    [
      raw`{ S[dcl] { S/S him:NP ,:, } { S[dcl] he:NP fell:S[dcl]\NP } }`,
      "fell/1 he",
    ],
    [
      raw`{ S[dcl] he:NP { S[dcl]\NP fell:S[dcl]\NP
        { (S\NP)\(S\NP) walking:S[ng]\NP ,:, } } }`,
      "fell/1 he, walking/1 he",
    ],
  ],
  "knows the subject of a verb phrase that is an argument": [
    [
      raw`{ S[dcl] he:NP { S[dcl]\NP tries:(S[dcl]\NP)/(S[to]\NP) go:S[to]\NP } }`,
      "tries/1 he, tries/2 go, go/1 he",
    ],
    [
      raw`{ S[dcl] he:NP { S[dcl]\NP
        { (S[dcl]\NP)/(S[to]\NP) asks:((S[dcl]\NP)/(S[to]\NP))/NP us:NP } go:S[to]\NP } }`,
      "asks/1 he, asks/2 go, asks/3 us, go/1 us",
    ],
  ],
};

describe("dependenciesOf()", () => {
  for (const [name, trees] of Object.entries(CASES)) {
    it(name, () => {
      for (const [text, dependencies] of trees) {
        const tree = derivation(text);
        const forms = leavesOf(tree).map(({ word }) => word);
        const found = dependenciesOf(tree).map(({ head, slot, argument }) =>
          `${forms[head]}/${slot} ${forms[argument]}`
        );
        assertEquals(found.join(", "), dependencies);
      }
    });
  }
});

describe("derivedTree()", () => {
  it("has the categories and dependencies of the tree that it is the derivation of", () => {
    const bank = smallBank(40, 5);
    const grammar = new CcgGrammar(bank, { unaries: 1, tags: 1 });
    const { tables, categories: named } = grammarTables(grammar);
    const categories = categoriesOf({ categories: JSON.stringify(named) }, "f")!;
    const lexical = (tree: ReturnType<typeof derivation>) =>
      leavesOf(tree).map(({ category }) => printCategory(category));
    for (const sentence of bank) {
      const gold = goldDerivation(grammar, sentence);
      if (typeof gold === "string") throw new Error(gold);
      const tree = derivedTree(gold, tables, tables.symbolCategories, categories);
      assertEquals(dependenciesOf(tree), dependenciesOf(sentence.tree));
      assertEquals(lexical(tree), lexical(sentence.tree));
    }
    assertEquals(categoriesOf({}, "f"), undefined);
  });
});
