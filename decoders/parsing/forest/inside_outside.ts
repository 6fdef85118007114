/**
 * Sums over the derivations of a forest.
 *
 * @module
 */

import { exp, LEAST_EXPONENT, log } from "../../kernels/probability/exp.ts";
import type { Forest } from "./forest.ts";
import { type Traced, tracedFrom, viterbi } from "./best_derivation.ts";
import { logInside, logOutside, mostDerivations } from "./log_sums.ts";
import type { UnitWeights } from "./unit_weights.ts";

/** How far leaves may move, in nats over all words, before numbers are scaled anew. */
const MOST_DRIFT = 200;
/** e^(2·MOST_DRIFT), rounded up. */
const DRIFT_WEIGHT = 2 ** 578;
/** Sums above this are scaled anew, so that after such moves outside sums do not overflow. */
const MOST_KEPT = 2 ** 700;
/** Below this a product of weights may have lost its last places. */
const LEAST_WEIGHT = 2 ** -960;
/** What a derivation weighs at most that has a weight in it which became 0: e^−708, rounded up. */
const LOST_WEIGHT = 2 ** -1021;
/** What may be lost of a sum: less than a hundredth of its last place. */
const MOST_LOST = 2 ** -60;

/**
 * Inside and outside sums: how much all derivations of an item weigh, and how much all that is
 * around it. A derivation weighs e^score.
 *
 * inside(v) = Σ_slots e^leaf + Σ_e e^score(e)·inside(left)·inside(right), and
 * outside(child) = Σ over edges into a parent of outside(parent)·e^score·inside(other child).
 *
 * Numbers stay in range without logarithms, for every item is weighed against its own best
 * derivation: with V from `viterbi`, the loops add up I(v) = inside(v)·e^−V(v) out of
 * w(e) = e^(score + V(left) + V(right) − V(v)) ≤ 1. One exponential an edge serves both sweeps.
 * Slots whose outside sum falls below what float64 holds are redone with logarithms. So are all
 * sums if weights below e^−708, which become 0, may come to more than 2^−60 of them, as they can
 * where there are more than e^666 derivations.
 *
 * Where all derivations weigh more than e^709 times the best, as some 2^1023 of one score do, V is
 * ln inside(v) instead, summed up in logarithms and rounded to whole numbers. Any V is right, since
 * I(v) is what is left of inside(v); with this one it is between e^−½ and e^½, or nearly.
 *
 * Where all edges score multiples of a unit, V is rounded to it, which again is any V: then w(e) is
 * e to a multiple of the unit, and looked up. And where only leaves change from one run to the
 * next, by δ, V and all w(e) stay as they are: I(v) is then the sum for the new leaves, between
 * e^−|δ| and e^|δ| times what a fresh V gives, with |δ| = Σ_words max_slots |change|; above 200
 * nats numbers are scaled anew. So later runs take two visits an edge and no exponential.
 *
 * Errors are relative: of the order of the longest chain of items times 2^−52. The same bits on
 * every engine. Cost: three visits an edge, one exponential or a look-up; where V is in logarithms,
 * two visits, two exponentials and a logarithm more. Memory: 8 bytes an edge.
 *
 * Source: Baker 1979; Auli and Lopez 2011, Section 4.1, equation (7); the scaling is our own.
 */
export class InsideOutside {
  /** ln Z, the logarithm of what all derivations weigh. */
  logPartition = -Infinity;
  readonly #forest: Forest;
  /** V of each item. */
  readonly #scales: Float64Array;
  readonly #inside: Float64Array;
  readonly #outside: Float64Array;
  readonly #weights: Float64Array;
  readonly #slotWeights: Float64Array;
  readonly #units: UnitWeights | undefined;
  #leaves: Float64Array = new Float64Array(0);
  /** Whether the weight of an edge became 0, and the most that all such weights come to. */
  #isWeightLost = false;
  #lost = 0;
  /** The largest sum inside, or 1. */
  #largest = 1;
  /** How many derivations there are, or more; once that was asked. */
  #derivations: number | undefined;
  /** Scores of the leaves that V is of. */
  #scaled: Float64Array | undefined;
  /** The value V of the whole sentence. */
  #top = -Infinity;
  #total = 0;

  /**
   * Room for the sums of a forest.
   *
   * @param weights room for a number an edge
   * @param units of which all edges score multiples; without, each run computes exponentials
   */
  constructor(
    forest: Forest,
    weights: Float64Array = new Float64Array(forest.left.length),
    units?: UnitWeights,
  ) {
    const itemCount = forest.symbols.length;
    this.#forest = forest;
    this.#scales = new Float64Array(itemCount);
    this.#inside = new Float64Array(itemCount);
    this.#outside = new Float64Array(itemCount);
    this.#weights = weights;
    this.#units = units;
    this.#slotWeights = new Float64Array(forest.slotItems.length);
  }

