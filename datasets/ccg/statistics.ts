/**
 * Counts of a bank of derivations.
 *
 * @module
 */

import { printCategory } from "./category.ts";
import { branchesOf, type Rule, ruleOf } from "./license.ts";
import { type BankSentence, leavesOf, type Tree } from "./tree.ts";

/** The unary rule that makes noun phrases of nouns, which is not counted among the others. */
const BARE_NOUN = "N -> NP";

/** What was counted. */
export interface BankStatistics {
  readonly sentences: number;
  readonly words: number;
  /** Lexical categories, how often each is used. */
  readonly lexical: ReadonlyMap<string, number>;
  /** Different lexical categories of a word form, on average over forms. */
  readonly categoriesOfForm: number;
  /** The same, on average over running words. */
  readonly categoriesOfWord: number;
  /** Categories of all constituents. */
  readonly categories: number;
  /** Different pairs of children with what they make. */
  readonly binaryTypes: number;
  /** How often each rule is used, as `ruleOf` names them. */
  readonly rules: ReadonlyMap<Rule, number>;
  /** Type-changing unary rules as `child -> parent`, how often each is used. */
  readonly unaries: ReadonlyMap<string, number>;
  /** Type-changing unary steps other than N → NP. */
  readonly otherUnaries: number;
  /** Categories of whole sentences. */
  readonly roots: ReadonlyMap<string, number>;
}

/** Counts what is in a bank. */
export function statisticsOf(bank: readonly BankSentence[]): BankStatistics {
  const lexical = new Map<string, number>();
  const unaries = new Map<string, number>();
  const rules = new Map<Rule, number>();
  const roots = new Map<string, number>();
  const binary = new Set<string>();
  const categories = new Set<string>();
  const forms = new Map<string, { uses: number; categories: Set<string> }>();
  for (const { tree } of bank) {
    add(roots, printCategory(tree.category));
    for (const { category, word } of leavesOf(tree)) {
      const text = printCategory(category);
      add(lexical, text);
      categories.add(text);
      const form = forms.get(word) ?? { uses: 0, categories: new Set() };
      form.uses++;
      form.categories.add(text);
      forms.set(word, form);
    }
    for (const branch of branchesOf(tree)) {
      const rule = ruleOf(branch);
      add(rules, rule);
      const text = textOf(branch);
      categories.add(printCategory(branch.category));
      if (rule === "unary") add(unaries, text);
      else if (rule !== "raised") binary.add(text);
    }
  }
  const words = [...lexical.values()].reduce((sum, uses) => sum + uses, 0);
  const ofForms = [...forms.values()];
  return {
    ...{ sentences: bank.length, words, lexical, rules, unaries, roots },
    categories: categories.size,
    binaryTypes: binary.size,
    categoriesOfForm: ofForms.reduce((sum, form) => sum + form.categories.size, 0) / forms.size,
    categoriesOfWord: ofForms.reduce((sum, form) => sum + form.uses * form.categories.size, 0) /
      words,
    otherUnaries: [...unaries].reduce((sum, [rule, n]) => rule === BARE_NOUN ? sum : sum + n, 0),
  };
}

/** How often rules and lexical categories must have been seen. */
export interface Cutoffs {
  readonly unaries: number;
  readonly categories: number;
}

/** The share of sentences with all of their unary rules and lexical categories seen so often. */
export function derivableShare(
  bank: readonly BankSentence[],
  { unaries, lexical }: Pick<BankStatistics, "unaries" | "lexical">,
  cutoffs: Cutoffs,
): number {
  const isDerivable = (tree: Tree) =>
    leavesOf(tree).every(({ category }) =>
      (lexical.get(printCategory(category)) ?? 0) >= cutoffs.categories
    ) && [...branchesOf(tree)].every((branch) =>
      ruleOf(branch) !== "unary" || (unaries.get(textOf(branch)) ?? 0) >= cutoffs.unaries
    );
  return bank.filter(({ tree }) => isDerivable(tree)).length / bank.length;
}

/** A branch as `children -> parent`. */
function textOf({ category, children }: Extract<Tree, { kind: "branch" }>): string {
  const parts = children.map((child) => printCategory(child.category));
  return `${parts.join(" ")} -> ${printCategory(category)}`;
}

function add<T>(counts: Map<T, number>, key: T): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
