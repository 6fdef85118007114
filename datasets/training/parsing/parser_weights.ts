/**
 * The weights of a log-linear parser, and the productions and features that have them: features of
 * the boundaries between words, and of words.
 *
 * @module
 */

import { printCategory } from "../../ccg/category.ts";
import type { CcgGrammar } from "../../ccg/grammar.ts";
import { posOf } from "../../ccg/tree.ts";
import type { Sentence } from "../../corpora/corpus.ts";
import { remembered } from "../../dataset.ts";
import type { WeightRows } from "../../linear_model.ts";
import type { GrammarTables } from "../../packs/parsing_contents.ts";
import {
  type BoundaryRole,
  type Derivation,
  LENGTH_BUCKETS,
  lengthBucket,
  type Slots,
  UNARY,
} from "../../../decoders/parsing/model.ts";

/** Tables with the names of what they number. */
export interface NamedTables {
  /** All scores are 0. */
  readonly tables: GrammarTables;
  /** Names of the tags. */
  readonly tags: readonly string[];
  /** Names of the categories that `symbolCategories` numbers. */
  readonly categories: readonly string[];
}

/**
 * The symbols and rules that a grammar has found so far. A symbol is a root if its category is that
 * of a whole sentence.
 */
export function grammarTables(grammar: CcgGrammar): NamedTables {
  const { symbols, rules, roots, tags } = grammar;
  const categories = [...new Set(symbols.map(({ category }) => category))];
  const numbers = new Map(categories.map((category, number) => [category, number]));
  return {
    tables: {
      tagSymbols: Int32Array.from(tags.keys()),
      symbolCategories: Int32Array.from(symbols, ({ category }) => numbers.get(category)!),
      rootScores: Float64Array.from(
        symbols,
        ({ category }) => roots.has(category) ? 0 : -Infinity,
      ),
      left: Int32Array.from(rules, ({ left }) => left),
      right: Int32Array.from(rules, ({ right }) => right < 0 ? UNARY : right),
      parent: Int32Array.from(rules, ({ parent }) => parent),
      kinds: Uint8Array.from(rules, ({ kind }) => kind),
      ruleScores: new Float64Array(rules.length),
      lengthScores: new Float64Array(rules.length * LENGTH_BUCKETS),
      childLengthScores: new Float64Array(rules.length * LENGTH_BUCKETS ** 2),
    },
    tags: tags.map(printCategory),
    categories: categories.map(printCategory),
  };
}

/** Which production each rule is an instance of. */
export interface Productions {
  /** P, the number of productions. */
  readonly count: number;
  /** Production of each rule, [R]. */
  readonly ofRule: Int32Array;
}

/**
 * Rules of the same categories are one production: what the normal form tells apart has the same
 * weights. Productions are numbered by their first rules.
 */
export function productionsOf(
  { left, right, parent, symbolCategories }: Pick<
    GrammarTables,
    "left" | "right" | "parent" | "symbolCategories"
  >,
): Productions {
  const numbers = new Map<string, number>();
  const ofRule = left.map((symbol, rule) => {
    const key = [symbol, right[rule]!, parent[rule]!]
      .map((part) => part < 0 ? part : symbolCategories[part]!).join();
    return remembered(numbers, key, () => numbers.size);
  });
  return { count: numbers.size, ofRule };
}

/** Features with weights for the columns that they were seen with. */
export interface FeatureTable extends WeightRows {
  /** Features by number. */
  readonly names: readonly string[];
  /** Features as numbers; those without weights are left out. */
  numbersOf(features: readonly string[]): number[];
}

/** The table of features with rows of weights. */
export function featureTable(names: readonly string[], rows: WeightRows): FeatureTable {
  const numbers = new Map(names.map((name, number) => [name, number]));
  const { offsets } = rows;
  return {
    ...rows,
    names,
    numbersOf: (features) =>
      features.map((feature) => numbers.get(feature) ?? -1)
        .filter((number) => number >= 0 && offsets[number]! < offsets[number + 1]!),
  };
}

/** Adds the weights of some features to the columns they belong to. */
export function addRows(
  { offsets, columns, weights }: WeightRows,
  features: ArrayLike<number>,
  into: Float64Array,
): void {
  for (let j = 0; j < features.length; j++) {
    const end = offsets[features[j]! + 1]!;
    for (let i = offsets[features[j]!]!; i < end; i++) into[columns[i]!]! += weights[i]!;
  }
}

