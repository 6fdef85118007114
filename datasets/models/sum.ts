/**
 * From attributes to the scores of a sentence.
 *
 * @module
 */

import { rounded } from "../../decoders/tagging/score_rule.ts";
import { type RowLists, WeightTable } from "../../decoders/kernels/sum/weight_table.ts";
import type { Arena } from "../../decoders/kernels/arena.ts";
import { largestMagnitude } from "../../decoders/lattice.ts";
import { LARGEST_SUM } from "../../decoders/chain/grid.ts";
import { ROUNDOFF } from "../../decoders/probability/estimate.ts";
import { shown } from "../../decoders/chain/score_check.ts";
import { briefJson } from "../visible.ts";
import type { WeightRows } from "../linear_model.ts";
import { AttributeRows } from "./attribute_rows.ts";
import { byteString } from "./byte_strings.ts";
import type { Attribute, FeatureModel, SentenceScores } from "./contract.ts";

/** More scores of a sentence are refused, 2 GB: pairs take T·L². */
const MOST_SCORES = 2 ** 28;

/**
 * Adds up the weights of attributes. Those that the model does not know count nothing, one that
 * comes twice counts twice.
 *
 * With `sums: "exact"` each product of a weight and a value other than 1 is rounded to the model's
 * grid, and sums are exact as long as they stay below 2^(53−g): the order does not matter. With
 * `float32` sums are those of CRF++: in float32 in the order of the attributes, times the cost
 * factor, and then rounded to the grid.
 *
 * Cost: the entries of the rows, and O(TL), or O(TL²) for pairs.
 */
export class FeatureSums {
  readonly #model: FeatureModel;
  readonly #scale: number;
  /** How far a rounded score may be off. */
  readonly #halfStep: number;
  /** Those of the sentence at hand. */
  readonly #rows = new AttributeRows();
  /** Of weights and of pairs, for exact sums. */
  readonly #weights: WeightTable | undefined;
  readonly #pairs: WeightTable | undefined;
  /** The largest weight of each attribute, and of start and end scores together. */
  readonly #largest: Float64Array;
  readonly #ends: number;
  /** Of the pairs of each attribute, and of all that is added besides attributes. */
  readonly #largestPairs: Float64Array | undefined;
  readonly #fixed: number;

  /** Places the weights. */
  constructor(model: FeatureModel) {
    const { labels: { length: L }, weights, pairs, sums, start, end } = model;
    this.#model = model;
    this.#largest = largestOfRows(weights);
    this.#ends = [start, end].reduce((sum, own) => sum + (own ? largestMagnitude(own) : 0), 0);
    this.#largestPairs = pairs && largestOfRows(pairs);
    this.#fixed = this.#ends + (pairs === undefined ? 0 : largestMagnitude(model.transitions));
    if (sums === "exact") {
      this.#weights = new WeightTable(weights, L);
      this.#pairs = pairs && new WeightTable(pairs, L * L);
    }
    const { exponent } = model.grid;
    this.#scale = exponent === Infinity ? 0 : 2 ** exponent;
    this.#halfStep = exponent === Infinity ? 0 : 2 ** -exponent / 2;
  }

  /** Where the weights are, if they are in the memory of kernels. */
  get arena(): Arena | undefined {
    return this.#weights?.arena;
  }

  /**
   * The scores of a sentence.
   *
   * @param sentence the attributes of each position
   * @throws TypeError naming position and attribute for what is none, RangeError for a value that
   * is not finite, and for scores that would not fit into memory
   */
  scores(sentence: readonly (readonly Attribute[])[]): SentenceScores {
    const { attributes } = this.#model;
    const found = this.#rows;
    found.clear();
    // Not `forEach`, which passes over holes.
    for (const [t, position] of sentence.entries()) {
      if (!Array.isArray(position)) {
        throw new TypeError(`Cannot read attributes of position ${t}, no list: ${shown(position)}`);
      }
      for (let i = 0; i < position.length; i++) {
        const attribute: Attribute = position[i];
        const [name, value] = typeof attribute === "string"
          ? [attribute, 1]
          : Array.isArray(attribute)
          ? attribute
          : [];
        if (typeof name !== "string" || typeof value !== "number") {
          throw new TypeError(`Cannot read attribute ${i} of position ${t}: ${shown(attribute)}`);
        }
        if (!Number.isFinite(value)) {
          const what = `${briefJson(name)} of position ${t}`;
          throw new RangeError(`Cannot use attribute ${what} with this value: ${value}`);
        }
        const row = attributes.get(byteString(name));
        if (row !== undefined) found.add(row, value);
      }
      found.end();
    }
    return this.scoresOfRows(found);
  }

