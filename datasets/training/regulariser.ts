/**
 * Regularisation of the weights of label pairs, and of nothing else.
 *
 * @module
 */

import type { SparseRows } from "./linear_model.ts";
import { IntList } from "./int_list.ts";

/** Regularised weights are multiples of 2^−30. */
const GRID = 2 ** 30;

/** What pulls the weights of label pairs towards 0, and how hard. */
export interface Regulariser {
  /** The penalty of a weight w: |w| for ℓ1, ½w² for ℓ2. */
  readonly norm: "l1" | "l2";
  /** λ > 0, for ℓ2 below 1: after each sentence a step of this length goes down the penalty. */
  readonly strength: number;
}

/**
 * Regularised transitions and their average over all steps.
 *
 * After each sentence ℓ2 takes λ·w off every weight w, and ℓ1 takes λ off its magnitude and stops
 * at 0. Weights stay on the grid of 2^−30 (λ of ℓ1 and each result of ℓ2 are rounded to the nearest
 * multiple): with the integer weights of features every sum of a lattice is exact as long as it
 * stays below 2^23, which perceptrons are far from, so exact decoders agree with `===`, and of
 * several best paths the same one is learned from on every machine. A weight that ℓ2 would change
 * by less than 2^−31 stays.
 *
 * Cost: L² a sentence.
 *
 * Source: the step for ℓ1 is that of Duchi and Singer 2009, "Efficient Online and Batch Learning
 * Using Forward Backward Splitting". Belanger et al., section 6.2, do not say which they took.
 */
export class RegularisedPairs {
  readonly #labelCount: number;
  readonly #shrink: (weight: number) => number;
  /** Σ of each weight over the steps so far. */
  readonly #sums: Float64Array;

  /**
   * All weights are 0 at first.
   *
   * @throws RangeError if the strength is not positive, or not below 1 for ℓ2
   */
  constructor(labelCount: number, { norm, strength }: Regulariser) {
    if (!(strength > 0 && strength < (norm === "l1" ? Infinity : 1))) {
      throw new RangeError(`Cannot regularise by ${norm} with the strength ${strength}`);
    }
    this.#labelCount = labelCount;
    this.#sums = new Float64Array(labelCount * labelCount);
    const step = Math.round(strength * GRID) / GRID;
    this.#shrink = norm === "l1"
      ? (weight) => Math.sign(weight) * Math.max(0, Math.abs(weight) - step)
      : (weight) => Math.round(weight * (1 - strength) * GRID) / GRID;
  }

  /**
   * Ends a step: shrinks the weights in place and adds them up.
   *
   * @param revise called for each weight that has changed
   */
  shrink(transitions: Float64Array, revise: (previous: number, label: number) => void): void {
    const labelCount = this.#labelCount;
    for (let i = 0; i < transitions.length; i++) {
      const weight = transitions[i]!;
      if (weight === 0) continue;
      // "+ 0": no negative zeros.
      const shrunk = this.#shrink(weight) + 0;
      this.#sums[i]! += shrunk;
      if (shrunk === weight) continue;
      transitions[i] = shrunk;
      revise(Math.floor(i / labelCount), i % labelCount);
    }
  }

  /** The averages over `steps` steps in units of 1/`scale`, rounded to the nearest integer. */
  average(steps: number, scale: number): SparseRows {
    const labelCount = this.#labelCount;
    const offsets = new Int32Array(labelCount + 1);
    const columns = new IntList();
    const values = new IntList();
    this.#sums.forEach((sum, pair) => {
      const value = Math.round(sum * scale / steps);
      if (value === 0) return;
      columns.push(pair % labelCount);
      values.push(value);
      offsets[Math.floor(pair / labelCount) + 1]!++;
    });
    for (let row = 0; row < labelCount; row++) offsets[row + 1]! += offsets[row]!;
    return { offsets, columns: columns.toArray(), values: values.toArray() };
  }
}
