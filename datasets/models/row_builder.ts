/**
 * Rows of weights that are written one after another.
 *
 * @module
 */

import { IntList, type WeightRows } from "../linear_model.ts";

/** Makes rows of weights. Columns of a row are in the order in which they were added. */
export class RowBuilder {
  readonly #offsets = new IntList();
  readonly #columns = new IntList();
  #weights = new Float64Array(1024);

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
    if (this.#columns.length === this.#weights.length) {
      const grown = new Float64Array(2 * this.#weights.length);
      grown.set(this.#weights);
      this.#weights = grown;
    }
    this.#weights[this.#columns.length] = weight;
    this.#columns.push(column);
  }

  /** Ends the row. */
  endRow(): void {
    this.#offsets.push(this.#columns.length);
  }

  /** A copy of the rows that have been ended. */
  toRows(): WeightRows {
    return {
      offsets: this.#offsets.toArray(),
      columns: this.#columns.toArray(),
      weights: this.#weights.slice(0, this.#columns.length),
    };
  }
}
