/**
 * Features and what they were seen with.
 *
 * @module
 */

/** The columns of each feature, which ascend: pairs that have a weight. */
export interface FeatureTable {
  /** The number of a feature; undefined if it has no weights. */
  numberOf(feature: string): number | undefined;
  /** The columns of feature f are at `offsets[f]` up to the next offset. */
  readonly offsets: Int32Array;
  readonly columns: Int32Array;
}

/** Counts pairs of features and columns. */
export class FeatureCounter {
  readonly #numbers = new Map<string, number>();
  /** Uses of each pair, at feature · columns + column. */
  readonly #uses = new Map<number, number>();
  readonly #columnCount: number;

  /** Columns are below `columnCount`. */
  constructor(columnCount: number) {
    this.#columnCount = columnCount;
  }

  /** A feature was seen with a column. */
  add(feature: string, column: number): void {
    let number = this.#numbers.get(feature);
    if (number === undefined) this.#numbers.set(feature, number = this.#numbers.size);
    const pair = number * this.#columnCount + column;
    this.#uses.set(pair, (this.#uses.get(pair) ?? 0) + 1);
  }

  /**
   * The pairs that were seen `least` times. Features keep the order in which they were seen first.
   *
   * No hashing: what is seen rarely has no weight instead of somebody else's.
   */
  table(least: number): FeatureTable {
    const kept = Float64Array.from(
      [...this.#uses].filter(([, uses]) => uses >= least).map(([pair]) => pair),
    ).sort();
    const offsets = new Int32Array(this.#numbers.size + 1);
    for (const pair of kept) offsets[Math.floor(pair / this.#columnCount) + 1]!++;
    for (let f = 0; f < this.#numbers.size; f++) offsets[f + 1]! += offsets[f]!;
    return {
      numberOf: (feature) => this.#numbers.get(feature),
      offsets,
      columns: Int32Array.from(kept, (pair) => pair % this.#columnCount),
    };
  }
}
