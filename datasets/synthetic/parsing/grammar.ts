/**
 * Synthetic grammars: random categories that are applied and composed, compiled to symbols and
 * rules.
 *
 * @module
 */

import { LENGTH_BUCKETS, UNARY } from "../../../decoders/parsing/model.ts";
import { remembered } from "../../dataset.ts";
import { roundTo } from "../../linear_model.ts";
import type { GrammarTables } from "../../packs/parsing_contents.ts";
import type { Random } from "../../random.ts";
import { zipfPrior } from "../families.ts";

/** Scores count 2^−10. */
export const UNIT_EXPONENT = 10;

/** Categories without parts; the first is the sentence's. */
const ATOMS = 3;
/** Functions in functions at most. */
const MAX_DEPTH = 3;
/** Share of the functions that look for what they return: modifiers. */
const MODIFIERS = 0.3;

/** How an item was made, which says what it may do next: the states of a category. */
const PLAIN = 0;
const FORWARD_COMPOSED = 1;
const BACKWARD_COMPOSED = 2;
const CHANGED = 3;
const STATES = 4;
/** Pairs of categories of which one may stand for the other: they drive the size of charts. */
const CHANGES = 52;
/** Nats that a kind of rule costs: forward, backward, forward or backward compose, change. */
const KIND_COSTS = [0.2, 0.4, 1.5, 1.5, 1];
/** Standard deviation of the scores of rules and of their lengths. */
const DEVIATIONS = { rule: 0.7, length: 0.3 };
/** Share of the scores by lengths that are not 0. */
const LENGTH_SHARE = 0.2;

/** An atom, or a function from an argument on one side to a result. */
interface Category {
  /** `""` for an atom, `/` if the argument is on the right, `\` if it is on the left. */
  readonly slash: "" | "/" | "\\";
  /** Indices of categories, −1 for an atom. */
  readonly result: number;
  readonly argument: number;
  /** Functions above atoms. */
  readonly depth: number;
  /** The category as text. */
  readonly name: string;
}

/** A rule between categories, whatever their states. */
interface Rule {
  readonly left: number;
  readonly right: number;
  readonly parent: number;
  readonly kind: number;
}

/**
 * Makes a grammar of L tags, each a category. Categories X/Y and Y make X, as do Y and X\Y; X/Y and
 * Y/Z make X/Z, and Y\Z and X\Y make X\Z, where that is one of the categories; and a few categories
 * may stand for others. What composition has made is no function of the next step: of analyses that
 * differ in the order of compositions one is left.
 *
 * Source: for the last, Eisner 1996, Efficient Normal-Form Parsing for Combinatory Categorial
 * Grammar, Section 3.
 */
export function syntheticGrammar(tagCount: number, random: Random): GrammarTables {
  const categories = randomCategories(tagCount, random);
  const rules = [...binaryRules(categories), ...changes(categories, random)];
  const symbols = new Map<number, number>();
  const symbolOf = (category: number, state: number) =>
    remembered(symbols, category * STATES + state, () => symbols.size);
  const tagSymbols = Int32Array.from(categories, (_, category) => symbolOf(category, PLAIN));
  // Which states a category can have follows from the rules that make it.
  const made = categories.map(() => new Set([PLAIN]));
  for (const { kind, parent } of rules) made[parent]!.add(stateAfter(kind));
  const expanded = rules.flatMap((rule) => {
    const score = toUnit(-KIND_COSTS[rule.kind]! + DEVIATIONS.rule * random.gaussian());
    return statesBefore(rule, made).map(([left, right]) => ({
      left: symbolOf(rule.left, left),
      right: rule.right === UNARY ? UNARY : symbolOf(rule.right, right),
      parent: symbolOf(rule.parent, stateAfter(rule.kind)),
      kind: rule.kind,
      score,
    }));
  });
  const symbolCategories = Int32Array.from(symbols.keys(), (key) => Math.floor(key / STATES));
  const column = (name: "left" | "right" | "parent") =>
    Int32Array.from(expanded, (rule) => rule[name]);
  return {
    tagSymbols,
    symbolCategories,
    rootScores: Float64Array.from(symbolCategories, (category) => category === 0 ? 0 : -Infinity),
    left: column("left"),
    right: column("right"),
    parent: column("parent"),
    kinds: Uint8Array.from(expanded, ({ kind }) => kind),
    ruleScores: Float64Array.from(expanded, ({ score }) => score),
    lengthScores: sparseScores(expanded.length * LENGTH_BUCKETS, random),
    childLengthScores: childLengthScores(expanded, random),
  };
}

