/**
 * Sums over paths as logarithms of weights.
 *
 * @module
 */

import { transpose } from "../chain/dense_viterbi.ts";
import type { ScoreCheck } from "./score_check.ts";
import type { Work } from "../contract.ts";
import type { Lattice, Model } from "../lattice.ts";
import {
  CompensatedSum,
  extremes,
  type NodeError,
  type PathSum,
  type PathSums,
  relativeBound,
  ROUNDOFF,
} from "./estimate.ts";
import { exp, log } from "../kernels/probability/exp.ts";

/** More than the probability of what is so improbable that it becomes 0. */
export const LOST: number = 2 ** -1000;

/**
 * Forward–backward with logarithms: a_t(y) = n_t(y) + ln Σ_x e^(a_{t−1}(x) + e(x, y)), the largest
 * term taken out of each sum, and the largest of each row out of the row. Nothing under- or
 * overflows, −∞ is never subtracted from −∞, and terms that are forbidden are left out.
 *
 * Cost: L² exponentials a position. Errors grow with the range of scores, as they are rounded sums.
 *
 * Source: the tutorial's equations for α̂ and β̂.
 */
export class LogSums implements PathSums {
  readonly #model: Model;
  readonly #check: ScoreCheck;
  readonly #entries: Int32Array | undefined;
  /** Transitions without the largest one; row = next label; and the other way round. */
  #incoming: Float64Array = new Float64Array(0);
  #outgoing: Float64Array = new Float64Array(0);
  #shift = 0;
  #range = 0;
  /** T rows each: emissions, prefixes and suffixes without the largest of the row. */
  #own = new Float64Array(0);
  #prefixes = new Float64Array(0);
  #suffixes = new Float64Array(0);
  /** Of each position: range of the emissions, and errors of the prefixes. */
  #ranges = new Float64Array(0);
  #errors = new Float64Array(0);
  #length = 0;
  readonly #terms: Float64Array;

  /** @param entries indices of the transitions that are counted; all if they are not given */
  constructor(model: Model, check: ScoreCheck, entries?: Int32Array) {
    this.#model = model;
    this.#check = check;
    this.#entries = entries;
    this.#terms = new Float64Array(model.labelCount);
    this.#place();
  }

  revise(): void {
    this.#check.revise();
    this.#place();
  }

  /**
   * The least that ln Z of any lattice of so many positions may be off, and half of what its
   * probabilities may: a rounding a step, one where prefixes meet what follows, and no range.
   */
  leastError(length: number): number {
    return (length + 1) * this.#rounding(0);
  }

