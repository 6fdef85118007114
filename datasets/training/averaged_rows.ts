/**
 * The perceptron's weights while it learns.
 *
 * @module
 */

import { IntList } from "./int_list.ts";
import type { SparseRows } from "./linear_model.ts";

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
    const rowCount = this.#starts.length;
    const offsets = new Int32Array(rowCount + 1);
    const columns = new IntList();
    const values = new IntList();
    for (let row = 0; row < rowCount; row++) {
      const start = this.#starts[row]!;
      const entries = Array.from({ length: this.#sizes[row]! }, (_, i) => start + i)
        .sort((a, b) => this.#columns[a]! - this.#columns[b]!);
      for (const entry of entries) {
        const sum = this.#weights[entry]! * steps - this.#sums[entry]!;
        const value = Math.round(sum * scale / steps);
        if (value === 0) continue;
        columns.push(this.#columns[entry]!);
        values.push(value);
      }
      offsets[row + 1] = columns.length;
    }
    return { offsets, columns: columns.toArray(), values: values.toArray() };
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
      this.#columns = copyInto(new Int32Array(length), this.#columns);
      this.#weights = copyInto(new Int32Array(length), this.#weights);
      this.#sums = copyInto(new Float64Array(length), this.#sums);
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

function copyInto<A extends Int32Array | Float64Array>(target: A, source: A): A {
  target.set(source);
  return target;
}