/** All ways to join two categories. */
function binaryRules(categories: readonly Category[]): Rule[] {
  const byName = new Map(categories.map(({ slash, result, argument }, category) => [
    `${slash} ${result} ${argument}`,
    category,
  ]));
  const rules: Rule[] = [];
  categories.forEach(({ slash, result, argument }, functor) => {
    if (slash === "/") {
      rules.push({ left: functor, right: argument, parent: result, kind: 0 });
    } else if (slash === "\\") {
      rules.push({ left: argument, right: functor, parent: result, kind: 1 });
    }
    categories.forEach((other, second) => {
      if (slash === "" || other.slash !== slash || other.result !== argument) return;
      const parent = byName.get(`${slash} ${result} ${other.argument}`);
      if (parent === undefined) return;
      if (slash === "/") rules.push({ left: functor, right: second, parent, kind: 2 });
      else rules.push({ left: second, right: functor, parent, kind: 3 });
    });
  });
  return rules;
}

function changes(categories: readonly Category[], random: Random): Rule[] {
  const frequencies = zipfPrior(categories.length);
  const pairs = new Map<string, Rule>();
  const most = Math.min(CHANGES, categories.length * (categories.length - 1));
  while (pairs.size < most) {
    const [left, parent] = [random.choose(frequencies), random.choose(frequencies)];
    if (left === parent) continue;
    pairs.set(`${left} ${parent}`, { left, right: UNARY, parent, kind: 4 });
  }
  return [...pairs.values()];
}

function stateAfter(kind: number): number {
  return [PLAIN, PLAIN, FORWARD_COMPOSED, BACKWARD_COMPOSED, CHANGED][kind]!;
}

/** The states of the children that a rule takes. */
function statesBefore(
  { left, right, kind }: Rule,
  made: readonly ReadonlySet<number>[],
): [left: number, right: number][] {
  const lefts = [...made[left]!];
  if (right === UNARY) return lefts.filter((state) => state !== CHANGED).map((state) => [state, 0]);
  const isForward = kind === 0 || kind === 2;
  return lefts.filter((state) => !isForward || state !== FORWARD_COMPOSED).flatMap((state) =>
    [...made[right]!].filter((other) => isForward || other !== BACKWARD_COMPOSED)
      .map((other): [number, number] => [state, other])
  );
}

function sparseScores(size: number, random: Random): Float64Array {
  return new Float64Array(size).map(() =>
    random.uniform() < LENGTH_SHARE ? toUnit(DEVIATIONS.length * random.gaussian()) : 0
  );
}

function childLengthScores(
  rules: readonly { readonly right: number }[],
  random: Random,
): Float64Array {
  const size = LENGTH_BUCKETS * LENGTH_BUCKETS;
  const scores = new Float64Array(rules.length * size);
  rules.forEach(({ right }, rule) => {
    if (right !== UNARY) scores.set(sparseScores(size, random), rule * size);
  });
  return scores;
}

/**
 * Makes that many different categories. The first are atoms and their modifiers on both sides, so
 * that a phrase of every size exists; others are functions between earlier ones, frequent ones
 * more often.
 */
function randomCategories(count: number, random: Random): Category[] {
  const categories: Category[] = [];
  const names = new Set<string>();
  const add = (category: Category) => {
    if (categories.length === count || names.has(category.name)) return;
    names.add(category.name);
    categories.push(category);
  };
  for (let atom = 0; atom < ATOMS; atom++) {
    add({ slash: "", result: -1, argument: -1, depth: 0, name: String.fromCharCode(65 + atom) });
  }
  const functionOf = (slash: "/" | "\\", result: number, argument: number): Category => {
    const [a, b] = [categories[result]!, categories[argument]!];
    const inner = ({ name, depth }: Category) => depth === 0 ? name : `(${name})`;
    return {
      slash,
      result,
      argument,
      depth: 1 + Math.max(a.depth, b.depth),
      name: `${inner(a)}${slash}${inner(b)}`,
    };
  };
  const atoms = Math.min(ATOMS, count);
  for (let atom = 0; atom < atoms; atom++) {
    add(functionOf("/", atom, atom));
    add(functionOf("\\", atom, atom));
  }
  while (categories.length < count) {
    const frequencies = zipfPrior(categories.length);
    const result = random.choose(frequencies);
    const argument = random.uniform() < MODIFIERS ? result : random.choose(frequencies);
    const category = functionOf(random.uniform() < 0.5 ? "/" : "\\", result, argument);
    if (category.depth <= MAX_DEPTH) add(category);
  }
  return categories;
}

/** The nearest multiple of the unit. */
export function toUnit(score: number): number {
  return roundTo(score, UNIT_EXPONENT);
}