  #place(): void {
    const { labelCount, transitions } = this.#model;
    const [most, least] = extremes(transitions);
    const hasEdges = most !== -Infinity;
    this.#shift = hasEdges ? most : 0;
    this.#range = hasEdges ? most - least : 0;
    this.#outgoing = transitions.map((score) => score - this.#shift);
    this.#incoming = transpose(this.#outgoing, labelCount);
  }

  forward(lattice: Lattice, work: Work, sentence?: number): PathSum | undefined {
    const { labelCount } = this.#model;
    const { length, emissions } = lattice;
    this.#check.check(lattice, sentence);
    this.#reserve(length);
    this.#length = length;
    this.#count(work);
    work.iterations++;
    work.nodeExpansions += (length - 1) * labelCount;
    const [own, prefixes] = [this.#own, this.#prefixes];
    const sum = new CompensatedSum();
    let [error, span] = [0, 0];
    for (let t = 0, row = 0; t < length; t++, row += labelCount) {
      const [most, least] = extremes(emissions.subarray(row, row + labelCount));
      if (most === -Infinity) return undefined;
      sum.add(most);
      this.#ranges[t] = most - least;
      if (t > 0) {
        this.#step(prefixes, row - labelCount, this.#incoming, prefixes, row);
        sum.add(this.#shift);
      }
      for (let y = 0; y < labelCount; y++) {
        own[row + y] = emissions[row + y]! - most;
        prefixes[row + y] = own[row + y]! + (t === 0 ? 0 : prefixes[row + y]!);
      }
      error += this.#rounding(span + most - least);
      const found = prefixes.subarray(row, row + labelCount);
      const [top, bottom] = extremes(found);
      if (top === -Infinity) return undefined;
      lower(found, top);
      sum.add(top);
      span = top - bottom;
      this.#errors[t] = error;
    }
    const last = prefixes.subarray((length - 1) * labelCount, length * labelCount);
    sum.add(log(last.reduce((total, prefix) => total + exp(prefix), 0)));
    return { log: sum, error: 1.001 * (error + this.#rounding(span)) };
  }

  backward(nodes: Float64Array, work: Work): NodeError {
    const { labelCount } = this.#model;
    const [own, prefixes, suffixes] = [this.#own, this.#prefixes, this.#suffixes];
    const last = (this.#length - 1) * labelCount;
    this.#count(work);
    let [error, relative] = [0, 0];
    suffixes.fill(0, last, last + labelCount);
    for (let t = this.#length - 1, row = last; t >= 0; t--, row -= labelCount) {
      const [, leastPrefix] = extremes(prefixes.subarray(row, row + labelCount));
      const [, leastSuffix] = extremes(suffixes.subarray(row, row + labelCount));
      for (let y = 0; y < labelCount; y++) nodes[row + y] = prefixes[row + y]! + suffixes[row + y]!;
      normalize(nodes.subarray(row, row + labelCount));
      const joining = this.#rounding(-leastPrefix - leastSuffix);
      relative = Math.max(relative, relativeBound(2 * (this.#errors[t]! + error + joining)));
      if (t === 0) break;
      const follow = this.#terms;
      for (let y = 0; y < labelCount; y++) follow[y] = own[row + y]! + suffixes[row + y]!;
      this.#step(follow, 0, this.#outgoing, suffixes, row - labelCount);
      error += this.#rounding(this.#ranges[t]! - leastSuffix);
      const before = suffixes.subarray(row - labelCount, row);
      lower(before, extremes(before)[0]);
    }
    const excess = (2 * this.#model.labelCount + 8) * ROUNDOFF;
    return { relative, absolute: LOST, excess };
  }

  addExpected(counts: Float64Array): void {
    const count = this.#entries?.length ?? this.#outgoing.length;
    for (let t = 1; t < this.#length; t++) {
      const found = this.edgesInto(t);
      for (let i = 0; i < count; i++) counts[i]! += found[this.#entries?.[i] ?? i]!;
    }
  }

  sources(position: number, next: number | undefined, weights: Float64Array): void {
    const { labelCount } = this.#model;
    for (let x = 0; x < labelCount; x++) {
      const edge = next === undefined ? 0 : this.#incoming[next * labelCount + x]!;
      weights[x] = this.#prefixes[position * labelCount + x]! + edge;
    }
    normalize(weights);
  }

  edgesInto(position: number): Float64Array {
    const { labelCount } = this.#model;
    const row = position * labelCount;
    const found = new Float64Array(labelCount ** 2);
    for (let x = 0, edge = 0; x < labelCount; x++) {
      for (let y = 0; y < labelCount; y++, edge++) {
        const follow = this.#own[row + y]! + this.#suffixes[row + y]!;
        found[edge] = this.#prefixes[row - labelCount + x]! + this.#outgoing[edge]! + follow;
      }
    }
    normalize(found, labelCount);
    return found;
  }

  /** to(y) = ln Σ_x e^(from(x) + edge(x, y)), rows at indices; row of `edges` = label y. */
  #step(from: Float64Array, at: number, edges: Float64Array, to: Float64Array, row: number): void {
    const { labelCount } = this.#model;
    for (let y = 0, edge = 0; y < labelCount; y++, edge += labelCount) {
      let top = -Infinity;
      for (let x = 0; x < labelCount; x++) {
        const term = from[at + x]! + edges[edge + x]!;
        if (term > top) top = term;
      }
      let sum = 0;
      if (top !== -Infinity) {
        for (let x = 0; x < labelCount; x++) sum += exp(from[at + x]! + edges[edge + x]! - top);
      }
      to[row + y] = top + log(sum);
    }
  }

  /** `rounding`, without the range of transitions. */
  #rounding(range: number): number {
    return rounding(this.#model.labelCount, range + this.#range);
  }

  #count(work: Work): void {
    work.edgeEvaluations += (this.#length - 1) * this.#model.labelCount ** 2;
  }

  #reserve(length: number): void {
    if (length <= this.#errors.length) return;
    const rows = () => new Float64Array(2 * length * this.#model.labelCount);
    [this.#own, this.#prefixes, this.#suffixes] = [rows(), rows(), rows()];
    [this.#ranges, this.#errors] = [new Float64Array(2 * length), new Float64Array(2 * length)];
  }
}

function lower(scores: Float64Array, by: number): void {
  for (let i = 0; i < scores.length; i++) scores[i]! -= by;
}

/**
 * What rounding adds to the error of each logarithm in a step, `range` the largest differences of
 * prefixes, of emissions and of transitions together (`PROOFS.md` in this folder), or the largest
 * magnitudes (`PROOFS.md` of pairs).
 */
export function rounding(labelCount: number, range: number): number {
  return ROUNDOFF * (8 * range + 2 * labelCount + 40);
}

/**
 * Turns logarithms, not all of which are −∞, into shares of 1. So many at a time are added up, so
 * that the sum of many rounds little.
 */
export function normalize(logarithms: Float64Array, part: number = logarithms.length): void {
  const [top] = extremes(logarithms);
  let sum = 0;
  for (let first = 0; first < logarithms.length; first += part) {
    let own = 0;
    for (let i = first; i < first + part; i++) own += logarithms[i] = exp(logarithms[i]! - top);
    sum += own;
  }
  for (let i = 0; i < logarithms.length; i++) logarithms[i]! /= sum;
}
