/**
 * Weighted context-free grammars, and the tables that parsing decoders take.
 *
 * @module
 */

import { LENGTH_BUCKETS, UNARY } from "../../decoders/parsing/model.ts";
import { grouped } from "../dataset.ts";
import { roundTo, RowList, type SparseRows } from "../linear_model.ts";
import type { GrammarTables } from "../packs/parsing_contents.ts";
import { brief } from "../visible.ts";

/** Scores are rounded to multiples of 2^−14: by at most 0.00003. */
export const UNIT_EXPONENT = 14;
/** Children of a rule at most: the names of its rests are as long together as their square. */
const MOST_CHILDREN = 256;
/** Rules in a chain at most: chains of all symbols would fill the memory. */
const MOST_CHAIN = 64;

/** A rule with symbols as children, one at least. */
export interface WeightedRule {
  /** The symbol on its left side. */
  readonly parent: string;
  /** The symbols on its right side. */
  readonly children: readonly string[];
  /** Its logarithm, or any score. */
  readonly score: number;
}

/** A tag that a word may have, and what the word scores with it: ln p(word | tag). */
export interface WordTag {
  /** The symbol above the word. */
  readonly tag: string;
  /** ln p(word | tag), or any score. */
  readonly score: number;
}

/** A grammar. A tree scores the sum of its rules, of its words with their tags, and of its root. */
export interface WeightedGrammar {
  /** Rules without words; none twice. */
  readonly rules: readonly WeightedRule[];
  /** The tags of each word that is known. */
  readonly words: ReadonlyMap<string, readonly WordTag[]>;
  /** The tags of any other word; none if there may be no other. */
  readonly unknown: readonly WordTag[];
  /** Scores of the symbols that may be above all words. */
  readonly roots: ReadonlyMap<string, number>;
  /** What two tags in a row score. */
  readonly bigrams?: (tag: string, next: string) => number;
}

/** A grammar as decoders have it. */
export interface CompiledGrammar {
  /** Symbols and rules. */
  readonly tables: GrammarTables;
  /** Of pairs of tags; weights count the unit. */
  readonly transitions: SparseRows;
  /** Names of the tags. */
  readonly tags: readonly string[];
  /** Names of the categories: symbols first, then `B C` for the rest of a rule. */
  readonly categories: readonly string[];
  /** Categories from this one on are rests of rules and no symbols. */
  readonly restsFrom: number;
  /**
   * For each unary rule the symbols of its chain, the parent first, without the child; nothing for
   * others. A parent of two children is among them where it has one itself.
   */
  readonly chains: readonly (readonly string[] | undefined)[];
}

interface Chain {
  readonly score: number;
  /** The symbols from below the top down to above the bottom. */
  readonly between: readonly string[];
}

/**
 * Compiles a grammar into the six tables of decoders (tags' symbols; left, right, parent and score
 * of each rule; scores of roots), and transitions. Lengths score nothing.
 *
 * Right sides of three children and more become pairs: X → A B C is X → A `B C` with the rule's
 * score and `B C` → B C with 0. Chains of unary rules become one: for each symbol Y and each X that
 * chains of unary rules lead up to from it, X → Y with the score of the best of them, found by
 * relaxing all of them until no score rises. A symbol that has such chains below it and is a word's
 * or a pair's parent too is two symbols of one category, of which only the first is built on: so no
 * unary rule stands on another.
 *
 * Exact: each tree of the grammar whose chains are the best between their ends has one derivation
 * with its score, and each derivation is such a tree; other chains score no more. So the best
 * derivation is a best tree. Sums over derivations count each chain as its best alone. Scores of
 * rules are rounded to multiples of 2^−14 first, so that sums of them are exact.
 *
 * Cost: for each symbol a pass over the rules with one child, more where chains are long, up to 64;
 * four rules a pair at most.
 *
 * @throws RangeError for rules without children or with over 256, for unary ones that gain by going
 * round or are over 64 in a chain, for symbols with \0, and for scores that are not finite or, of
 * pairs of tags, that 32 bits do not hold
 */
