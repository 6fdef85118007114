/**
 * Viterbi on labels that are pairs, one component after the other.
 *
 * @module
 */

import { backtrack } from "./dense_viterbi.ts";
import type { Decode, Work } from "../contract.ts";
import { kBestLists } from "./k_best_lists.ts";
import {
  largestMagnitude,
  type Lattice,
  type Model,
  type TransitionFactor,
  type TransitionStructure,
} from "../lattice.ts";
import { restrictedStep } from "./beam.ts";
import { roundingTolerance } from "./grid.ts";

/**
 * The best path of a lattice whose transitions are e(x, y) = e₀(x₀, y₀) + e₁(x₁, y₁).
 *
 * A step over L = P·Q labels is two steps, of which each changes one component only,
 *
 *     b(p, q') = max_q ( α(p, q) + e₁(q, q') ),
 *     α'(p', q') = max_p ( b(p, q') + e₀(p, p') ) + n(p', q'),
 *
 * with −∞ for pairs that are not labels. Exact, as max_{p,q} = max_p max_q and adding is monotone.
 * If sums may round, the labels on paths within a tolerance of the best are kept, and the best path
 * through them is found by adding as `scorePath` does. Proof: `PROOFS.md` in this folder.
 *
 * Cost: (T−1)·PQ·(P + Q) edges; O(TL) memory; preparation O(L + P² + Q²). If sums may round, an
 * edge more for each kept label and previous label.
 */
export function structuredViterbi(
  model: Model,
  structure: TransitionStructure,
): Decode {
  const { labelCount } = model;
  const toleranceOf = structuredTolerance(model, structure);
  const step = new PairStep(structure, labelCount);
  const edges = { ...model, fromStride: labelCount, toStride: 1 };
  let alpha = new Float64Array(0);
  return (lattice, _k, work) => {
    const { length, emissions } = lattice;
    if (alpha.length < length * labelCount) alpha = new Float64Array(length * labelCount);
    alpha.set(emissions.subarray(0, labelCount));
    for (let t = 1; t < length; t++) step.advance(alpha, emissions, t * labelCount);
    work.iterations++;
    work.nodeExpansions += (length - 1) * labelCount;
    work.edgeEvaluations += (length - 1) * step.edges;
    const tolerance = toleranceOf(lattice);
    if (tolerance === 0) return backtrack(edges, lattice, alpha);
    const near = nearBest(model, lattice, alpha, tolerance, work);
    return {
      paths: near === undefined ? [] : kBestLists(edges, lattice, (t) => near[t]!, 1, work),
    };
  };
}

/** One position of the dynamic programme over pairs. */
class PairStep {
  /** Edges of a step. */
  readonly edges: number;
  readonly #outer: TransitionFactor;
  readonly #inner: TransitionFactor;
  /** Where a label stands in the grid: q·P + p, P the larger number of components. */
  readonly #cells: Int32Array;
  /** p of each cell. */
  readonly #columns: Int32Array;
  /** α, b and α' by cell; −∞ in α where there is no label. */
  readonly #prefixes: Float64Array;
  readonly #between: Float64Array;
  readonly #values: Float64Array;
  /** Rows of `#values`, and no emissions: those are added by label. */
  readonly #rows: Float64Array[];
  readonly #none: Float64Array;

