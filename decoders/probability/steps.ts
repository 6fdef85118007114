/**
 * Sums over the edges between two positions.
 *
 * @module
 */

import { differenceError, exp, EXP_ERROR, LEAST_EXPONENT } from "../kernels/probability/exp.ts";

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
  /** to(x) = Σ_y E(x, y)·from(y), in the same way. */
  backward(from: number, to: number): number;
  /** Follows changes of the transitions. */
  revise(): void;
}

/** E(x, y) = e^(e(x, y) − c), and what is known of all. */
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
  let [most, fewest, worst] = [-Infinity, Infinity, 0];
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (score > most) most = score;
    if (score < fewest && score !== -Infinity) fewest = score;
  }
  if (most === -Infinity) return { shift: 0, least: 1, error: 0 };
  for (let i = 0; i < scores.length; i++) {
    if (scores[i]! - most >= LEAST_EXPONENT) {
      worst = Math.max(worst, differenceError(scores[i]!, most));
    }
  }
  return { shift: most, least: leastWeight(most - fewest), error: weightError(worst) };
}

/** A lower bound of the weights of scores that are at most `range` below the largest. */
export function leastWeight(range: number): number {
  return range > -LEAST_EXPONENT ? 0 : 0.999 * exp(-range);
}

/** Relative error of a weight: that of e^x, and of x, which may be rounded by so much. */
export function weightError(rounding: number): number {
  return EXP_ERROR + 1.001 * rounding;
}