export function compileWeighted(grammar: WeightedGrammar): CompiledGrammar {
  const { rules, unary } = inPairs(grammar.rules);
  const above = grouped(unary, ([, child]) => child);
  const tags = tagsOf(grammar);
  // Such a name may be taken for the rest of a right side, or for two symbols of it.
  const used = [...tags, ...grammar.rules.flatMap(({ parent, children }) => [parent, ...children])];
  const odd = used.find((symbol) => symbol.includes("\0"));
  if (odd !== undefined) throw new RangeError(`Cannot use a symbol with \\0: "${brief(odd)}"`);
  const made = new Set([...tags, ...rules.map(({ parent }) => parent)]);
  const chains = [...made].flatMap((bottom) =>
    [...chainsFrom(bottom, above)].map(([top, chain]) => ({ top, bottom, ...chain }))
  );
  const tops = new Set(chains.map(({ top }) => top));
  const names = [...new Set([...made, ...tops])];
  const isRest = (name: string) => rests.has(name);
  const rests = new Set(rules.filter(({ isRest }) => isRest).map(({ parent }) => parent));
  const categories = [...names.filter((name) => !isRest(name)), ...names.filter(isRest)];
  const numbers = new Map(categories.map((name, number) => [name, number]));
  const symbolCategories: number[] = [];
  const symbolsOf = (of: ReadonlySet<string>) =>
    new Map(
      categories.filter((name) => of.has(name)).map((name) =>
        [name, symbolCategories.push(numbers.get(name)!) - 1] as const
      ),
    );
  const [base, top] = [symbolsOf(made), symbolsOf(tops)];
  const bothOf = (name: string) =>
    [base.get(name), top.get(name)].filter((symbol) => symbol !== undefined);
  const pairs = rules.flatMap(({ parent, left, right, score }) =>
    bothOf(left).flatMap((l) =>
      bothOf(right).map((r) => ({
        ...{ left: l, right: r, parent: base.get(parent)!, score },
        chain: undefined,
      }))
    )
  );
  const steps = chains.map(({ top: name, bottom, score, between }) => ({
    ...{ left: base.get(bottom)!, right: UNARY, parent: top.get(name)!, score },
    chain: [name, ...between],
  }));
  const all = [...pairs, ...steps].sort((a, b) =>
    a.left - b.left || a.right - b.right || a.parent - b.parent
  );
  const rootScores = new Float64Array(symbolCategories.length).fill(-Infinity);
  for (const [name, score] of grammar.roots) {
    for (const symbol of bothOf(name)) rootScores[symbol] = rounded(score);
  }
  return {
    tags,
    categories: categories.map((name) => rests.has(name) ? restName(name) : name),
    restsFrom: categories.length - rests.size,
    chains: all.map(({ chain }) => chain),
    transitions: transitionsOf(tags, grammar.bigrams),
    tables: {
      tagSymbols: Int32Array.from(tags, (tag) => base.get(tag)!),
      symbolCategories: Int32Array.from(symbolCategories),
      rootScores,
      left: Int32Array.from(all, ({ left }) => left),
      right: Int32Array.from(all, ({ right }) => right),
      parent: Int32Array.from(all, ({ parent }) => parent),
      kinds: Uint8Array.from(all, ({ right }) => Number(right === UNARY)),
      ruleScores: Float64Array.from(all, ({ score }) => score),
      lengthScores: new Float64Array(all.length * LENGTH_BUCKETS),
      childLengthScores: new Float64Array(all.length * LENGTH_BUCKETS ** 2),
    },
  };
}

/** The nearest multiple of the unit. @throws RangeError for what is not finite */
export function rounded(score: number): number {
  if (!Number.isFinite(score)) throw new RangeError(`Cannot use a grammar's score: ${score}`);
  return roundTo(score, UNIT_EXPONENT);
}

/** Tags in the order in which words first have them. */
export function tagsOf({ words, unknown }: WeightedGrammar): string[] {
  return [...new Set([...words.values(), unknown].flat().map(({ tag }) => tag))];
}

