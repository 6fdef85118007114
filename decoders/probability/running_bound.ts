/**
 * How far a row of weights may be off, step by step.
 *
 * @module
 */

import { ROUNDOFF } from "./estimate.ts";
import { leastWeight, weightError } from "./steps.ts";

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

  /** They are all 1. */
  reset(): void {
    this.relative = 0;
    this.absolute = 0;
    this.most = 1;
    this.least = 1;
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

  /** All weights are multiplied by a power of two. */
  scale(power: number): void {
    this.absolute *= power;
    this.most *= power;
    this.least *= power;
    if (this.least < SAFE) this.absolute += LOST;
  }
}
