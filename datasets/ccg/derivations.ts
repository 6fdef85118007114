/**
 * Derivations of a bank as those of a compiled grammar, and the other way round.
 *
 * @module
 */

import type { Derivation, ParsingModel } from "../../decoders/parsing/model.ts";
import { type Category, parseCategory } from "./category.ts";
import type { CcgGrammar } from "./grammar.ts";
import { type BankSentence, type Branch, leafOf, type Tree } from "./tree.ts";

/** Why a derivation is none of a grammar. */
export type NoDerivation = "category" | "unary rule" | "combination" | "root";

/** A constituent as a symbol over words. */
interface Found {
  readonly symbol: number;
  readonly start: number;
  readonly end: number;
}

/**
 * A derivation of a bank with the tags and rules of a grammar, or what the grammar lacks first:
 * a lexical category, a unary rule, a combination in normal form, or the root.
 */
export function goldDerivation(
  grammar: CcgGrammar,
  { tree }: BankSentence,
): Derivation | NoDerivation {
  const tags: number[] = [];
  const steps: number[] = [];
  const find = (part: Tree): Found | NoDerivation => {
    if (part.kind === "leaf") {
      const tag = grammar.tags.indexOf(part.category);
      if (tag < 0) return "category";
      // The symbols of tags have their numbers.
      return { symbol: tag, start: tags.length, end: tags.push(tag) };
    }
    const found: Found[] = [];
    for (const child of part.children) {
      const one = find(child);
      if (typeof one === "string") return one;
      found.push(one);
    }
    const [left, right] = found as [Found, Found?];
    const rules = right === undefined
      ? grammar.unaryRules(left.symbol)
      : grammar.binaryRules(left.symbol, right.symbol);
    const parentOf = (rule: number) => grammar.rules[rule]!.parent;
    const rule = rules.find((one) => grammar.symbols[parentOf(one)]!.category === part.category);
    if (rule === undefined) return right === undefined ? "unary rule" : "combination";
    const { end } = right ?? left;
    steps.push(left.start, right?.start ?? -1, end, rule);
    return { symbol: parentOf(rule), start: left.start, end };
  };
  const root = find(tree);
  if (typeof root === "string") return root;
  if (!grammar.roots.has(tree.category)) return "root";
  return { tags: Int32Array.from(tags), steps: Int32Array.from(steps) };
}

/** The categories of a pack, by the numbers that its grammar has for them. */
export interface CategoryNames {
  /** By tag. */
  readonly tags: readonly Category[];
  /** By category of a symbol. */
  readonly categories: readonly Category[];
}

/**
 * Reads the names of a pack's tags and categories from its metadata; nothing if it has none.
 *
 * @throws SyntaxError for what is no category
 */
export function categoryNames(
  { labels, categories }: Readonly<Record<string, string>>,
): CategoryNames | undefined {
  if (labels === undefined || categories === undefined) return undefined;
  const read = (text: string) => (JSON.parse(text) as string[]).map(parseCategory);
  return { tags: read(labels), categories: read(categories) };
}

/** A derivation of a grammar as a tree; its words have no forms. */
export function derivedTree(
  { tags, steps }: Derivation,
  { parent }: Pick<ParsingModel, "parent">,
  symbolCategories: Int32Array,
  { tags: tagNames, categories }: CategoryNames,
): Tree {
  // What has been built over each word's start, by where it begins.
  const built = new Map<number, Tree>();
  tags.forEach((tag, t) => built.set(t, leafOf(tagNames[tag]!, "", "")));
  for (let i = 0; i < steps.length; i += 4) {
    const [start, split, , rule] = steps.subarray(i, i + 4) as unknown as number[];
    const category = categories[symbolCategories[parent[rule!]!]!]!;
    const [left, right] = [built.get(start!)!, built.get(split!)];
    built.delete(split!);
    const children: Branch["children"] = right === undefined ? [left] : [left, right];
    built.set(start!, { kind: "branch", category, head: 0, children });
  }
  return built.get(0)!;
}
