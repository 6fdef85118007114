/**
 * What is in a bank of derivations, and the page that lies beside it and says so.
 *
 * @module
 */

import { tally } from "../dataset.ts";
import { count, percent, table } from "../markdown.ts";
import { printCategory } from "./category.ts";
import { ruleOf } from "./combinators.ts";
import type { Agreement, Loss } from "./convert/convert.ts";
import { CUTOFFS } from "./grammar.ts";
import {
  type BankSentence,
  type Branch,
  branchesOf,
  branchText,
  type Leaf,
  leavesOf,
  type Tree,
} from "./tree.ts";

/** The unary rule that makes noun phrases of nouns, which is not counted among the others. */
const BARE_NOUN = "N -> NP";
const LOSSES: readonly Loss[] = ["not projective", "not licensed"];
/** Where the figures of CCGbank are from. */
const CCGBANK = "CCGbank: sections 02–21, the training part. Words and lexical categories are by " +
  "Hockenmaier and Steedman 2007, those seen ten times by Clark and Curran 2007; derivations, " +
  "categories and categories a running word by Auli and Lopez 2011, Sections 3 and 5.";
const FUNCTION_WORDS = "Dependencies of categories join auxiliaries, prepositions and the like " +
  "with both of their sides, where the treebank makes them leaves: a verb with its preposition " +
  "and that with its noun, not the verb with the noun. The last row counts such a word as the " +
  "one that it belongs to.";
/** Rows of the longest list. */
const MOST_ROWS = 30;

/** A part of a treebank and what became of it. */
export interface BankPart {
  readonly name: string;
  readonly sentences: readonly BankSentence[];
  readonly losses: readonly { readonly why: Loss }[];
  /** How far its dependencies are those of the treebank. */
  readonly agreement: Agreement;
}

/** A part with its counts. */
type CountedPart = BankPart & ReturnType<typeof countsOf>;

/**
 * What a bank holds, in Markdown: a column for each part; the first one is what is learned from.
 *
 * @param from what the bank was made of, with its licence
 */
export function bankPage(name: string, parts: readonly BankPart[], from: string): string {
  const all = parts.map((part): CountedPart => ({ ...part, ...countsOf(part.sentences) }));
  const learned = all[0]!;
  const rules = byUses(learned.rules, [...new Set(all.flatMap(({ rules }) => [...rules.keys()]))]);
  const names = all.map((part) => part.name);
  return [
    "<!-- deno-fmt-ignore-file -->",
    `# ${name}`,
    `Derivations of combinatory categorial grammar, one \`.auto\` file a part. Made of ${from}.`,
    table(
      ["", ...names, "CCGbank"],
      rowsOf(learned).map(([title, of, ccgbank = ""]) => [title, ...all.map(of), ccgbank]),
      true,
    ),
    CCGBANK,
    FUNCTION_WORDS,
    "## Rules",
    "How often each is used. `raised` and `unary` have one child, `B` is composition over so many " +
    "arguments, `x` crosses slashes.",
    table(
      ["rule", ...names],
      rules.map((rule) => [`\`${rule}\``, ...all.map((part) => count(part.rules.get(rule) ?? 0))]),
      true,
    ),
    `## Most frequent lexical categories of ${learned.name}`,
    frequent(learned.lexical, "category"),
    `## Most frequent unary rules of ${learned.name}`,
    frequent(learned.unaries, "rule"),
    `## Whole sentences of ${learned.name}`,
    frequent(learned.roots, "category"),
  ].join("\n\n") + "\n";
}

type Row = [title: string, of: (part: CountedPart) => string, ccgbank?: string];

