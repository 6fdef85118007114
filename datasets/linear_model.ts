/**
 * A first-order linear model and what it is applied to: what a trainer learns and a factored pack
 * holds; and how both become smaller without changing a score.
 *
 * @module
 */

import { grouped, remembered, startsOf } from "./dataset.ts";

/** A sparse integer matrix by rows; the columns of a row ascend. */
export interface SparseRows {
  /** Row r is at indices `offsets[r]` up to `offsets[r + 1]` of the other two arrays. */
  readonly offsets: Int32Array;
  /** Column of each entry. */
  readonly columns: Int32Array;
  /** Value of each entry. */
  readonly values: Int32Array;
}

/** Rows of weights that are learned: row f is at `offsets[f]` up to the next offset. */
export interface WeightRows {
  /** Row r is at indices `offsets[r]` up to `offsets[r + 1]` of the other two arrays. */
  readonly offsets: Int32Array;
  /** Column of each entry; those of a row ascend, where a trainer made them. */
  readonly columns: Int32Array;
  /** Weight of each entry. */
  readonly weights: Float64Array;
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
  /** The value of each, that its weights are multiplied by, if not all are 1. */
  readonly values?: Float64Array;
  /** The right label's rank by position, or `UNKNOWN_LABEL`. */
  readonly labels: Int32Array;
}

/**
 * Adds a row of weights times a unit to scores: to `target[offset + column]`.
 *
 * @param value what the weights are multiplied by
 */
export function addRow(
  { offsets, columns, values }: SparseRows,
  row: number,
  unit: number,
  target: Float64Array,
  offset: number,
  value = 1,
): void {
  const factor = unit * value;
  for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
    target[offset + columns[i]!]! += factor * values[i]!;
  }
}

/**
 * The scores of labels at positions of a corpus: sums of the weights of the features that fire.
 *
 * @param first position
 * @returns a row of scores for each position, `labelCount` wide
 */
export function emissionsOf(
  { weights, unitExponent }: Pick<LinearModel, "weights" | "unitExponent">,
  { featureOffsets, features, values }: Omit<EncodedCorpus, "lengths" | "labels">,
  labelCount: number,
  first: number,
  length: number,
): Float64Array {
  const unit = 2 ** -unitExponent;
  const emissions = new Float64Array(length * labelCount);
  for (let t = 0; t < length; t++) {
    for (let i = featureOffsets[first + t]!; i < featureOffsets[first + t + 1]!; i++) {
      addRow(weights, features[i]!, unit, emissions, t * labelCount, values?.[i]);
    }
  }
  return emissions;
}

/** The L×L scores that transitions between L labels stand for, in multiples of a unit. */
export function denseScores(rows: SparseRows, unit: number): Float64Array {
  const labelCount = rows.offsets.length - 1;
  const scores = new Float64Array(labelCount * labelCount);
  for (let x = 0; x < labelCount; x++) addRow(rows, x, unit, scores, x * labelCount);
  return scores;
}

/** A copy of numbers with room for more, twice as many if nothing else is said. */
export function wider<Numbers extends Int32Array | Float64Array>(
  numbers: Numbers,
  length: number = 2 * numbers.length,
): Numbers {
  const copy = new (numbers.constructor as new (length: number) => Numbers)(length);
  copy.set(numbers);
  return copy;
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
      this.#values = wider(this.#values);
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

  /**
   * Adds an entry to the row; a value of 0 is none.
   *
   * @throws RangeError for a value that is no whole number of 32 bits
   */
  push(column: number, value: number): void {
    if (value === 0) return;
    if (value !== (value | 0)) {
      throw new RangeError(`Cannot hold a weight of ${value} units: 32 bits are too few`);
    }
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

/** The nearest multiple of 2^−unitExponent, halves up. */
export function roundTo(value: number, unitExponent: number): number {
  // "+ 0": no negative zeros.
  return Math.round(value * 2 ** unitExponent) / 2 ** unitExponent + 0;
}

/** Rows of weights in multiples of 2^−unitExponent, to the nearest, halves up, without zeros. */
export function roundedRows(
  { offsets, columns, weights }: WeightRows,
  unitExponent: number,
): SparseRows {
  const rows = new RowList();
  for (let row = 0; row + 1 < offsets.length; row++) {
    for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
      rows.push(columns[i]!, Math.round(weights[i]! * 2 ** unitExponent));
    }
    rows.endRow();
  }
  return rows.toRows();
}

/**
 * Keeps of a model and its sentences what their lattices depend on: features without weights and
 * features that never fire are dropped, and features that fire at exactly the same positions become
 * one whose weights are the sums. New ids follow the first position at which a feature fires.
 *
 * Every lattice stays the same, as its scores are sums of integers. Of the features that fire at
 * one position only, a single sum is left. Cost: memory for each feature's list of positions.
 */
export function mergeFeatures(
  model: LinearModel,
  corpus: EncodedCorpus,
): { model: LinearModel; corpus: EncodedCorpus } {
  const merged = grouped(
    positionsByFeature(model.weights, corpus),
    ([, positions]) => positions.join(),
  );
  const weights = new RowList();
  const fired: number[][] = Array.from({ length: corpus.featureOffsets.length - 1 }, () => []);
  for (const group of merged.values()) {
    const row = sumRows(model.weights, group.map(([feature]) => feature));
    if (row.length === 0) continue;
    for (const position of group[0]![1]) fired[position]!.push(weights.length);
    for (const [column, value] of row) weights.push(column, value);
    weights.endRow();
  }
  const features = Int32Array.from(fired.flat());
  return {
    model: { ...model, weights: weights.toRows() },
    corpus: { ...corpus, featureOffsets: startsOf(fired), features },
  };
}

/** The first sentences of a corpus, all of them if it has no more. */
export function firstSentences(corpus: EncodedCorpus, count: number): EncodedCorpus {
  const lengths = corpus.lengths.slice(0, count);
  const positions = lengths.reduce((sum, length) => sum + length, 0);
  return {
    lengths,
    featureOffsets: corpus.featureOffsets.slice(0, positions + 1),
    features: corpus.features.slice(0, corpus.featureOffsets[positions]),
    ...corpus.values && { values: corpus.values.slice(0, corpus.featureOffsets[positions]) },
    labels: corpus.labels.slice(0, positions),
  };
}

/** Where each feature with weights fires, in order of its first position. */
function positionsByFeature(
  weights: SparseRows,
  { features, featureOffsets }: EncodedCorpus,
): Map<number, number[]> {
  const positions = new Map<number, number[]>();
  for (let p = 0; p + 1 < featureOffsets.length; p++) {
    for (const feature of features.subarray(featureOffsets[p], featureOffsets[p + 1])) {
      if (weights.offsets[feature] === weights.offsets[feature + 1]) continue;
      remembered(positions, feature, () => []).push(p);
    }
  }
  return positions;
}

/** The sum of some rows: columns ascending, without zeros. */
function sumRows({ offsets, columns, values }: SparseRows, rows: number[]): [number, number][] {
  const sums = new Map<number, number>();
  for (const row of rows) {
    for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
      sums.set(columns[i]!, (sums.get(columns[i]!) ?? 0) + values[i]!);
    }
  }
  return [...sums].filter(([, value]) => value !== 0).sort(([a], [b]) => a - b);
}
