/**
 * Rows of weights that are written one after another.
 *
 * @module
 */

import { IntList, type WeightRows } from "../linear_model.ts";

/**
 * Makes rows of weights, whose columns ascend whatever the order in which they are added. What is
 * added twice to a column of a row is added up.
 */
export class RowBuilder {
  readonly #offsets = new IntList();
  #columns = new Int32Array(1024);
  #weights = new Float64Array(1024);
  #count = 0;
  /** Where the row begins, and whether its columns ascend so far. */
  #begin = 0;
  #isAscending = true;

  /** Has no rows at first. */
  constructor() {
    this.#offsets.push(0);
  }

  /** Rows that have been ended. */
  get length(): number {
    return this.#offsets.length - 1;
  }

  /** Adds an entry to the row; a weight of 0 is none. */
  add(column: number, weight: number): void {
    if (weight === 0) return;
    const at = this.#count++;
    if (at === this.#weights.length) {
      const [columns, weights] = [new Int32Array(2 * at), new Float64Array(2 * at)];
      columns.set(this.#columns);
      weights.set(this.#weights);
      [this.#columns, this.#weights] = [columns, weights];
    }
    this.#isAscending &&= at === this.#begin || column > this.#columns[at - 1]!;
    this.#columns[at] = column;
    this.#weights[at] = weight;
  }

  /** Ends the row. */
  endRow(): void {
    if (!this.#isAscending) this.#sortRow();
    this.#offsets.push(this.#count);
    this.#begin = this.#count;
    this.#isAscending = true;
  }

  #sortRow(): void {
    const sums = new Map<number, number>();
    for (let i = this.#begin; i < this.#count; i++) {
      const column = this.#columns[i]!;
      sums.set(column, (sums.get(column) ?? 0) + this.#weights[i]!);
    }
    this.#count = this.#begin;
    for (const [column, weight] of [...sums].sort(([a], [b]) => a - b)) {
      this.#columns[this.#count] = column;
      this.#weights[this.#count++] = weight;
    }
  }

  /** A copy of the rows that have been ended. */
  toRows(): WeightRows {
    return {
      offsets: this.#offsets.toArray(),
      columns: this.#columns.slice(0, this.#begin),
      weights: this.#weights.slice(0, this.#begin),
    };
  }
}
