/**
 * Sums over the edges between two positions, and how far a row of weights may be off.
 *
 * @module
 */

import { differenceError, exp, EXP_ERROR, LEAST_EXPONENT } from "../kernels/probability/exp.ts";
import { extremes, ROUNDOFF } from "./estimate.ts";

/** What transitions weigh, in the memory of kernels, and how sums over them err. */
export interface Steps {
  /** Weights, and how they are rounded. */
  readonly facts: EdgeFacts;
  /** Weights that a step from the left multiplies: those of a position. */
  readonly edges: number;
  /** Largest sum of the weights into a label, or a little more, and of those out of one. */
  readonly growth: { readonly forward: number; readonly backward: number };
  /**
   * to(y) = Σ_x from(x)·E(x, y), rows at addresses. Returns the relative error that this adds, of
   * weights and sums; ∞ if it is not known.
   */
  forward(from: number, to: number): number;
  /** A step to the left, to(x) = Σ_y E(x, y)·from(y), in the same way. */
  backward(from: number, to: number): number;
  /** Follows changes of the transitions. */
  revise(): void;
}

/** The weights E(x, y) = e^(e(x, y) − c) of the edges, and what is known of all. */
export interface EdgeFacts {
  /** c, the largest finite transition; 0 if there is none. */
  readonly shift: number;
  /** The smallest positive weight, or a little less; 0 if one is lost to underflow. */
  readonly least: number;
  /** Relative error of a weight that is not lost. */
  readonly error: number;
}

/** The facts about some transitions. */
export function edgeFacts(scores: Float64Array): EdgeFacts {
  const [most, least] = extremes(scores);
  let worst = 0;
  if (most === -Infinity) return { shift: 0, least: 1, error: 0 };
  for (let i = 0; i < scores.length; i++) {
    if (scores[i]! - most >= LEAST_EXPONENT) {
      worst = Math.max(worst, differenceError(scores[i]!, most));
    }
  }
  return { shift: most, least: leastWeight(most - least), error: weightError(worst) };
}

/** A lower bound of the weights of scores that are at most `range` below the largest. */
function leastWeight(range: number): number {
  return range > -LEAST_EXPONENT ? 0 : 0.999 * exp(-range);
}

/** Relative error of a weight: that of e^x, and of x, which may be rounded by so much. */
function weightError(rounding: number): number {
  return EXP_ERROR + 1.001 * rounding;
}

/** Products from here on are not subnormal, whatever rounding adds. */
const SAFE = 2 ** -1000;
/** More than what a weight, or a product, may lose to underflow. */
const LOST = 2 ** -1020;

/**
 * Bounds of a row of weights: |computed − exact| ≤ relative·exact + absolute for each, to first
 * order. The absolute part comes of underflow alone. It is added where a product may be subnormal,
 * as the smallest positive weights tell, and grows as sums of all weights do.
 *
 * Proof: `PROOFS.md` in this folder.
 */
export class RunningBound {
  /** Relative error, to first order; ∞ if it is not known. */
  relative = 0;
  /** Absolute error. */
  absolute = 0;
  /** The largest weight, or more. */
  most = 1;
  /** The smallest positive weight, or less. */
  least = 1;
  readonly #labelCount: number;

  /** Of weights that are all 1. */
  constructor(labelCount: number) {
    this.#labelCount = labelCount;
  }

  /**
   * Sums over edges.
   *
   * @param error relative error of the weights of edges and of the sums
   * @param leastEdge the smallest positive weight of an edge, or less
   * @param growth the largest sum of such weights, or more
   */
  addSums(error: number, leastEdge: number, growth: number): void {
    this.relative += error;
    this.absolute *= growth;
    this.least *= leastEdge;
    if (this.least < SAFE) this.absolute += this.#labelCount * Math.max(1, this.most) * LOST;
    this.most *= growth;
  }

  /**
   * Products with a row of weights e^(score − largest).
   *
   * @param range how far scores are below the largest at most
   * @param rounding how far these differences are rounded at most
   * @param most the largest product
   * @param least the smallest positive one
   */
  addProducts(range: number, rounding: number, most: number, least: number): void {
    this.relative += weightError(rounding) + ROUNDOFF;
    if (this.least * leastWeight(range) < SAFE) this.absolute += Math.max(1, this.most) * LOST;
    this.most = most;
    this.least = least;
  }

  /**
   * No weight of the row is 0: an absolute error that is small beside all of them, and so beside
   * the exact ones, is a relative one.
   */
  absorb(): void {
    if (this.absolute > ROUNDOFF / 8 * this.least) return;
    this.absolute = 0;
    this.relative += ROUNDOFF;
  }

  /** All weights are multiplied by a power of two. */
  scale(power: number): void {
    this.absolute *= power;
    this.most *= power;
    this.least *= power;
    if (this.least < SAFE) this.absolute += LOST;
  }
}
