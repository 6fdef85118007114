/**
 * The lattice: what a decoder searches for its best label sequences.
 *
 * @module
 */

/**
 * The part of a lattice that all sentences of a task share: L labels and the scores of going from
 * one to the next.
 *
 * Shapes: `transitions` is L×L, row-major, row = previous label. Units: log-probabilities or any
 * other additive score, higher is better; `-Infinity` forbids; NaN and `+Infinity` are no scores,
 * and `prepared` refuses them.
 *
 * Labels are best ranked by descending training frequency, index 0 the most frequent: the papers'
 * iterative decoders take the index for the rank. In another order they find the same scores by
 * more work.
 */
export interface Model {
  /** Labels, L, at least 1. */
  readonly labelCount: number;
  /** e(x, y) at index `x * labelCount + y`. */
  readonly transitions: Float64Array;
  /**
   * True if all scores are multiples of a power of two of which no partial sum has 2^53, as it is
   * after snapping: then sums are exact in float64, every association of a sum gives the same bits,
   * and a bound may be compared with a path's score without a tolerance. False, as if it is left
   * out, means any decimals: sums of the same terms in another order may differ in the last places.
   *
   * Leave it out unless you have put your scores on such a grid: what decodes, `prepared`, checks
   * it, and refuses scores that refute it. A `tagger` with a bound does both by itself.
   */
  readonly exactSums?: boolean;
  /**
   * True if the task's partial sums, and the differences of any two, also fit the 24 bits of a
   * float32. False if it is left out, and checked as `exactSums` is.
   */
  readonly float32Exact?: boolean;
  /**
   * What `transitions` is the sum of, where it is one. A decoder may use it instead; `exactSums` is
   * then about sums of these scores too.
   */
  readonly structure?: TransitionStructure;
  /**
   * True if each lattice has scores of its own for each pair and position, which stand for the
   * transitions: see `Lattice.pairs`. Decoders that say `pairs` of themselves take such lattices.
   */
  readonly hasPairs?: boolean;
}

/**
 * Transitions as a sum of two small matrices: a label is a pair of components, no two labels the
 * same, and e(x, y) = e₀(x₀, y₀) + e₁(x₁, y₁), to the last bit. Not every pair need be a label.
 */
export type TransitionStructure = readonly [TransitionFactor, TransitionFactor];

/** One of the two matrices of a transition structure. */
export interface TransitionFactor {
  /** Number of components. */
  readonly size: number;
  /** The component of each label; L of them. */
  readonly components: Int32Array;
  /** size×size, row-major, row = component of the previous label. */
  readonly transitions: Float64Array;
}

/**
 * Scores in float64, which all decoders read, or in float32, which `prepared` converts for them.
 */
export type Emissions = Float64Array | Float32Array;

/** One sentence: T positions, each with a score for every label. */
export interface Lattice<Scores extends Emissions = Float64Array> {
  /** Positions, T, at least 1. */
  readonly length: number;
  /** n_t(y) at index `t * labelCount + y`; T×L. */
  readonly emissions: Scores;
  /**
   * Where the model says `hasPairs`: e_t(x, y) at index ((t − 1)·L + x)·L + y; (T−1)×L×L. They take
   * the place of the model's transitions, which are not read.
   */
  readonly pairs?: Float64Array;
}

/**
 * The lattice in float64 with L scores to a row, as all decoders read it: the same one if it is so
 * already, else a copy. Rows of a `ScoreBlock` have gaps between them. Cost: O(TL) for a copy.
 */
export function withoutGaps(lattice: Lattice<Emissions>, labelCount: number): Lattice {
  const { length, emissions, pairs } = lattice;
  if (emissions instanceof Float64Array && emissions.length === length * labelCount) {
    return { length, emissions, ...(pairs && { pairs }) };
  }
  const stride = emissions.length / length;
  const own = new Float64Array(length * labelCount);
  for (let t = 0; t < length; t++) {
    own.set(emissions.subarray(t * stride, t * stride + labelCount), t * labelCount);
  }
  return { length, emissions: own, ...(pairs && { pairs }) };
}

/** A complete label sequence and its score. */
export interface Path {
  /** `scorePath` of the labels. */
  readonly score: number;
  /** T label indices. */
  readonly labels: Int32Array;
}

/**
 * Scores a label sequence:
 * n_0(y_0) + Σ_{t≥1} ( e(y_{t−1}, y_t) + n_t(y_t) ), added from left to right, with e_t instead of
 * e where the lattice has pairs.
 *
 * The order is part of the definition: with scores that are not on a dyadic grid another order
 * may round otherwise. It is the order in which dense Viterbi adds, and as rounding is monotone,
 * the score of dense Viterbi is the largest left-to-right score of any path, to the last bit.
 *
 * Cost: O(T).
 *
 * @example
 * ```ts
 * import { scorePath } from "./lattice.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = { labelCount: 2, transitions: Float64Array.of(0, 1, 2, 3) };
 * const lattice = { length: 2, emissions: Float64Array.of(5, 0, 0, 7) };
 * assertEquals(scorePath(model, lattice, [0, 1]), 5 + 1 + 7);
 * ```
 */
export function scorePath(
  model: Model,
  lattice: Lattice<Emissions>,
  labels: ArrayLike<number>,
): number {
  const { labelCount } = model;
  const { length, emissions, pairs } = lattice;
  const edges = pairs ?? model.transitions;
  const stride = pairs === undefined ? 0 : labelCount * labelCount;
  let score = emissions[labels[0]!]!;
  for (let t = 1; t < length; t++) {
    score += edges[(t - 1) * stride + labels[t - 1]! * labelCount + labels[t]!]!;
    score += emissions[t * labelCount + labels[t]!]!;
  }
  return score;
}

/** The largest |score| of the finite scores, 0 if there is none. */
export function largestMagnitude(scores: Emissions): number {
  let largest = 0;
  for (const score of scores) {
    const magnitude = Math.abs(score);
    if (magnitude > largest && magnitude !== Infinity) largest = magnitude;
  }
  return largest;
}