  constructor([first, second]: TransitionStructure, labelCount: number) {
    const [outer, inner] = first.size >= second.size ? [first, second] : [second, first];
    const cellCount = outer.size * inner.size;
    this.edges = cellCount * (outer.size + inner.size);
    this.#outer = outer;
    this.#inner = inner;
    this.#cells = Int32Array.from(
      { length: labelCount },
      (_, y) => inner.components[y]! * outer.size + outer.components[y]!,
    );
    this.#columns = Int32Array.from({ length: cellCount }, (_, cell) => cell % outer.size);
    this.#prefixes = new Float64Array(cellCount).fill(-Infinity);
    this.#between = new Float64Array(cellCount);
    const values = this.#values = new Float64Array(cellCount);
    this.#rows = Array.from(
      { length: inner.size },
      (_, q) => values.subarray(q * outer.size, (q + 1) * outer.size),
    );
    this.#none = new Float64Array(outer.size);
  }

  /** Fills alpha[row … row+L) from alpha[row−L … row). */
  advance(alpha: Float64Array, emissions: Float64Array, row: number): void {
    const cells = this.#cells;
    const prefixes = this.#prefixes;
    const values = this.#values;
    const previous = row - cells.length;
    for (let x = 0; x < cells.length; x++) prefixes[cells[x]!] = alpha[previous + x]!;
    this.#relaxInner();
    const { size, transitions } = this.#outer;
    for (let q = 0; q < this.#rows.length; q++) {
      restrictedStep(
        transitions,
        this.#columns,
        this.#between,
        q * size,
        (q + 1) * size,
        this.#none,
        this.#rows[q]!,
      );
    }
    for (let y = 0; y < cells.length; y++) {
      alpha[row + y] = values[cells[y]!]! + emissions[row + y]!;
    }
  }

  /** b(p, q') = max_q ( α(p, q) + e₁(q, q') ), for all p at a time. */
  #relaxInner(): void {
    const prefixes = this.#prefixes;
    const between = this.#between;
    const width = this.#outer.size;
    const { size, transitions } = this.#inner;
    between.fill(-Infinity);
    for (let next = 0; next < size; next++) {
      const to = next * width;
      for (let q = 0; q < size; q++) {
        const from = q * width;
        const edge = transitions[q * size + next]!;
        for (let p = 0; p < width; p++) {
          const score = prefixes[from + p]! + edge;
          if (score > between[to + p]!) between[to + p] = score;
        }
      }
    }
  }
}

/**
 * How far α plus a suffix may be below the best α for a path of the best score; 0 if sums are
 * exact.
 *
 * A path has 3T−2 terms n, e₀ and e₁ of magnitude M in all, so any way of adding them is off by at
 * most ε = 3T·u·M, u = 2^−53, and two ways differ by 2ε: α of the best end may be 2ε above the best
 * score, the sums of the best path 2ε below it. 4ε is 12T·u·M; twice `roundingTolerance` is
 * 16T·u·M, which covers the terms of second order.
 */
function structuredTolerance(
  model: Model,
  [first, second]: TransitionStructure,
): (lattice: Lattice) => number {
  // The two terms of an edge may be larger than their sum.
  const largest = largestMagnitude(first.transitions) + largestMagnitude(second.transitions);
  const toleranceOf = roundingTolerance({ ...model, transitions: Float64Array.of(largest) });
  return (lattice) => 2 * toleranceOf(lattice);
}

/**
 * The labels at each position that are on a path whose score is within the tolerance of the best;
 * undefined if there is no path.
 */
function nearBest(
  { labelCount, transitions }: Model,
  { length, emissions }: Lattice,
  alpha: Float64Array,
  tolerance: number,
  work: Work,
): Int32Array[] | undefined {
  let suffixes = new Float64Array(labelCount);
  let best = -Infinity;
  const last = (length - 1) * labelCount;
  for (let y = 0; y < labelCount; y++) best = Math.max(best, alpha[last + y]!);
  if (best === -Infinity) return undefined;
  const least = best - tolerance;
  const near: Int32Array[] = [];
  for (let t = length - 1; t >= 0; t--) {
    const row = t * labelCount;
    const kept: number[] = [];
    for (let y = 0; y < labelCount; y++) {
      if (alpha[row + y]! + suffixes[y]! >= least) kept.push(y);
    }
    near[t] = Int32Array.from(kept);
    if (t === 0) break;
    const before = new Float64Array(labelCount).fill(-Infinity);
    for (const y of kept) {
      const suffix = emissions[row + y]! + suffixes[y]!;
      for (let x = 0; x < labelCount; x++) {
        before[x] = Math.max(before[x]!, transitions[x * labelCount + y]! + suffix);
      }
    }
    work.edgeEvaluations += kept.length * labelCount;
    suffixes = before;
  }
  return near;
}
