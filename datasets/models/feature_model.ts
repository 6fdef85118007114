/**
 * A model from what a reader found: checked, and its scores on a grid; and rows of
 * weights that are written one after another.
 *
 * @module
 */

import { gridExponent, LARGEST_SUM } from "../../decoders/chain/grid.ts";
import { largestMagnitude } from "../../decoders/lattice.ts";
import { rounded } from "../../decoders/tagging/score_rule.ts";
import type { Grid } from "../dataset.ts";
import { briefJson } from "../visible.ts";
import { IntList, type WeightRows, wider } from "../linear_model.ts";
import type { FeatureModel } from "./contract.ts";

/** As many terms of the largest weight can be added exactly. */
const TERMS = 2 ** 20;
/** Where a weight might change more, none is changed. */
const MOST_CHANGE = 1e-6;
/** More labels are refused, before there is room for their transitions: half a GB. */
export const MOST_LABELS: number = 2 ** 13;

/** What a reader has found. Parts that are not given are empty, 0 or as in exact sums. */
export interface FoundModel extends Partial<Omit<FeatureModel, "grid">> {
  readonly format: string;
  readonly labels: readonly string[];
}

/**
 * The model with all scores on the finest grid that holds exact sums of 2^20 of its largest weight,
 * at most 2^−32 where that is 1 or more: scores of sentences are exact sums then, in any order. The
 * change is at most half a step, and said in `grid`. Where half a step exceeded 1e-6, nothing is
 * changed and the exponent is ∞: sums round as they do.
 *
 * With `sums: "float32"` weights stay as they are.
 *
 * @throws RangeError naming the part for NaN, +∞ and shapes that do not match
 */
export function featureModel(found: FoundModel, source: string): FeatureModel {
  const { labels, start, end, pairs } = found;
  const L = labels.length;
  if (!(L >= 1 && L <= MOST_LABELS)) {
    throw new RangeError(`Cannot use ${source}: it has ${L} labels (from 1 to ${MOST_LABELS})`);
  }
  checkNames(labels, source);
  const { sums = "exact", costFactor = 1, notes = [] } = found;
  const attributes = found.attributes ?? new Map<string, number>();
  const weights = found.weights ?? emptyRows(0);
  const transitions = found.transitions ?? new Float64Array(L * L);
  const parts: [string, Float64Array | undefined, number | undefined][] = [
    ["weights", weights.weights, undefined],
    ["pairs", pairs?.weights, undefined],
    ["transitions", transitions, L * L],
    ["start", start, L],
    ["end", end, L],
  ];
  for (const [name, scores, size] of parts) checkScores(name, scores, size, source);
  const all = parts.flatMap(([, scores]) => scores ?? []);
  const scale = Math.abs(costFactor) * Math.max(...all.map(largestMagnitude));
  // The largest may become a power of two: it is read again on the grid on which it is written.
  const exponent = exponentFor(rounded(scale, 2 ** exponentFor(scale)));
  // Of sums in float32 the first two parts stay as they are; there may be no pairs.
  const moved = parts.slice(sums === "float32" ? 2 : 0).flatMap(([, scores]) => scores ?? []);
  const grid = { exponent, largestChange: snapAll(moved, exponent) };
  return { ...found, attributes, weights, transitions, sums, costFactor, notes, grid };
}

/** Rows without entries. */
export function emptyRows(rows: number): WeightRows {
  const none = { columns: new Int32Array(0), weights: new Float64Array(0) };
  return { offsets: new Int32Array(rows + 1), ...none };
}

/** The exponent of the grid of a model; ∞ if it has none. */
function exponentFor(largest: number): number {
  const bound = largest * TERMS;
  if (!(bound < LARGEST_SUM)) return Infinity;
  const exponent = gridExponent(bound, largest);
  return 2 ** -exponent / 2 <= MOST_CHANGE ? exponent : Infinity;
}

/** Puts scores on a grid, in place; the largest change. −∞ stays. */
function snapAll(arrays: readonly Float64Array[], exponent: Grid["exponent"]): number {
  if (exponent === Infinity) return 0;
  const scale = 2 ** exponent;
  let largest = 0;
  for (const scores of arrays) {
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i]!;
      if (score === -Infinity || score === 0) continue;
      const snapped = Math.round(score * scale) / scale;
      largest = Math.max(largest, Math.abs(snapped - score));
      scores[i] = snapped;
    }
  }
  return largest;
}

function checkScores(
  name: string,
  scores: Float64Array | undefined,
  size: number | undefined,
  source: string,
): void {
  if (scores === undefined) return;
  if (size !== undefined && scores.length !== size) {
    throw new RangeError(`Cannot use ${name} of ${source}: ${scores.length} scores, not ${size}`);
  }
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (score < Infinity && (score > -Infinity || size !== undefined)) continue;
    throw new RangeError(`Cannot use ${name} of ${source}, score ${i}: ${score}`);
  }
}

function checkNames(labels: readonly string[], source: string): void {
  const seen = new Set<string>();
  for (const label of labels) {
    if (seen.has(label)) {
      throw new RangeError(`Cannot tell labels of ${source} apart: ${briefJson(label)} twice`);
    }
    seen.add(label);
  }
}

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

  /** Adds an entry to the row; a weight of 0 is none. */
  add(column: number, weight: number): void {
    if (weight === 0) return;
    const at = this.#count++;
    if (at === this.#weights.length) {
      [this.#columns, this.#weights] = [wider(this.#columns), wider(this.#weights)];
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
