/**
 * Sums over the derivations of a forest.
 *
 * @module
 */

import { exp, log } from "../../kernels/probability/exp.ts";
import type { Forest } from "./forest.ts";
import { type Traced, viterbi } from "./best_derivation.ts";
import type { UnitWeights } from "./unit_weights.ts";

/** How far leaves may move, in nats over all words, before numbers are scaled anew. */
const MOST_DRIFT = 200;
/** Below this a product of weights may have lost its last places. */
const LEAST_WEIGHT = 2 ** -960;

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
 * Slots whose outside sum falls below what float64 holds are redone with logarithms.
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
 * one visit, two exponentials and a logarithm more. Memory: 8 bytes an edge.
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
    const isNear = this.#scaled !== undefined && this.#drift(leaves) <= MOST_DRIFT;
    if (isNear) {
      this.#sumInside();
      if (this.#total > 0 && this.#total < Infinity) {
        this.#sumOutside();
        return 2;
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
    this.#sumInside();
    // Infinite and NaN where a sum left the range of float64.
    if (!(this.#total < Infinity)) {
      this.#top = Math.round(logInside(this.#forest, leaves, scales));
      scales.forEach((scale, item) => scales[item] = Math.round(scale));
      this.#weigh();
      this.#sumInside();
    }
    this.#sumOutside();
    return 3;
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
    let isSmall = false;
    slotItems.forEach((item, slot) => {
      const outside = this.#outside[item]!;
      isSmall ||= item !== 0 && outside < LEAST_WEIGHT;
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
    const {
      edgeOffsets,
      left,
      right,
      rules,
      starts,
      ends,
      slotItems,
      roots,
      rootScores,
      slots: all,
    } = this.#forest;
    const slots = new Int32Array(this.#forest.length);
    const steps: number[] = [];
    const edges: number[] = [];
    const visit = (item: number): void => {
      const [start, end] = [starts[item]!, ends[item]!];
      const [from, to] = end - start > 1 ? [0, 0] : [all.offsets[start]!, all.offsets[end]!];
      const first = edgeOffsets[item]!;
      const count = to - from + edgeOffsets[item + 1]! - first;
      const choice = chosen(random(), count, (i) => {
        if (i < to - from) return slotItems[from + i] === item ? this.#slotWeights[from + i]! : 0;
        const edge = first + i - (to - from);
        return this.#weights[edge]! * this.#inside[left[edge]!]! * this.#inside[right[edge]!]!;
      });
      if (choice < to - from) {
        slots[start] = from + choice;
        return;
      }
      const edge = first + choice - (to - from);
      const [l, r] = [left[edge]!, right[edge]!];
      visit(l);
      if (r !== 0) visit(r);
      steps.push(start, r === 0 ? -1 : ends[l]!, end, rules[edge]!);
      edges.push(edge);
    };
    const root = chosen(random(), roots.length, (root) => {
      const item = roots[root]!;
      return exp(rootScores[root]! + this.#scales[item]! - this.#top) * this.#inside[item]!;
    });
    visit(roots[root]!);
    const tags = slots.map((slot) => all.tags[slot]!);
    return { tags, steps: Int32Array.from(steps), slots, edges: Int32Array.from(edges), root };
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
    if (units !== undefined) units.weigh(weights.subarray(0, edge));
    else for (let i = 0; i < edge; i++) weights[i] = exp(weights[i]!);
  }

  #sumInside(): void {
    const { edgeOffsets, left, right, slotItems, symbols, roots, rootScores } = this.#forest;
    const [scales, inside, weights] = [this.#scales, this.#inside, this.#weights];
    inside.fill(0);
    for (let slot = 0; slot < slotItems.length; slot++) {
      const item = slotItems[slot]!;
      if (item === 0) continue;
      const leaf = this.#leaves[slot]!;
      const weight = leaf === -Infinity ? 0 : exp(leaf - scales[item]!);
      this.#slotWeights[slot] = weight;
      inside[item]! += weight;
    }
    inside[0] = 1;
    let edge = 0;
    for (let item = 1; item < symbols.length; item++) {
      let sum = inside[item]!;
      for (const to = edgeOffsets[item + 1]!; edge < to; edge++) {
        sum += weights[edge]! * inside[left[edge]!]! * inside[right[edge]!]!;
      }
      inside[item] = sum;
    }
    this.#total = 0;
    for (let root = 0; root < roots.length; root++) {
      const item = roots[root]!;
      this.#total += exp(rootScores[root]! + scales[item]! - this.#top) * inside[item]!;
    }
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

/**
 * ln of the outside sum of each slot, by logarithms of all sums. It never leaves the range of
 * float64, and takes several exponentials an edge: for the rare slots that `InsideOutside` cannot
 * hold, and as a plain version of it in the tests.
 *
 * @param leaves scores of the slots
 * @param into a number for each slot; −∞ for those in no derivation
 * @returns ln Z
 */
export function logOutside(forest: Forest, leaves: Float64Array, into: Float64Array): number {
  const { edgeOffsets, left, right, scores, slotItems, roots, rootScores } = forest;
  const itemCount = forest.symbols.length;
  const inside = new Float64Array(itemCount);
  const total = logInside(forest, leaves, inside);
  const outside = new Float64Array(itemCount).fill(-Infinity);
  roots.forEach((item, root) => {
    outside[item] = logAdd(outside[item]!, rootScores[root]!);
  });
  for (let item = itemCount - 1; item > 0; item--) {
    if (outside[item] === -Infinity) continue;
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      const [l, r] = [left[edge]!, right[edge]!];
      const score = outside[item]! + scores[edge]!;
      outside[l] = logAdd(outside[l]!, score + inside[r]!);
      if (r !== 0) outside[r] = logAdd(outside[r]!, score + inside[l]!);
    }
  }
  slotItems.forEach((item, slot) => into[slot] = item === 0 ? -Infinity : outside[item]!);
  return total;
}

/**
 * ln of the inside sum of each item, by logarithms of all sums: they never leave the range of
 * float64. One exponential and one logarithm an edge.
 *
 * @param leaves scores of the slots
 * @param into a number for each item; −∞ for those without a derivation of a finite score
 * @returns ln Z
 */
function logInside(forest: Forest, leaves: Float64Array, into: Float64Array): number {
  const { edgeOffsets, left, right, scores, slotItems, roots, rootScores } = forest;
  const itemCount = forest.symbols.length;
  into.fill(-Infinity);
  slotItems.forEach((item, slot) => into[item] = logAdd(into[item]!, leaves[slot]!));
  into[0] = 0;
  for (let item = 1; item < itemCount; item++) {
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      const score = scores[edge]! + into[left[edge]!]! + into[right[edge]!]!;
      into[item] = logAdd(into[item]!, score);
    }
  }
  let total = -Infinity;
  roots.forEach((item, root) => total = logAdd(total, rootScores[root]! + into[item]!));
  return total;
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

/** The sum of two logarithms, ln(e^a + e^b). */
export function logAdd(a: number, b: number): number {
  const high = Math.max(a, b);
  return high === -Infinity ? high : high + log(1 + exp(Math.min(a, b) - high));
}