/** Moves the weights of some features by what their columns say. */
export function stepRows(
  { offsets, columns, weights }: WeightRows,
  features: ArrayLike<number>,
  uses: Float64Array,
  rate: number,
): void {
  for (let j = 0; j < features.length; j++) {
    const end = offsets[features[j]! + 1]!;
    for (let i = offsets[features[j]!]!; i < end; i++) weights[i]! += rate * uses[columns[i]!]!;
  }
}

/** Slots without scores. */
export type Places = Pick<Slots, "offsets" | "tags">;

/**
 * The score of each slot.
 *
 * @param rowAt the scores of all tags of a word
 */
export function slotScores({ offsets, tags }: Places, rowAt: (t: number) => Float64Array) {
  const scores = new Float64Array(tags.length);
  for (let t = 0; t + 1 < offsets.length; t++) {
    const row = rowAt(t);
    for (let slot = offsets[t]!; slot < offsets[t + 1]!; slot++) scores[slot] = row[tags[slot]!]!;
  }
  return scores;
}

/**
 * How often a word has each tag: right uses less expected ones.
 *
 * @param posteriors the probability of each slot
 */
export function tagUses(
  { offsets, tags }: Places,
  t: number,
  right: number,
  posteriors: Float64Array,
  into: Float64Array,
): Float64Array {
  into.fill(0);
  into[right] = 1;
  for (let slot = offsets[t]!; slot < offsets[t + 1]!; slot++) {
    into[tags[slot]!]! -= posteriors[slot]!;
  }
  return into;
}

/** Counts pairs of features and columns. */
export class FeatureCounter {
  readonly #numbers = new Map<string, number>();
  /** Uses of each pair, at feature · columns + column. */
  readonly #uses = new Map<number, number>();
  readonly #columnCount: number;

  /** Columns are below `columnCount`. */
  constructor(columnCount: number) {
    this.#columnCount = columnCount;
  }

