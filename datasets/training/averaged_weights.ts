/**
 * The perceptron's weights while it learns: sparse rows that know their average, and transitions
 * that a regulariser shrinks.
 *
 * @module
 */

import { RowList, type SparseRows, wider } from "../linear_model.ts";

/** Entries of a row when it gets its first. */
const FIRST_CAPACITY = 2;

/**
 * Sparse rows of integer weights that know their average over all steps.
 *
 * A change of δ after s whole steps counts in all but s of the S steps, so the sum of a weight over
 * the steps is Σ δ·(S − s) = w·S − Σ δ·s: the second sum is kept beside each weight. All terms are
 * integers below 2^53, so nothing is ever rounded before `average` rounds.
 *
 * Rows of all sizes share three arrays; a row that is full moves to twice the room at the end.
 */
export class AveragedRows {
  readonly #starts: Int32Array;
  readonly #sizes: Int32Array;
  readonly #capacities: Int32Array;
  #columns = new Int32Array(1024);
  #weights = new Int32Array(1024);
  #sums = new Float64Array(1024);
  #end = 0;

  /** All weights are 0 at first. */
  constructor(rowCount: number) {
    this.#starts = new Int32Array(rowCount);
    this.#sizes = new Int32Array(rowCount);
    this.#capacities = new Int32Array(rowCount);
  }

  /**
   * Adds `delta` to a weight, effective from step `step` (0-based) on. Cost: the row's length.
   */
  add(row: number, column: number, delta: number, step: number): void {
    let entry = this.#find(row, column);
    if (entry < 0) {
      if (this.#sizes[row] === this.#capacities[row]) this.#widen(row);
      entry = this.#starts[row]! + this.#sizes[row]!++;
      this.#columns[entry] = column;
    }
    this.#weights[entry]! += delta;
    this.#sums[entry]! += delta * step;
  }

  /** Adds the weights of a row to `target[offset + column]`. */
  addRowTo(row: number, target: Float64Array, offset: number): void {
    const columns = this.#columns;
    const weights = this.#weights;
    const start = this.#starts[row]!;
    const end = start + this.#sizes[row]!;
    for (let i = start; i < end; i++) target[offset + columns[i]!]! += weights[i]!;
  }

  /**
   * The averages over `steps` steps in units of 1/`scale`, rounded to the nearest integer, halves
   * upwards. The quotient's error is far below the distance of 1/(2·steps) that any quotient which
   * is not a half keeps from one, so this is the rounding of the exact average.
   */
  average(steps: number, scale: number): SparseRows {
    const rows = new RowList();
    for (let row = 0; row < this.#starts.length; row++) {
      const start = this.#starts[row]!;
      const entries = Array.from({ length: this.#sizes[row]! }, (_, i) => start + i)
        .sort((a, b) => this.#columns[a]! - this.#columns[b]!);
      for (const entry of entries) {
        const sum = this.#weights[entry]! * steps - this.#sums[entry]!;
        rows.push(this.#columns[entry]!, Math.round(sum * scale / steps));
      }
      rows.endRow();
    }
    return rows.toRows();
  }

  #find(row: number, column: number): number {
    const columns = this.#columns;
    const start = this.#starts[row]!;
    const end = start + this.#sizes[row]!;
    for (let i = start; i < end; i++) {
      if (columns[i] === column) return i;
    }
    return -1;
  }

  #widen(row: number): void {
    const capacity = Math.max(FIRST_CAPACITY, 2 * this.#capacities[row]!);
    if (this.#end + capacity > this.#columns.length) {
      const length = 2 * Math.max(this.#columns.length, capacity);
      this.#columns = wider(this.#columns, length);
      this.#weights = wider(this.#weights, length);
      this.#sums = wider(this.#sums, length);
    }
    const from = this.#starts[row]!;
    const to = from + this.#sizes[row]!;
    for (const pool of [this.#columns, this.#weights, this.#sums]) {
      pool.copyWithin(this.#end, from, to);
    }
    this.#starts[row] = this.#end;
    this.#capacities[row] = capacity;
    this.#end += capacity;
  }
}

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
    const rows = new RowList();
    for (let row = 0; row < labelCount; row++) {
      for (let label = 0; label < labelCount; label++) {
        rows.push(label, Math.round(this.#sums[row * labelCount + label]! * scale / steps));
      }
      rows.endRow();
    }
    return rows.toRows();
  }
}
