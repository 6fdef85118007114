/**
 * Context-free grammars of categories, for parsers that know no categories, and the derivations of
 * a bank as those of a grammar.
 *
 * @module
 */

import { grouped, remembered, tally } from "../dataset.ts";
import { type Category, parseCategories, parseCategory, printCategory } from "./category.ts";
import { combine, isNormal, MADE, type Made, madeBy, RULE_KINDS, ruleOf } from "./combinators.ts";
import {
  type BankSentence,
  type Branch,
  branchesOf,
  leafOf,
  leavesOf,
  type TaggedSentence,
  type Tree,
} from "./tree.ts";
import type { Derivation, ParsingModel } from "../../decoders/parsing/model.ts";

/** What a symbol stands for: a category, how it was made, and whether by a unary rule. */
export interface Symbol {
  readonly category: Category;
  readonly made: Made;
  /** Whether no unary rule stands on top of it. */
  readonly isUnary: boolean;
}

/** How often type-changing unary rules and lexical categories must be seen in a bank. */
export const CUTOFFS = { unaries: 5, tags: 10 } as const;
type Cutoffs = Readonly<Record<keyof typeof CUTOFFS, number>>;

/** Type-raising that the grammar always has. */
const RAISING: readonly (readonly [from: string, to: readonly string[]])[] = ["NP", "PP"].map(
  (from) => [from, [`S/(S\\${from})`, `(S\\NP)\\((S\\NP)/${from})`]],
);

/** Pairs of symbols are numbered by left · PAIR + right. */
const PAIR = 2 ** 26;

/** A rule of symbols. */
export interface SymbolRule {
  readonly left: number;
  /** −1 with one child. */
  readonly right: number;
  readonly parent: number;
  /** Index in `RULE_KINDS`. */
  readonly kind: number;
}

/**
 * The grammar of a bank: the lexical categories and unary rules that are seen often enough, and
 * what the combinators make of them in normal form, where the bank combines two such categories.
 *
 * Without the last limit there is no end of categories, and charts are many times as large: what
 * two words could make but never do is most of what they could make.
 *
 * A symbol is a category with what the normal form must know of it. At most one unary rule stands
 * on top of what words or two children make, so that no symbol is derived from itself; chains of
 * unary steps in a bank have to be one step: see `withoutChains`.
 *
 * Source: Clark and Curran 2007, Section 4.1, for rules that are seen.
 */
export class CcgGrammar {
  /** Lexical categories, by name; the numbers of tags are their places. */
  readonly tags: readonly Category[];
  readonly symbols: Symbol[] = [];
  readonly rules: SymbolRule[] = [];
  /** Categories of whole sentences. */
  readonly roots: ReadonlySet<Category>;
  readonly #numbers = new Map<Category, (number | undefined)[]>();
  readonly #unaries: ReadonlyMap<Category, readonly Raise[]>;
  readonly #unaryRules: (readonly number[] | undefined)[] = [];
  /** Rules of pairs. */
  readonly #binaryRules = new Map<number, readonly number[]>();

  /**
   * Learns from a bank.
   *
   * @throws RangeError if nothing is left
   */
  constructor(bank: readonly BankSentence[], { unaries, tags }: Cutoffs = CUTOFFS) {
    const branches = bank.flatMap(({ tree }) => [...branchesOf(tree)]);
    const leaves = bank.flatMap(({ tree }) => leavesOf(tree));
    this.roots = new Set(bank.map(({ tree }) => tree.category));
    this.tags = frequent(leaves.map(({ category }) => category), tags);
    if (this.tags.length === 0) {
      throw new RangeError(`Cannot learn a grammar: no category is seen ${tags} times`);
    }
    this.#unaries = unaryChoices(branches, unaries);
    for (const tag of this.tags) this.#numberOf({ category: tag, made: 0, isUnary: false });
    this.#findRules(pairsIn(branches));
  }

  /** The unary rules on top of a symbol, as indices into `rules`. */
  unaryRules(child: number): readonly number[] {
    return this.#unaryRules[child] ?? [];
  }

  /** The rules that make something of two neighbours, as indices into `rules`. */
  binaryRules(left: number, right: number): readonly number[] {
    return this.#binaryRules.get(left * PAIR + right) ?? [];
  }

  /** Finds symbols and rules in turn until there are no new ones. */
  #findRules(pairs: ReadonlyMap<Category, ReadonlySet<Category>>): void {
    for (let known = -1; known < this.symbols.length;) {
      known = this.symbols.length;
      for (let symbol = 0; symbol < this.symbols.length; symbol++) {
        this.#unaryRules[symbol] ??= this.#findUnary(symbol);
      }
      for (const [left, rights] of pairs) {
        for (const right of rights) {
          for (const l of this.#symbolsOf(left)) {
            for (const r of this.#symbolsOf(right)) {
              if (this.#binaryRules.has(l * PAIR + r)) continue;
              this.#binaryRules.set(l * PAIR + r, this.#findBinary(l, r));
            }
          }
        }
      }
    }
  }

