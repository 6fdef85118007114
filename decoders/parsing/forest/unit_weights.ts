/**
 * Exponentials of multiples of a unit, looked up instead of computed.
 *
 * @module
 */

import { exp, LEAST_EXPONENT } from "../../kernels/probability/exp.ts";

/** The finest unit that there are tables for: 2^14 numbers. */
const FINEST = 2 ** -14;

/** Weights of multiples of a unit 2^−k. */
export class UnitWeights {
  /** The unit, a power of two of 1 at most. */
  readonly unit: number;
  /** Weights e^−i. */
  readonly #wholes: Float64Array;
  /** Weights e^(−i·unit), of which 2^`#bits` are a whole. */
  readonly #parts: Float64Array;
  readonly #bits: number;

  /**
   * Makes the tables of a unit.
   *
   * Cost: 1/unit + 709 exponentials, and as many numbers.
   */
  constructor(unit: number) {
    this.unit = unit;
    this.#wholes = Float64Array.from({ length: 1 - LEAST_EXPONENT }, (_, i) => exp(-i));
    this.#parts = Float64Array.from({ length: 1 / unit }, (_, i) => exp(-i * unit));
    this.#bits = Math.log2(1 / unit);
  }

  /** The tables for a unit; undefined for one that is finer than 2^−14, or above 1. */
  static of(unit: number): UnitWeights | undefined {
    return unit >= FINEST && unit <= 1 ? new UnitWeights(unit) : undefined;
  }

  /**
   * Makes scores weights: e^score is e^−i·e^(−j·unit), where score = −(i + j·unit) with 0 ≤ j·unit
   * < 1. The error is at most 4 times that of `exp`: of two of them and a product. Scores above 0
   * are computed.
   *
   * @param scores multiples of the unit
   * @returns whether a finite score was so small that its weight is 0
   */
  weigh(scores: Float64Array): boolean {
    const [wholes, parts, bits] = [this.#wholes, this.#parts, this.#bits];
    const last = parts.length - 1;
    let isLost = false;
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i]!;
      if (score > 0) scores[i] = exp(score);
      // Not a number where an infinite one was taken from another: it has no weight.
      else if (!(score >= LEAST_EXPONENT)) {
        isLost ||= score > -Infinity;
        scores[i] = 0;
      } else {
        const units = -score * parts.length | 0;
        scores[i] = wholes[units >> bits]! * parts[units & last]!;
      }
    }
    return isLost;
  }
}
