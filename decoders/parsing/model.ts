/**
 * What a parsing decoder searches: a grammar over tags, and sentences whose words have a few tags
 * each.
 *
 * @module
 */

/** Buckets of span lengths that the scores of a rule tell apart. */
export const LENGTH_BUCKETS = 8;
/** `right` of a rule with one child. */
export const UNARY = -1;
/** The level of a slot whose tag is no candidate. */
export const NO_CANDIDATE = 255;
/** What multipliers of slots are multiples of, so that sums with them are exact. */
export const MULTIPLIER_UNIT = 2 ** -20;

/** The bucket of each length up to the first that is in the last bucket. */
const BUCKETS = Uint8Array.of(0, 0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 6, 7);

/**
 * A compiled context-free grammar of R rules over K symbols, and the score of each pair of tags
 * that follow one another.
 *
 * A derivation y of a sentence is a binary tree with at most one unary step on top of each item. It
 * scores J(y) = f(y) + g(tags of y). f adds up the leaf scores, the scores of all rule uses and the
 * score of the root; g adds up the emissions and the transitions.
 *
 * A binary rule r over words i to j, split at k, scores `ruleScores[r]` + start_i(r) + split_k(r) +
 * end_j(r) + `lengthScores` by the bucket of j − i + `childLengthScores` by those of k − i and
 * j − k. A unary rule has no split: it scores `ruleScores[r]` + start_i(r) + end_j(r) +
 * `lengthScores`.
 *
 * Units: log-probabilities or any additive score, higher is better. All scores are multiples of
 * `unit`, small enough that every sum of them is exact in float64. They are finite, but for
 * `rootScores`.
 */
export interface ParsingModel {
  /** Tags, L, at least 1. */
  readonly tagCount: number;
  /** Symbols of the grammar, K, at least 1. */
  readonly symbolCount: number;
  /** What all scores are multiples of: 2^−k. */
  readonly unit: number;
  /** The symbol of a leaf with each tag, [L]. */
  readonly tagSymbols: Int32Array;
  /** Left or only child of each rule, [R]. */
  readonly left: Int32Array;
  /** Right child of each rule, `UNARY` if it has none, [R]. */
  readonly right: Int32Array;
  /** Parent of each rule, [R]. The parent of a unary rule is the child of no unary rule. */
  readonly parent: Int32Array;
  /** What each rule scores wherever it is used, [R]. */
  readonly ruleScores: Float64Array;
  /** By rule and bucket of the span's length, [R, 8]. */
  readonly lengthScores: Float64Array;
  /** By rule and buckets of the left and the right child's length, [R, 8, 8]. */
  readonly childLengthScores: Float64Array;
  /** The score of each symbol as a root, −∞ if it is none, [K]. */
  readonly rootScores: Float64Array;
  /** Transitions of tags, row = previous tag, [L, L]. */
  readonly transitions: Float64Array;
  /** The category of each symbol, [K], for comparison with right spans. */
  readonly symbolCategories?: Int32Array;
}

/** A tag that a word may have, by position: those of position i begin at index `offsets[i]`. */
export interface Slots {
  /** Where the tags of each word begin, [n + 1]. */
  readonly offsets: Int32Array;
  /** Tags, ascending at each position. */
  readonly tags: Int32Array;
  /** The tagger's score of each slot, without transitions. */
  readonly emissions: Float64Array;
  /** The parser's score of each slot's leaf. */
  readonly leafScores: Float64Array;
}

/** How often a tag must have been seen with a word to be a candidate. */
export type Cutoff = 20 | 150;

/** Which slots are permitted: those whose level for the cutoff is at most `level`. */
export interface Beam {
  /** ⌊−16 ln β⌋ for a beam β. */
  readonly level: number;
  /** Which levels count. */
  readonly cutoff: Cutoff;
}

/**
 * Which tags are permitted, step by step. `ast` (adaptive supertagging) begins narrow and goes on
 * while there is no parse. `reverse` begins wide and goes on while the chart is too large. `gold`
 * permits the right tags alone and has no steps.
 *
 * Source: Clark and Curran 2007, Section 4.4; Auli and Lopez 2011, Sections 3 and 5.
 */
export interface SearchSpace {
  /** How steps follow one another. */
  readonly order: "ast" | "reverse" | "gold";
  /** Beams in the order in which they are tried; none for `gold`. */
  readonly steps: readonly Beam[];
  /** A chart with more items than this is too large. */
  readonly limit: number;
}

/** Which part of a rule use stands at a boundary between two words. */
export type BoundaryRole = "start" | "split" | "end";

/** The right analysis of a sentence. */
export interface GoldParse {
  /** The right tag of each word, −1 if no slot has it, [n]. */
  readonly tags: Int32Array;
  /** The right spans as (start, end, category), one after the other. */
  readonly spans?: Int32Array;
}

/** One sentence of n words. */
export interface ParsingSentence {
  /** Words, n, at least 1. */
  readonly length: number;
  /** All slots, whatever the beam. */
  readonly slots: Slots;
  /** Levels of the slots by cutoff: ⌈−16 ln(p / p_max)⌉, or `NO_CANDIDATE`. */
  readonly levels: Readonly<Record<Cutoff, Uint8Array>>;
  /** Which of the slots are permitted. */
  readonly space: SearchSpace;
  /** Adds what each rule scores at a boundary 0 … n in that role to an array [R]. */
  addBoundaryScores(role: BoundaryRole, boundary: number, into: Float64Array): void;
  /** Only the oracle and the space `gold` may look at it. */
  readonly gold?: GoldParse;
}

/** A parse tree with its tags. */
export interface Derivation {
  /** The tag of each word, [n]. */
  readonly tags: Int32Array;
  /**
   * (start, split, end, rule) for each rule use, one after the other; split is −1 for a unary rule.
   * Children stand before their parent, the left one first. Leaves are no steps.
   */
  readonly steps: Int32Array;
}

/**
 * The bucket of a span's length: 1, 2, 3, 4, 5–6, 7–9, 10–15, or more.
 *
 * @example
 * ```ts
 * import { lengthBucket } from "./model.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([1, 4, 5, 6, 9, 15, 16, 99].map(lengthBucket), [0, 3, 4, 4, 5, 6, 7, 7]);
 * ```
 */
export function lengthBucket(length: number): number {
  return length < BUCKETS.length ? BUCKETS[length]! : LENGTH_BUCKETS - 1;
}

/**
 * The largest multiplier in a sentence of so many words: sums with larger ones could be rounded.
 *
 * Scores add up to 2^52 units at most, a unit being 2^−20 or the model's if that is finer. The two
 * parts of a bound have n multipliers each, which come to half as much. So all is below 2^53 units.
 */
export function largestMultiplier(unit: number, length: number): number {
  const finest = Math.min(unit, MULTIPLIER_UNIT);
  return Math.min(2 ** 20, Math.floor(2 ** 70 * finest / length) * MULTIPLIER_UNIT);
}

/**
 * The first of a sentence's multipliers with which sums may be rounded, so that it proves nothing:
 * one that is no multiple of 2^−20, or above `largestMultiplier`.
 */
export function oddMultiplier(
  unit: number,
  length: number,
  multipliers: Float64Array,
): number | undefined {
  const most = largestMultiplier(unit, length);
  return multipliers.find((u) => !Number.isInteger(u / MULTIPLIER_UNIT) || Math.abs(u) > most);
}