/** The rows of the first table: a figure of each part, and CCGbank's where one is published. */
function rowsOf(learned: CountedPart): Row[] {
  const { unaries, tags: categories } = CUTOFFS;
  const agreed = (key: "basic" | "enhanced" | "content") => ({ agreement }: CountedPart) =>
    percent(agreement[key] / Math.max(1, agreement.derived), 1);
  const lost = (loss: Loss) => ({ losses }: CountedPart) =>
    count(losses.filter(({ why }) => why === loss).length);
  const often = (uses: Iterable<number>) => [...uses].filter((n) => n >= categories).length;
  return [
    ["Sentences", ({ sentences, losses }) => count(sentences.length + losses.length)],
    ["Derivations", ({ sentences }) => count(sentences.length), "39,603"],
    ...LOSSES.map((loss): Row => [`Lost: ${loss}`, lost(loss)]),
    ["Words", ({ words }) => count(words), "929,552"],
    ["Lexical categories", ({ lexical }) => count(lexical.size), "1,286"],
    [
      `Lexical categories seen ${categories} times`,
      (part) => count(often(part.lexical.values())),
      "425",
    ],
    ["Categories", (part) => count(part.categories), "over 1,500"],
    ["Lexical categories a form", ({ categoriesOfForm }) => categoriesOfForm.toFixed(2)],
    [
      "Lexical categories a running word",
      ({ categoriesOfWord }) => categoriesOfWord.toFixed(1),
      "22",
    ],
    ["Binary rules", ({ binaryTypes }) => count(binaryTypes)],
    ["Unary rules", (part) => count(part.unaries.size)],
    ["Unary steps other than N → NP", ({ otherUnaries }) => count(otherUnaries)],
    [
      `Derivations with unary rules seen ${unaries} times and categories seen ${categories} ` +
      `times in ${learned.name}`,
      ({ sentences }) => percent(derivableShare(sentences, learned), 1),
    ],
    ["Pairs of words that dependencies join", ({ agreement }) => count(agreement.derived)],
    ["… that the treebank joins too", agreed("basic")],
    ["… with its enhanced relations", agreed("enhanced")],
    ["… with function words for what they belong to", agreed("content")],
  ];
}

function countsOf(bank: readonly BankSentence[]) {
  const leaves = bank.flatMap(({ tree }) => leavesOf(tree));
  const branches = bank.flatMap(({ tree }) => [...branchesOf(tree)])
    .map((branch) => ({
      rule: ruleOf(branch),
      text: branchText(branch),
      category: branch.category,
    }));
  const unaries = tally(branches.filter(({ rule }) => rule === "unary").map(({ text }) => text));
  const binary = branches.filter(({ rule }) => rule !== "unary" && rule !== "raised");
  const forms = tally(leaves.map(({ word }) => word));
  const pairs = new Set(leaves.map(({ word, category }) => `${word} ${printCategory(category)}`));
  const categoriesOf = tally([...pairs].map((pair) => pair.slice(0, pair.lastIndexOf(" "))));
  const ofWords = [...forms].map(([form, uses]) => uses * categoriesOf.get(form)!);
  return {
    words: leaves.length,
    /** How often each lexical category is used. */
    lexical: tally(leaves.map(({ category }) => printCategory(category))),
    /** Different lexical categories of a word form, on average over forms. */
    categoriesOfForm: pairs.size / Math.max(1, forms.size),
    /** The same, on average over running words. */
    categoriesOfWord: sum(ofWords) / Math.max(1, leaves.length),
    /** Categories of all constituents. */
    categories: new Set([...leaves, ...branches].map(({ category }) => category)).size,
    /** Different pairs of children with what they make. */
    binaryTypes: new Set(binary.map(({ text }) => text)).size,
    /** How often each rule is used, as `ruleOf` names them. */
    rules: tally(branches.map(({ rule }) => rule)),
    /** Type-changing unary rules as `child -> parent`, how often each is used. */
    unaries,
    /** Type-changing unary steps other than N → NP. */
    otherUnaries: sum(unaries.values()) - (unaries.get(BARE_NOUN) ?? 0),
    /** Categories of whole sentences. */
    roots: tally(bank.map(({ tree }) => printCategory(tree.category))),
  };
}

/**
 * The share of sentences with all of their unary rules and lexical categories seen often enough.
 */
function derivableShare(
  bank: readonly BankSentence[],
  { unaries, lexical }: Pick<CountedPart, "unaries" | "lexical">,
): number {
  const isKnown = ({ category }: Leaf) =>
    (lexical.get(printCategory(category)) ?? 0) >= CUTOFFS.tags;
  const isRule = (branch: Branch) =>
    ruleOf(branch) !== "unary" || (unaries.get(branchText(branch)) ?? 0) >= CUTOFFS.unaries;
  const isDerivable = (tree: Tree) =>
    leavesOf(tree).every(isKnown) && [...branchesOf(tree)].every(isRule);
  return bank.filter(({ tree }) => isDerivable(tree)).length / Math.max(1, bank.length);
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

/** The most frequent categories or rules. */
function frequent(uses: ReadonlyMap<string, number>, title: string): string {
  const names = byUses(uses, [...uses.keys()]).slice(0, MOST_ROWS);
  return table([title, "uses"], names.map((name) => [`\`${name}\``, count(uses.get(name)!)]), true);
}

function byUses<T extends string>(uses: ReadonlyMap<T, number>, names: readonly T[]): T[] {
  return names.toSorted((a, b) =>
    (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || (a < b ? -1 : a > b ? 1 : 0)
  );
}