  /**
   * Both sweeps. Leaf scores may be −∞. There must be a derivation of a finite score.
   *
   * @returns visits of each edge
   */
  run(leaves: Float64Array): number {
    this.#leaves = leaves;
    let visits = 0;
    if (this.#scaled !== undefined && this.#drift(leaves) <= MOST_DRIFT) {
      this.#sumInside(DRIFT_WEIGHT);
      visits++;
      if (this.#total > 0 && this.#total < MOST_KEPT && this.#lost <= MOST_LOST) {
        this.#sumOutside();
        return visits + 1;
      }
    }
    const scales = this.#scales;
    this.#top = viterbi(this.#forest, leaves, this.#forest.scores, scales);
    if (this.#top === -Infinity) {
      throw new RangeError("Cannot add up the derivations of a forest: none has a finite score");
    }
    const units = this.#units;
    if (units !== undefined) {
      const { unit } = units;
      for (let i = 0; i < scales.length; i++) scales[i] = Math.round(scales[i]! / unit) * unit;
      this.#scaled = leaves.slice();
    }
    this.#weigh();
    this.#sumInside(1);
    // Infinite and NaN where a sum left the range of float64.
    if (!(this.#total < Infinity && this.#lost <= MOST_LOST)) {
      this.#top = Math.round(logInside(this.#forest, leaves, scales));
      scales.forEach((scale, item) => scales[item] = Math.round(scale));
      this.#weigh();
      this.#sumInside(1);
      // Against all derivations of its item, not the best one: each edge has its own share.
      if (this.#lost > 0) this.#lost = 4 * LOST_WEIGHT * this.#forest.left.length;
      visits += 2;
    }
    this.#sumOutside();
    return visits + 3;
  }

  /** How far leaves are from those that V is of, in nats over all words. */
  #drift(leaves: Float64Array): number {
    const { slots: { offsets }, slotItems } = this.#forest;
    const scaled = this.#scaled!;
    let drift = 0;
    for (let word = 0; word + 1 < offsets.length; word++) {
      let most = 0;
      for (let slot = offsets[word]!; slot < offsets[word + 1]!; slot++) {
        if (slotItems[slot] === 0 || leaves[slot] === scaled[slot]) continue;
        most = Math.max(most, Math.abs(leaves[slot]! - scaled[slot]!));
      }
      drift += most;
    }
    return drift;
  }

  /** ln of the outside sum of each slot: of its item, without the slot's own score. */
  outsideOfSlots(into: Float64Array): void {
    const { slotItems } = this.#forest;
    // What is small, times the largest sum inside, may have lost its last places.
    const least = Math.max(LEAST_WEIGHT * this.#largest, this.#lost / MOST_LOST);
    let isSmall = false;
    slotItems.forEach((item, slot) => {
      const outside = this.#outside[item]!;
      isSmall ||= item !== 0 && outside < least;
      into[slot] = item === 0 ? -Infinity : log(outside) - this.#scales[item]! + this.#top;
    });
    if (isSmall) logOutside(this.#forest, this.#leaves, into);
  }

  /** The probability of each slot. */
  slotPosteriors(into: Float64Array): void {
    this.#forest.slotItems.forEach((item, slot) => {
      into[slot] = item === 0 ? 0 : this.#outside[item]! * this.#slotWeights[slot]! / this.#total;
    });
  }

  /** The probability of each item at each of the edges that make it. */
  itemPosteriors(intoEdges: Float64Array): void {
    const { edgeOffsets, symbols } = this.#forest;
    const [inside, outside, total] = [this.#inside, this.#outside, this.#total];
    let edge = 0;
    for (let item = 1; item < symbols.length; item++) {
      const posterior = outside[item]! * inside[item]! / total;
      for (const to = edgeOffsets[item + 1]!; edge < to; edge++) intoEdges[edge] = posterior;
    }
  }

  /** The probability of each edge. */
  edgePosteriors(into: Float64Array): void {
    const { edgeOffsets, left, right, symbols } = this.#forest;
    const inside = this.#inside;
    for (let item = 1; item < symbols.length; item++) {
      const own = this.#outside[item]! / this.#total;
      const to = edgeOffsets[item + 1]!;
      for (let edge = edgeOffsets[item]!; edge < to; edge++) {
        into[edge] = own * this.#weights[edge]! * inside[left[edge]!]! * inside[right[edge]!]!;
      }
    }
  }

  /**
   * A derivation drawn with its probability: a root, and for each item an edge or a slot, by their
   * shares of what it weighs inside. Cost: the edges of 2n items at most.
   *
   * @param random a number from 0 to below 1
   */
  draw(random: () => number): Traced {
    const { edgeOffsets, left, right, starts, ends, slotItems, roots, rootScores } = this.#forest;
    const { offsets } = this.#forest.slots;
    const root = chosen(random(), roots.length, (root) => {
      const item = roots[root]!;
      return exp(rootScores[root]! + this.#scales[item]! - this.#top) * this.#inside[item]!;
    });
    return tracedFrom(this.#forest, root, (item) => {
      const [start, end] = [starts[item]!, ends[item]!];
      const [from, to] = end - start > 1 ? [0, 0] : [offsets[start]!, offsets[end]!];
      const first = edgeOffsets[item]!;
      const count = to - from + edgeOffsets[item + 1]! - first;
      const choice = chosen(random(), count, (i) => {
        if (i < to - from) return slotItems[from + i] === item ? this.#slotWeights[from + i]! : 0;
        const edge = first + i - (to - from);
        return this.#weights[edge]! * this.#inside[left[edge]!]! * this.#inside[right[edge]!]!;
      });
      return { source: choice < to - from ? ~(from + choice) : first + choice - (to - from) };
    });
  }

  /** The weight of each edge. */
  #weigh(): void {
    const { edgeOffsets, left, right, scores, symbols } = this.#forest;
    const [scales, weights, units] = [this.#scales, this.#weights, this.#units];
    let edge = 0;
    for (let item = 1; item < symbols.length; item++) {
      const own = scales[item]!;
      for (const to = edgeOffsets[item + 1]!; edge < to; edge++) {
        // An item without a derivation of a finite score has no parent with one through it.
        weights[edge] = own === -Infinity
          ? own
          : scores[edge]! + scales[left[edge]!]! + scales[right[edge]!]! - own;
      }
    }
    this.#isWeightLost = units?.weigh(weights.subarray(0, edge)) ?? false;
    for (let i = 0; i < edge && units === undefined; i++) {
      const score = weights[i]!;
      this.#isWeightLost ||= score < LEAST_EXPONENT && score > -Infinity;
      weights[i] = exp(score);
    }
  }

  /** Adds up what is inside. With kept weights, what is lost counts so many times. */
  #sumInside(times: number): void {
    const { edgeOffsets, left, right, slotItems, symbols, roots, rootScores } = this.#forest;
    const [scales, inside, weights] = [this.#scales, this.#inside, this.#weights];
    let isLost = this.#isWeightLost;
    inside.fill(0);
    for (let slot = 0; slot < slotItems.length; slot++) {
      const item = slotItems[slot]!;
      if (item === 0) continue;
      const leaf = this.#leaves[slot]!;
      const weight = leaf === -Infinity ? 0 : exp(leaf - scales[item]!);
      isLost ||= weight === 0 && leaf > -Infinity;
      this.#slotWeights[slot] = weight;
      inside[item]! += weight;
    }
    inside[0] = 1;
    let [edge, largest] = [0, 1];
    for (let item = 1; item < symbols.length; item++) {
      let sum = inside[item]!;
      for (const to = edgeOffsets[item + 1]!; edge < to; edge++) {
        sum += weights[edge]! * inside[left[edge]!]! * inside[right[edge]!]!;
      }
      inside[item] = sum;
      if (sum > largest) largest = sum;
    }
    this.#largest = largest;
    this.#total = 0;
    for (let root = 0; root < roots.length; root++) {
      const item = roots[root]!;
      const score = rootScores[root]! + scales[item]! - this.#top;
      isLost ||= score < LEAST_EXPONENT && score > -Infinity;
      this.#total += exp(score) * inside[item]!;
    }
    this.#lost = isLost
      ? times * LOST_WEIGHT * (this.#derivations ??= mostDerivations(this.#forest))
      : 0;
    this.logPartition = this.#top + log(this.#total);
  }

  #sumOutside(): void {
    const { edgeOffsets, left, right, symbols, roots, rootScores } = this.#forest;
    const [inside, outside, weights] = [this.#inside, this.#outside, this.#weights];
    outside.fill(0);
    for (let root = 0; root < roots.length; root++) {
      const item = roots[root]!;
      outside[item]! += exp(rootScores[root]! + this.#scales[item]! - this.#top);
    }
    for (let item = symbols.length - 1; item > 0; item--) {
      const own = outside[item]!;
      if (own === 0) continue;
      const to = edgeOffsets[item + 1]!;
      for (let edge = edgeOffsets[item]!; edge < to; edge++) {
        const l = left[edge]!;
        const r = right[edge]!;
        const weight = own * weights[edge]!;
        outside[l]! += weight * inside[r]!;
        outside[r]! += weight * inside[l]!;
      }
    }
  }
}

/** One of some things, by the shares of their weights that a number below 1 falls into. */
function chosen(random: number, count: number, weightOf: (one: number) => number): number {
  let total = 0;
  for (let one = 0; one < count; one++) total += weightOf(one);
  let [left, last] = [random * total, -1];
  for (let one = 0; one < count; one++) {
    const weight = weightOf(one);
    if (weight === 0) continue;
    if (left < weight) return one;
    left -= weight;
    // Rounding may leave a little behind the last.
    last = one;
  }
  return last;
}