interface Pair {
  readonly parent: string;
  readonly left: string;
  readonly right: string;
  readonly score: number;
  /** Whether the parent is the rest of a right side. */
  readonly isRest: boolean;
}

type UnaryRule = readonly [parent: string, child: string, score: number];

/** Rests of right sides have names that no symbol has. */
function restOf(children: readonly string[]): string {
  return `\0${children.join("\0")}`;
}

function restName(rest: string): string {
  return rest.slice(1).replaceAll("\0", " ");
}

/** @throws RangeError for so many children that the names of their rests would fill the memory */
export function checkChildren(parent: string, { length }: readonly unknown[]): void {
  if (length <= MOST_CHILDREN) return;
  throw new RangeError(
    `Cannot use ${length} children of ${brief(parent)}: ${MOST_CHILDREN} are the most`,
  );
}

/** Rules with two children, those of three and more among them as pairs, and those with one. */
function inPairs(
  given: readonly WeightedRule[],
): { rules: Pair[]; unary: UnaryRule[] } {
  const rules: Pair[] = [];
  const unary: UnaryRule[] = [];
  const rests = new Set<string>();
  for (const { parent: name, children, score: given_ } of given) {
    const score = rounded(given_);
    if (children.length === 0) throw new RangeError(`Cannot use an empty rule of ${brief(name)}`);
    checkChildren(name, children);
    if (children.length === 1) {
      unary.push([name, children[0]!, score]);
      continue;
    }
    let [parent, isRest] = [name, false];
    for (let i = 0; i + 1 < children.length; i++) {
      const isLast = i + 2 === children.length;
      const right = isLast ? children[i + 1]! : restOf(children.slice(i + 1));
      rules.push({ parent, left: children[i]!, right, score: isRest ? 0 : score, isRest });
      if (isLast || rests.has(right)) break;
      rests.add(right);
      [parent, isRest] = [right, true];
    }
  }
  return { rules, unary };
}

/**
 * The best chain of unary rules from a symbol up to each other one.
 *
 * @param above the rules by their child
 */
function chainsFrom(
  bottom: string,
  above: ReadonlyMap<string, readonly UnaryRule[]>,
): Map<string, Chain> {
  const chains = new Map<string, Chain>();
  let waiting = [bottom];
  while (waiting.length > 0) {
    const next = new Set<string>();
    for (const child of waiting) {
      const below = chains.get(child);
      for (const [parent, , score] of above.get(child) ?? []) {
        const total = score + (below?.score ?? 0);
        const known = parent === bottom ? 0 : chains.get(parent)?.score ?? -Infinity;
        if (total <= known) continue;
        const between = below === undefined ? [] : [child, ...below.between];
        // A chain that gains by going round becomes longer each time.
        if (parent === bottom || between.length >= MOST_CHAIN) {
          throw new RangeError(
            `Cannot use unary rules above "${brief(bottom)}" that gain by going round, or are ` +
              `over ${MOST_CHAIN} in a chain`,
          );
        }
        chains.set(parent, { score: total, between });
        next.add(parent);
      }
    }
    waiting = [...next];
  }
  return chains;
}

function transitionsOf(
  tags: readonly string[],
  scoreOf: WeightedGrammar["bigrams"],
): SparseRows {
  const rows = new RowList();
  for (const tag of tags) {
    if (scoreOf !== undefined) {
      tags.forEach((next, column) => {
        const weight = rounded(scoreOf(tag, next)) * 2 ** UNIT_EXPONENT;
        // The row would refuse it, too, but does not know the tags.
        if (weight !== (weight | 0)) {
          throw new RangeError(
            `Cannot use a grammar's score of the tags ${brief(tag)} ${brief(next)}: ` +
              `${weight / 2 ** UNIT_EXPONENT} (from -131072 to below 131072)`,
          );
        }
        rows.push(column, weight);
      });
    }
    rows.endRow();
  }
  return rows.toRows();
}