  /** A feature was seen with a column. */
  add(feature: string, column: number): void {
    const number = remembered(this.#numbers, feature, () => this.#numbers.size);
    const pair = number * this.#columnCount + column;
    this.#uses.set(pair, (this.#uses.get(pair) ?? 0) + 1);
  }

  /**
   * The pairs that were seen `least` times, with weights of 0. Features keep the order in which
   * they were seen first.
   *
   * No hashing: what is seen rarely has no weight instead of somebody else's.
   */
  table(least: number): FeatureTable {
    const kept = Float64Array.from(
      [...this.#uses].filter(([, uses]) => uses >= least).map(([pair]) => pair),
    ).sort();
    const offsets = new Int32Array(this.#numbers.size + 1);
    for (const pair of kept) offsets[Math.floor(pair / this.#columnCount) + 1]!++;
    for (let f = 0; f < this.#numbers.size; f++) offsets[f + 1]! += offsets[f]!;
    return featureTable([...this.#numbers.keys()], {
      offsets,
      columns: Int32Array.from(kept, (pair) => pair % this.#columnCount),
      weights: new Float64Array(kept.length),
    });
  }
}

/** Words with their parts of speech. */
type Words = Pick<Sentence, "pos" | "forms">;

/** Stands for what is outside the sentence. */
const OUTSIDE = "";
/** Words and parts of speech before and after a boundary that are features of each role. */
const TEMPLATES = {
  start: ["w", "t", "t-1"],
  end: ["w-1", "t-1", "t"],
  split: ["w-1", "w", "t-1", "t", "tt"],
} as const;

/**
 * The features of a boundary, which stands before word b, in one of its roles: words and parts of
 * speech on the inner side of a span's start or end and the part of speech on its outer side; on
 * both sides of a split, and the pair of parts of speech there. Roles have features of their own.
 *
 * A rule that is weighed by what stands where it starts, is split and ends needs no head words, so
 * that items of one symbol and span stay alike.
 *
 * Source: the features are anchored as in Finkel, Kleeman and Manning 2008, "Efficient,
 * feature-based, conditional random field parsing", Section 4.
 */
function boundaryFeatures(sentence: Words, role: BoundaryRole, boundary: number): string[] {
  const { forms } = sentence;
  const pos = posOf(sentence);
  const [before, after] = [pos[boundary - 1] ?? OUTSIDE, pos[boundary] ?? OUTSIDE];
  const values = {
    "w-1": forms[boundary - 1] ?? OUTSIDE,
    "w": forms[boundary] ?? OUTSIDE,
    "t-1": before,
    "t": after,
    "tt": `${before}\t${after}`,
  };
  return TEMPLATES[role].map((name) => `${role} ${name}=${values[name]}`);
}

/** The features of a word that its tag is weighed by. */
function leafFeatures(sentence: Words, position: number): string[] {
  const pos = posOf(sentence);
  const tag = (at: number) => pos[at] ?? OUTSIDE;
  const before = `t-1=${tag(position - 1)}`;
  const after = `t+1=${tag(position + 1)}`;
  return ["bias", `w=${sentence.forms[position]}`, `t=${tag(position)}`, before, after];
}

/** Pairs that are seen less often in the right derivations have no weight. */
const LEAST_USES = 2;

/** A sentence as numbers of features that have weights. */
export interface ParserInput {
  /** n, the number of words. */
  readonly length: number;
  /** The features of each boundary 0 … n in each role. */
  readonly boundaries: Readonly<Record<BoundaryRole, readonly (readonly number[])[]>>;
  /** The features of each word. */
  readonly words: readonly (readonly number[])[];
}

/** A sentence with its right derivation. */
export interface Analysed {
  readonly sentence: Sentence;
  readonly derivation: Derivation;
}

/**
 * f(y) of a derivation is the sum of its weights: for each use of a production one of its own, one
 * by the length of its span, one by those of its parts, and one for each feature of its start, its
 * split and its end; for each leaf one for each feature of the word. A feature has weights for the
 * productions or tags that it was seen with twice in the right derivations.
 *
 * Source: Auli and Lopez 2011, Section 5, for the log-linear form; the features are our own.
 */
export class ParserWeights {
  readonly productions: Productions;
  /** L, the number of tags. */
  readonly tagCount: number;
  /** Of the features of boundaries, for productions. */
  readonly anchored: FeatureTable;
  /** Of the features of words, for tags. */
  readonly leaves: FeatureTable;
  /** By production, [P]. */
  readonly biases: Float64Array;
  /** By production and bucket of the span's length, [P, 8]. */
  readonly lengths: Float64Array;
  /** By production and buckets of the parts' lengths, [P, 8, 8]. */
  readonly childLengths: Float64Array;

  /** All weights are 0. */
  constructor(analysed: readonly Analysed[], productions: Productions, tagCount: number) {
    const anchored = new FeatureCounter(productions.count);
    const leaves = new FeatureCounter(tagCount);
    for (const { sentence, derivation: { steps, tags } } of analysed) {
      for (const [production, start, split, end] of placesOf(steps, productions)) {
        for (const [role, boundary] of Object.entries({ start, split, end })) {
          if (boundary < 0) continue;
          const features = boundaryFeatures(sentence, role as BoundaryRole, boundary);
          for (const feature of features) anchored.add(feature, production);
        }
      }
      tags.forEach((tag, t) => {
        for (const feature of leafFeatures(sentence, t)) leaves.add(feature, tag);
      });
    }
    this.productions = productions;
    this.tagCount = tagCount;
    this.anchored = anchored.table(LEAST_USES);
    this.leaves = leaves.table(LEAST_USES);
    this.biases = new Float64Array(productions.count);
    this.lengths = new Float64Array(productions.count * LENGTH_BUCKETS);
    this.childLengths = new Float64Array(productions.count * LENGTH_BUCKETS ** 2);
  }

  /** A sentence as numbers. Features without weights are left out. */
  encode(sentence: Words): ParserInput {
    return parserInput(sentence, this);
  }
}

/** A sentence as the numbers of its features in two tables; those without weights are left out. */
export function parserInput(
  sentence: Words,
  { anchored, leaves }: Pick<ParserWeights, "anchored" | "leaves">,
): ParserInput {
  const { length } = sentence.forms;
  const features = (role: BoundaryRole) =>
    Array.from({ length: length + 1 }, (_, b) => boundaryFeatures(sentence, role, b))
      .map((names) => anchored.numbersOf(names));
  return {
    length,
    boundaries: { start: features("start"), split: features("split"), end: features("end") },
    words: Array.from({ length }, (_, t) => leaves.numbersOf(leafFeatures(sentence, t))),
  };
}

/** Where a production is used; the split is −1 if it has one child. */
export type Place = [production: number, start: number, split: number, end: number];

/** The productions of a derivation and where they are used. */
export function placesOf(steps: Int32Array, { ofRule }: Productions): Place[] {
  return Array.from({ length: steps.length / 4 }, (_, step): Place => {
    const [start, split, end, rule] = steps.subarray(4 * step) as unknown as Step;
    return [ofRule[rule]!, start, split, end];
  });
}

type Step = readonly [start: number, split: number, end: number, rule: number];

/** The bucket of the lengths of two parts, as `childLengths` numbers it. */
export function pairBucket(start: number, split: number, end: number): number {
  return lengthBucket(split - start) * LENGTH_BUCKETS + lengthBucket(end - split);
}
