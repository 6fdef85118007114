/**
 * A first-order linear model and what it is applied to: what a trainer learns and a factored pack
 * holds.
 *
 * @module
 */

/** A sparse integer matrix by rows; the columns of a row ascend. */
export interface SparseRows {
  /** Row r is at indices `offsets[r]` up to `offsets[r + 1]` of the other two arrays. */
  readonly offsets: Int32Array;
  /** Column of each entry. */
  readonly columns: Int32Array;
  /** Value of each entry. */
  readonly values: Int32Array;
}

/**
 * Emissions are sums of features' weights: n_t(y) = u · Σ_{f fires at t} weights(f, y), and
 * e(x, y) = u · transitions(x, y), with the unit u = 2^−unitExponent.
 */
export interface LinearModel {
  /** Weights are integers that count this power of a half. */
  readonly unitExponent: number;
  /** A row a feature, a column a label. */
  readonly weights: SparseRows;
  /** L rows, one a previous label; a column a label. */
  readonly transitions: SparseRows;
}

/** The label id of a label that the model does not have. */
export const UNKNOWN_LABEL: number = -1;

/** Sentences as feature ids and label ids; the positions of all sentences are concatenated. */
export interface EncodedCorpus {
  /** T of each sentence. */
  readonly lengths: Int32Array;
  /** The features of position p are at `featureOffsets[p]` up to the next offset. */
  readonly featureOffsets: Int32Array;
  /** Feature ids by position. */
  readonly features: Int32Array;
  /** The right label's rank by position, or `UNKNOWN_LABEL`. */
  readonly labels: Int32Array;
}

/** Millions of integers without an object for each. */
export class IntList {
  #values = new Int32Array(1024);
  #length = 0;

  /** The number of integers pushed. */
  get length(): number {
    return this.#length;
  }

  /** Appends one integer. */
  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Int32Array(2 * this.#length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  /** A copy of the integers pushed so far. */
  toArray(): Int32Array<ArrayBuffer> {
    return this.#values.slice(0, this.#length);
  }
}

/** Sparse rows that are written one after another. */
export class RowList {
  readonly #offsets = new IntList();
  readonly #columns = new IntList();
  readonly #values = new IntList();

  /** Has no rows at first. */
  constructor() {
    this.#offsets.push(0);
  }

  /** Rows that have been ended. */
  get length(): number {
    return this.#offsets.length - 1;
  }

  /** Adds an entry to the row; a value of 0 is none. */
  push(column: number, value: number): void {
    if (value === 0) return;
    this.#columns.push(column);
    this.#values.push(value);
  }

  /** Ends the row. */
  endRow(): void {
    this.#offsets.push(this.#columns.length);
  }

  /** A copy of the rows that have been ended. */
  toRows(): SparseRows {
    return {
      offsets: this.#offsets.toArray(),
      columns: this.#columns.toArray(),
      values: this.#values.toArray(),
    };
  }
}