  /**
   * The scores of a sentence whose attributes are rows already, which may stay until the next call
   * alone.
   *
   * @throws RangeError for scores that would not fit into memory
   */
  scoresOfRows(encoded: RowLists): SentenceScores {
    const { labels, weights, pairs, transitions, start, end } = this.#model;
    const L = labels.length;
    const { length } = encoded;
    const size = length * L * (pairs === undefined ? 1 : L);
    if (size > MOST_SCORES) {
      throw new RangeError(
        `Cannot hold the scores of a sentence of ${length} positions and ${L} labels: ${size}`,
      );
    }
    // Pairs first, which move no list: lists may be views of the memory of the weights, which go
    // when that grows.
    const bounds = this.#bounds(encoded);
    const edges = pairs === undefined || length === 0
      ? undefined
      : this.#add(encoded, this.#pairs!, pairs, L * L, 1);
    const emissions = this.#add(encoded, this.#weights, weights, L, 0);
    addEnds(emissions, L, start, end);
    if (edges === undefined) return { length, emissions, ...bounds };
    for (let i = 0; i < edges.length; i++) edges[i]! += transitions[i % (L * L)]!;
    return { length, emissions, pairs: edges, ...bounds };
  }

  /** Adds up rows of weights, from a position on. */
  #add(
    lists: RowLists,
    table: WeightTable | undefined,
    { offsets, columns, weights }: WeightRows,
    width: number,
    first: number,
  ): Float64Array {
    if (table !== undefined) return table.add(lists, first, this.#scale);
    const { length, starts, rows, values, hasValues } = lists;
    const { costFactor } = this.#model;
    const scores = new Float64Array(Math.max(0, length - first) * width);
    const sum = new Float32Array(width);
    for (let t = first; t < length; t++) {
      const base = (t - first) * width;
      sum.fill(0);
      for (let a = starts[t]!; a < starts[t + 1]!; a++) {
        const [row, value] = [rows[a]!, hasValues ? values[a]! : 1];
        for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
          sum[columns[i]!]! += value * weights[i]!;
        }
      }
      for (let y = 0; y < width; y++) {
        scores[base + y] = rounded(costFactor * sum[y]!, this.#scale);
      }
    }
    return scores;
  }

  /**
   * How far a score may be off at most: by what each of its weights was changed, times its value,
   * and half a step for each product that is rounded, or for the sum in float32; a start, an end
   * score and a transition. Where there is no grid, and beyond 2^51 steps of one, each product and
   * each sum rounds by a few times 2⁻⁵³ of the largest sum. And how large it may be: Σ
   * |value|·max|weight| of the attributes.
   *
   * @throws RangeError for sums that may overflow, in float32 from 2^127 on: −∞ would be taken for
   * what is forbidden
   */
  #bounds(
    { length, starts, rows, values, hasValues }: RowLists,
  ): Pick<SentenceScores, "scoreError" | "emissionBound"> {
    const { sums, costFactor, grid: { largestChange } } = this.#model;
    const isSingle = sums === "float32";
    const factor = Math.max(1, Math.abs(costFactor));
    const limit = isSingle ? Math.min(2 ** 127, LARGEST_SUM / factor) : LARGEST_SUM;
    let [scoreError, emissionBound] = [0, 0];
    for (let t = 0; t < length; t++) {
      let [error, bound, most] = [0, 0, this.#fixed];
      for (let a = starts[t]!; a < starts[t + 1]!; a++) {
        const [row, value] = [rows[a]!, hasValues ? values[a]! : 1];
        const size = Math.abs(value);
        const half = value === 1 ? 0 : this.#halfStep;
        error += size * largestChange + half;
        bound += size * this.#largest[row]! + half;
        most += size * Math.max(this.#largest[row]!, this.#largestPairs?.[row] ?? 0) + half;
      }
      if (!(most < limit)) {
        throw new RangeError(`Cannot add up scores of position ${t}: they may reach ${most}`);
      }
      const isExact = this.#scale > 0 && factor * most * this.#scale < 2 ** 51;
      // Sums in float32 are what they are: what rounds is what becomes of them.
      const terms = isSingle ? 1 : starts[t + 1]! - starts[t]! + 2;
      const times = isExact ? Number(hasValues && !isSingle) : 16 * terms;
      const rounding = times * ROUNDOFF * factor * most;
      scoreError = Math.max(scoreError, isSingle ? rounding : error + rounding);
      emissionBound = Math.max(emissionBound, bound);
    }
    if (isSingle) return { scoreError: scoreError + this.#halfStep + 2 * largestChange };
    return {
      scoreError: scoreError + 2 * largestChange,
      emissionBound: emissionBound + this.#ends,
    };
  }
}

/** The largest magnitude of each row. */
function largestOfRows({ offsets, weights }: WeightRows): Float64Array {
  const largest = new Float64Array(offsets.length - 1);
  for (let row = 0; row < largest.length; row++) {
    for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
      largest[row] = Math.max(largest[row]!, Math.abs(weights[i]!));
    }
  }
  return largest;
}

/** Adds start and end scores to the first and the last row. */
export function addEnds(
  emissions: Float64Array,
  labelCount: number,
  start: Float64Array | undefined,
  end: Float64Array | undefined,
): void {
  if (emissions.length === 0) return;
  const last = emissions.length - labelCount;
  start?.forEach((score, y) => emissions[y]! += score);
  end?.forEach((score, y) => emissions[last + y]! += score);
}