  /** The number of a symbol; a new one if it has none. Those of tags are the numbers of tags. */
  #numberOf(symbol: Symbol): number {
    const { category, made, isUnary } = symbol;
    const numbers = remembered(this.#numbers, category, () => []);
    return numbers[2 * made + Number(isUnary)] ??= this.symbols.push(symbol) - 1;
  }

  /** The symbols of a category so far. */
  #symbolsOf(category: Category): number[] {
    return (this.#numbers.get(category) ?? []).filter((number) => number !== undefined);
  }

  #findUnary(child: number): number[] {
    const { category, isUnary } = this.symbols[child]!;
    if (isUnary) return [];
    return (this.#unaries.get(category) ?? []).map(({ to, isRaised }) => {
      const made = isRaised ? MADE.raised : MADE.otherwise;
      const parent = this.#numberOf({ category: to, made, isUnary: true });
      const kind = RULE_KINDS.indexOf(isRaised ? "raised" : "unary");
      return this.rules.push({ left: child, right: -1, parent, kind }) - 1;
    });
  }

  #findBinary(left: number, right: number): number[] {
    const [l, r] = [this.symbols[left]!, this.symbols[right]!];
    const parents = new Set<number>();
    const found: number[] = [];
    for (const { category, rule, head } of combine(l.category, r.category)) {
      if (!isNormal(rule, l.made, r.made)) continue;
      const made = madeBy(rule, l.made, r.made, head);
      const parent = this.#numberOf({ category, made, isUnary: false });
      // Two combinators that make the same are one rule.
      if (parents.has(parent)) continue;
      parents.add(parent);
      const kind = RULE_KINDS.indexOf(rule);
      found.push(this.rules.push({ left, right, parent, kind }) - 1);
    }
    return found;
  }
}

/** What a category can become by a unary rule. */
interface Raise {
  readonly to: Category;
  readonly isRaised: boolean;
}

/** Unary rules that are seen often enough, and type-raising. */
function unaryChoices(branches: readonly Branch[], least: number): Map<Category, Raise[]> {
  const choices = new Map<Category, Raise[]>();
  const seen = branches.filter((branch) => ruleOf(branch) === "unary");
  for (const [from, branches] of grouped(seen, ({ children }) => children[0].category)) {
    const often = frequent(branches.map(({ category }) => category), least);
    choices.set(from, often.map((to) => ({ to, isRaised: false })));
  }
  for (const [from, to] of RAISING) {
    const category = parseCategory(from);
    const raised = to.map((text) => ({ to: parseCategory(text), isRaised: true }));
    choices.set(category, [...choices.get(category) ?? [], ...raised]);
  }
  return choices;
}

/** Which categories stand to the right of which, in the order in which they are seen. */
function pairsIn(branches: readonly Branch[]): Map<Category, Set<Category>> {
  const pairs = new Map<Category, Set<Category>>();
  for (const { children: [left, right] } of branches) {
    if (right === undefined) continue;
    remembered(pairs, left.category, () => new Set()).add(right.category);
  }
  return pairs;
}

/** The categories that are there so often, by name. */
function frequent(categories: readonly Category[], least: number): Category[] {
  return [...tally(categories)].filter(([, uses]) => uses >= least)
    .map(([category]) => ({ category, name: printCategory(category) }))
    .sort((a, b) => a.name < b.name ? -1 : 1)
    .map(({ category }) => category);
}

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

/**
 * The categories that the metadata of a file name, by number; nothing if they name none.
 *
 * @throws SyntaxError naming the file and what is no category
 */
export function categoriesOf(
  { categories }: Readonly<Record<string, string>>,
  source: string,
): readonly Category[] | undefined {
  if (categories === undefined) return undefined;
  return parseCategories(JSON.parse(categories), `metadata "categories" of ${source}`);
}

/**
 * A derivation of a grammar as a tree. Without words its leaves have no forms, and its branches no
 * heads: the first child stands for one.
 */
export function derivedTree(
  { tags, steps }: Derivation,
  { parent, tagSymbols }: Pick<ParsingModel, "parent" | "tagSymbols">,
  symbolCategories: Int32Array,
  categories: readonly Category[],
  words?: Pick<TaggedSentence, "forms" | "pos">,
): Tree {
  const categoryOf = (symbol: number) => categories[symbolCategories[symbol]!]!;
  // What has been built over each word's start, by where it begins.
  const built = new Map<number, Tree>();
  tags.forEach((tag, t) => {
    const category = categoryOf(tagSymbols[tag]!);
    built.set(t, leafOf(category, words?.forms[t] ?? "", words?.pos[t] ?? ""));
  });
  for (let i = 0; i < steps.length; i += 4) {
    const [start, split, , rule] = steps.subarray(i, i + 4) as unknown as number[];
    const category = categoryOf(parent[rule!]!);
    const [left, right] = [built.get(start!)!, built.get(split!)];
    built.delete(split!);
    const children: Branch["children"] = right === undefined ? [left] : [left, right];
    const head = words === undefined || right === undefined
      ? 0
      : combine(left.category, right.category).find((made) => made.category === category)?.head;
    built.set(start!, { kind: "branch", category, head: head ?? 0, children });
  }
  return built.get(0)!;
}
