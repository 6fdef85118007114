/**
 * The grammar of a parsing pack.
 *
 * @module
 */

import { readIds, readScores } from "./_parsing_numbers.ts";
import { checkLabelCount, requireTensor } from "./_tensor_checks.ts";
import type { TensorFile } from "./safetensors.ts";
import { LENGTH_BUCKETS, UNARY } from "../../decoders/parsing/model.ts";
import type { GrammarTables } from "./parsing_contents.ts";

/** Symbols and rules of a grammar at most. */
const MOST = { symbols: 2 ** 20, rules: 2 ** 22 };

/**
 * Reads and checks the grammar.
 *
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function readGrammar(file: TensorFile, source: string, unitExponent: number): GrammarTables {
  const categories = readIds(file, source, "symbol_categories", ["K"], { what: "categories" });
  const symbolCount = checkCount(categories.length, MOST.symbols, "symbol_categories", source);
  const symbols = { count: symbolCount, what: "symbols" };
  const tagSymbols = readIds(file, source, "tag_symbols", ["L"], symbols);
  checkLabelCount(tagSymbols.length, "tag_symbols", source);
  const left = readIds(file, source, "rule_left", ["R"], symbols);
  const ruleCount = checkCount(left.length, MOST.rules, "rule_left", source);
  const right = readIds(file, source, "rule_right", [ruleCount], { ...symbols, least: UNARY });
  const parent = readIds(file, source, "rule_parent", [ruleCount], symbols);
  checkUnary(source, left, right, parent);
  const scores = (name: string, shape: number[], mayForbid = false) =>
    readScores(file, source, name, shape, { unitExponent, mayForbid });
  const rootScores = scores("root_scores", [symbolCount], true);
  if (!rootScores.some(Number.isFinite)) {
    throw new RangeError(`Cannot use tensor "root_scores" of ${source}: no symbol is a root`);
  }
  return {
    tagSymbols,
    symbolCategories: categories,
    rootScores,
    left,
    right,
    parent,
    kinds: Uint8Array.from(
      requireTensor(file, source, "rule_kind", ["U8"], [ruleCount]).data as Uint8Array,
    ),
    ruleScores: scores("rule_scores", [ruleCount]),
    lengthScores: scores("length_scores", [ruleCount, LENGTH_BUCKETS]),
    childLengthScores: scores("child_length_scores", [ruleCount, LENGTH_BUCKETS, LENGTH_BUCKETS]),
  };
}

function checkCount(count: number, most: number, name: string, source: string): number {
  if (count >= 1 && count <= most) return count;
  throw new RangeError(
    `Cannot use tensor "${name}" of ${source}: it has ${count} entries, 1 to ${most} are possible`,
  );
}

/** An item with one child on top of another such item could go on for ever. */
function checkUnary(
  source: string,
  left: Int32Array,
  right: Int32Array,
  parent: Int32Array,
): void {
  const parents = new Set<number>();
  right.forEach((child, rule) => {
    if (child === UNARY) parents.add(parent[rule]!);
  });
  const rule = right.findIndex((child, rule) => child === UNARY && parents.has(left[rule]!));
  if (rule < 0) return;
  throw new RangeError(
    `Cannot use tensor "rule_left" of ${source}: index ${rule} is ${left[rule]}, the parent of a ` +
      "rule with one child, of which another such rule makes a chain",
  );
}
