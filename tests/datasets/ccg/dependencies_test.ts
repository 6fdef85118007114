import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { printCategory } from "../../../datasets/ccg/category.ts";
import { dependenciesOf } from "../../../datasets/ccg/dependencies.ts";
import { categoryNames, derivedTree, goldDerivation } from "../../../datasets/ccg/derivations.ts";
import { CcgGrammar } from "../../../datasets/ccg/grammar.ts";
import { leavesOf, type Tree } from "../../../datasets/ccg/tree.ts";
import { branch, leaf, smallBank } from "../../helpers/bank.ts";
import { grammarTables } from "../../../datasets/training/parsing/grammar_tables.ts";

/** A word without a part of speech. */
const word = (form: string, category: string) => leaf(form, "X", category);

/** "sees/2 saw" for each dependency: head, slot, argument. */
function told(tree: Tree): string[] {
  const forms = leavesOf(tree).map(({ word }) => word);
  return dependenciesOf(tree).map(({ head, slot, argument }) =>
    `${forms[head]}/${slot} ${forms[argument]}`
  );
}

const TV = "(S[dcl]\\NP)/NP";

describe("dependenciesOf()", () => {
  it("gives verbs their arguments and modifiers what they modify", () => {
    const subject = branch(
      "NP",
      word("the", "NP/N"),
      branch("N", word("old", "N/N"), word("dog", "N")),
    );
    const verb = branch("S[dcl]\\NP", word("sees", TV), word("us", "NP"));
    const predicate = branch("S[dcl]\\NP", verb, word("often", "(S\\NP)\\(S\\NP)"));
    assertEquals(told(branch("S[dcl]", subject, predicate)), [
      ...["the/1 dog", "old/1 dog", "sees/1 dog", "sees/2 us", "often/1 sees"],
    ]);
  });

  it("finds what relative clauses lack, over type-raising and composition", () => {
    const clause = branch(
      "S[dcl]/NP",
      branch("S/(S\\NP)", word("we", "NP")),
      word("see", TV),
    );
    const relative = branch("NP\\NP", word("whom", "(NP\\NP)/(S[dcl]/NP)"), clause);
    assertEquals(told(branch("NP", word("cats", "NP"), relative)), [
      ...["whom/1 cats", "whom/2 see", "see/1 we", "see/2 cats"],
    ]);
    const reduced = branch("NP\\NP", word("seen", "S[pss]\\NP"));
    assertEquals(told(branch("NP", word("cats", "NP"), reduced)), ["seen/1 cats"]);
  });

  it("lets conjuncts share their arguments, and stands for both", () => {
    const both = branch(
      "S[dcl]\\NP",
      word("came", "S[dcl]\\NP"),
      branch("(S[dcl]\\NP)\\(S[dcl]\\NP)", word("and", "conj"), word("saw", "S[dcl]\\NP")),
    );
    assertEquals(told(branch("S[dcl]", word("he", "NP"), both)), ["came/1 he", "saw/1 he"]);
    const nouns = branch(
      "NP",
      word("cats", "NP"),
      branch("NP\\NP", word("and", "conj"), word("dogs", "NP")),
    );
    assertEquals(told(branch("S[dcl]", nouns, word("sleep", "S[dcl]\\NP"))), [
      ...["sleep/1 cats", "sleep/1 dogs"],
    ]);
  });

  it("knows the subject of a verb phrase that is an argument", () => {
    const tries = branch(
      "S[dcl]\\NP",
      word("tries", "(S[dcl]\\NP)/(S[to]\\NP)"),
      word("go", "S[to]\\NP"),
    );
    assertEquals(told(branch("S[dcl]", word("he", "NP"), tries)), [
      ...["tries/1 he", "tries/2 go", "go/1 he"],
    ]);
    const asks = branch(
      "(S[dcl]\\NP)/(S[to]\\NP)",
      word("asks", "((S[dcl]\\NP)/(S[to]\\NP))/NP"),
      word("us", "NP"),
    );
    const us = branch("S[dcl]\\NP", asks, word("go", "S[to]\\NP"));
    assertEquals(told(branch("S[dcl]", word("he", "NP"), us)), [
      ...["asks/1 he", "asks/2 go", "asks/3 us", "go/1 us"],
    ]);
  });

  it("gives the same of derivations and of their trees", () => {
    const bank = smallBank(40, 5);
    const grammar = new CcgGrammar(bank, { unaries: 1, tags: 1 });
    const { tables, tags, categories } = grammarTables(grammar);
    const names = categoryNames({
      labels: JSON.stringify(tags),
      categories: JSON.stringify(categories),
    })!;
    for (const sentence of bank) {
      const derivation = goldDerivation(grammar, sentence);
      if (typeof derivation === "string") throw new Error(derivation);
      const tree = derivedTree(derivation, tables, tables.symbolCategories, names);
      assertEquals(dependenciesOf(tree), dependenciesOf(sentence.tree));
      assertEquals(
        leavesOf(tree).map(({ category }) => printCategory(category)),
        leavesOf(sentence.tree).map(({ category }) => printCategory(category)),
      );
    }
    assertEquals(categoryNames({}), undefined);
  });
});
