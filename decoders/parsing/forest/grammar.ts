/**
 * A grammar, arranged for building charts.
 *
 * @module
 */

import { LENGTH_BUCKETS, type ParsingModel, UNARY } from "../model.ts";

/** Rules by their left or only child: those of symbol x are at `offsets[x]` up to the next. */
export interface RulesByChild {
  /** Offsets of the rules of each symbol, [K + 1]. */
  readonly offsets: Int32Array;
  readonly rules: Int32Array;
  /** Their right children, `UNARY` where there is none. */
  readonly right: Int32Array;
}

/** A model with lists of its rules. */
export interface Grammar {
  readonly model: ParsingModel;
  /** Binary rules by left child. */
  readonly binary: RulesByChild;
  /** Unary rules by child. */
  readonly unary: RulesByChild;
  /** 1 for parents of unary rules. Their items come last in a cell. */
  readonly isUnaryParent: Uint8Array;
  /** `ruleScores` + `lengthScores` of rule r in a span of bucket b, at index b·R + r. */
  readonly spanScores: Float64Array;
}

/**
 * Checks a model and lists its rules by their children.
 *
 * Cost: O(64·R + K + L²).
 *
 * @throws RangeError for a unit that is no 1/2^k, tables of wrong sizes, symbols that there are
 * not, scores that are no multiples of the unit, a grammar without a root, or a unary rule on top
 * of another one
 */
export function compileGrammar(model: ParsingModel): Grammar {
  checkModel(model);
  const { left, right, parent, symbolCount, ruleScores, lengthScores } = model;
  const isUnaryParent = new Uint8Array(symbolCount);
  right.forEach((symbol, rule) => {
    if (symbol === UNARY) isUnaryParent[parent[rule]!] = 1;
  });
  const chained = right.findIndex((symbol, rule) =>
    symbol === UNARY && isUnaryParent[left[rule]!] === 1
  );
  if (chained >= 0) {
    refuse(`unary rule ${chained} stands on the parent of another`, left[chained]!);
  }
  const ruleCount = left.length;
  const spanScores = new Float64Array(ruleCount * LENGTH_BUCKETS);
  for (let rule = 0; rule < ruleCount; rule++) {
    for (let bucket = 0; bucket < LENGTH_BUCKETS; bucket++) {
      const length = lengthScores[rule * LENGTH_BUCKETS + bucket]!;
      spanScores[bucket * ruleCount + rule] = ruleScores[rule]! + length;
    }
  }
  return {
    model,
    binary: byChild(model, false),
    unary: byChild(model, true),
    isUnaryParent,
    spanScores,
  };
}

function byChild({ left, right, symbolCount }: ParsingModel, isUnary: boolean): RulesByChild {
  const rules = Int32Array.from(left.keys())
    .filter((rule) => (right[rule] === UNARY) === isUnary)
    .sort((a, b) => left[a]! - left[b]! || a - b);
  const offsets = new Int32Array(symbolCount + 1);
  for (const rule of rules) offsets[left[rule]! + 1]!++;
  for (let symbol = 0; symbol < symbolCount; symbol++) offsets[symbol + 1]! += offsets[symbol]!;
  return { offsets, rules, right: rules.map((rule) => right[rule]!) };
}

function checkModel(model: ParsingModel): void {
  const { tagCount, symbolCount, left, right, parent, tagSymbols, rootScores, unit } = model;
  if (!(unit <= 1 && Number.isInteger(Math.log2(unit)))) refuse("its unit is no 1/2^k", unit);
  const ruleCount = left.length;
  const sizes: [string, { readonly length: number }, number][] = [
    ["tagSymbols", tagSymbols, tagCount],
    ["right", right, ruleCount],
    ["parent", parent, ruleCount],
    ["ruleScores", model.ruleScores, ruleCount],
    ["lengthScores", model.lengthScores, ruleCount * LENGTH_BUCKETS],
    ["childLengthScores", model.childLengthScores, ruleCount * LENGTH_BUCKETS ** 2],
    ["rootScores", rootScores, symbolCount],
    ["transitions", model.transitions, tagCount ** 2],
  ];
  for (const [name, { length }, size] of sizes) {
    if (length !== size) refuse(`its ${name} should have ${size} entries`, length);
  }
  const checkSymbols = (name: string, symbols: Int32Array, least: number) => {
    const wrong = symbols.findIndex((symbol) => !(symbol >= least && symbol < symbolCount));
    if (wrong >= 0) refuse(`${name} at index ${wrong} is no symbol`, symbols[wrong]!);
  };
  checkSymbols("tagSymbols", tagSymbols, 0);
  checkSymbols("left", left, 0);
  checkSymbols("right", right, UNARY);
  checkSymbols("parent", parent, 0);
  const roots = rootScores.map((score) => score === -Infinity ? 0 : score);
  const { ruleScores, lengthScores, childLengthScores, transitions } = model;
  const tables = { ruleScores, lengthScores, childLengthScores, transitions, rootScores: roots };
  for (const [name, scores] of Object.entries(tables)) {
    // Bounds that are less than a unit above a score prove it.
    const wrong = scores.findIndex((score) => !Number.isInteger(score / unit));
    if (wrong >= 0) refuse(`${name} at index ${wrong} is no multiple of ${unit}`, scores[wrong]!);
  }
  if (!rootScores.some(Number.isFinite)) refuse("none of its symbols is a root", symbolCount);
}

function refuse(reason: string, value: number): never {
  throw new RangeError(`Cannot use a grammar for parsing, for ${reason}: ${value}`);
}
