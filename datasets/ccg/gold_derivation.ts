/**
 * Derivations of a bank as those of a grammar.
 *
 * @module
 */

import type { Derivation } from "../../decoders/parsing/model.ts";
import type { CcgGrammar } from "./grammar.ts";
import type { BankSentence, Tree } from "./tree.ts";

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
    const [first, second] = part.children;
    const left = find(first);
    if (typeof left === "string") return left;
    const right = second === undefined ? undefined : find(second);
    if (typeof right === "string") return right;
    const rules = right === undefined
      ? grammar.unaryRules(left.symbol)
      : grammar.binaryRules(left.symbol, right.symbol);
    const rule = rules.find((one) =>
      grammar.symbols[grammar.rules[one]!.parent]!.category === part.category
    );
    if (rule === undefined) return right === undefined ? "unary rule" : "combination";
    const end = (right ?? left).end;
    steps.push(left.start, right?.start ?? -1, end, rule);
    return { symbol: grammar.rules[rule]!.parent, start: left.start, end };
  };
  const root = find(tree);
  if (typeof root === "string") return root;
  if (!grammar.roots.has(tree.category)) return "root";
  return { tags: Int32Array.from(tags), steps: Int32Array.from(steps) };
}
