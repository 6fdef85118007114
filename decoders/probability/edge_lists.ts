/**
 * Lists of the edges that are worth a product, as kernels read them.
 *
 * @module
 */

import type { Arena } from "../kernels/arena.ts";
import type { ProbabilityKernels } from "../kernels/probability/kernels.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { Model } from "../lattice.ts";
import { exp } from "./exp.ts";

/** Lists side by side. */
const LANES = 4;
/** Transitions below this are not what is taken from a sum, for too much would cancel. */
export const LOW = -5;
/** So much above 0 the largest transition leaves too little of the weight of a 0. */
const HIGH = 100;

/**
 * For each label a list of edges into it, or out of it, with what they weigh more than a transition
 * of 0 (`partial` lists), or with their weights (`whole` lists, of all finite edges). Labels are
 * sorted by the lengths of their lists, the partial ones first, and four lists lie side by side,
 * edge by edge. The last four have one of them twice if need be.
 */
export class EdgeLists {
  /** Edges in all lists. */
  edges = 0;
  /** Edges in the longest one. */
  longest = 0;
  /** Addresses of two rows, for any use. */
  readonly room: readonly [number, number];
  readonly #arena: Arena;
  readonly #model: Model;
  readonly #isInto: boolean;
  readonly #lengths: number;
  readonly #targets: number;
  #sources = 0;
  #weights = 0;
  #capacity = 0;
  #partialGroups = 0;
  #wholeGroups = 0;
  /** Where the whole lists begin. */
  #wholeFrom = 0;

  /** Room for lists of the edges into each label, or out of each. */
  constructor(arena: Arena, model: Model, direction: "into" | "out of") {
    const groups = Math.ceil(model.labelCount / LANES) + 1;
    const rowBytes = blocksOf(model.labelCount) * BLOCK * 8;
    this.#arena = arena;
    this.#model = model;
    this.#isInto = direction === "into";
    this.#lengths = arena.allocate(4 * groups);
    this.#targets = arena.allocate(4 * LANES * groups);
    const row = () => arena.allocate(rowBytes);
    this.room = [row(), row()];
  }

  /**
   * Makes the lists anew.
   *
   * @param entries the transitions that may differ from 0, as ascending indices
   * @param shift what weights are relative to
   * @param base the weight of a transition of 0
   */
  fill(entries: Int32Array, shift: number, base: number): void {
    const lists = this.#listsOf(entries, shift);
    const order = lists.map((_, label) => label).sort((a, b) => {
      const [one, other] = [lists[a]!, lists[b]!];
      return Number(one.isWhole) - Number(other.isWhole) || one.edges.length - other.edges.length;
    });
    const partial = order.filter((label) => !lists[label]!.isWhole);
    const whole = order.slice(partial.length);
    this.edges = lists.reduce((sum, { edges }) => sum + edges.length, 0);
    this.longest = lists.reduce((most, { edges }) => Math.max(most, edges.length), 0);
    this.#partialGroups = Math.ceil(partial.length / LANES);
    this.#wholeGroups = Math.ceil(whole.length / LANES);
    const sizeOf = (labels: readonly number[], group: number) =>
      lists[labels[Math.min(group * LANES + LANES, labels.length) - 1]!]!.edges.length;
    let size = 0;
    for (let g = 0; g < this.#partialGroups; g++) size += LANES * sizeOf(partial, g);
    this.#wholeFrom = size;
    for (let g = 0; g < this.#wholeGroups; g++) size += LANES * sizeOf(whole, g);
    this.#reserve(size);

    const { integers, doubles } = this.#arena;
    const [sources, weights] = [this.#sources / 4, this.#weights / 8];
    integers.fill(0, sources, sources + size);
    doubles.fill(0, weights, weights + size);
    let [group, first] = [0, 0];
    for (const [labels, taken] of [[partial, base], [whole, 0]] as const) {
      for (let at = 0; at < labels.length; at += LANES, group++) {
        const length = sizeOf(labels, at / LANES);
        integers[this.#lengths / 4 + group] = length;
        for (let lane = 0; lane < LANES; lane++) {
          const label = labels[Math.min(at + lane, labels.length - 1)]!;
          integers[this.#targets / 4 + group * LANES + lane] = 8 * label;
          lists[label]!.edges.forEach((edge, i) => {
            const place = first + i * LANES + lane;
            integers[sources + place] = 8 * this.#sourceOf(edge);
            doubles[weights + place] = exp(this.#model.transitions[edge]! - shift) - taken;
          });
        }
        first += LANES * length;
      }
    }
  }

  /**
   * to(y) = start + Σ over the list of y of from(x)·weight, without `start` for whole lists.
   * Returns the smallest sum of a partial list, ∞ if there is none.
   */
  sum(kernels: ProbabilityKernels, from: number, start: number, to: number): number {
    const [lengths, targets] = [this.#lengths, this.#targets];
    const [sources, weights] = [this.#sources, this.#weights];
    const [partial, whole, skipped] = [this.#partialGroups, this.#wholeGroups, this.#wholeFrom];
    const least = partial === 0
      ? Infinity
      : kernels.listSums(from, start, partial, lengths, targets, sources, weights, to);
    if (whole > 0) {
      const [otherLengths, otherTargets] = [lengths + 4 * partial, targets + 4 * LANES * partial];
      const [otherSources, otherWeights] = [sources + 4 * skipped, weights + 8 * skipped];
      kernels.listSums(from, 0, whole, otherLengths, otherTargets, otherSources, otherWeights, to);
    }
    return least;
  }

  /** The edges of each label's list, in the order of their sources. */
  #listsOf(entries: Int32Array, shift: number): List[] {
    const { labelCount, transitions } = this.#model;
    const lists = Array.from(
      { length: labelCount },
      (): List => ({ isWhole: shift > HIGH, edges: [] }),
    );
    for (const edge of entries) {
      const list = lists[this.#isInto ? edge % labelCount : Math.floor(edge / labelCount)]!;
      list.edges.push(edge);
      if (transitions[edge]! < LOW) list.isWhole = true;
    }
    lists.forEach((list, label) => {
      if (list.edges.length === labelCount) list.isWhole = true;
      if (list.isWhole) list.edges = this.#finiteEdges(label);
    });
    return lists;
  }

  #finiteEdges(label: number): number[] {
    const { labelCount, transitions } = this.#model;
    const found: number[] = [];
    for (let source = 0; source < labelCount; source++) {
      const edge = this.#isInto ? source * labelCount + label : label * labelCount + source;
      if (transitions[edge] !== -Infinity) found.push(edge);
    }
    return found;
  }

  /** The label that an edge is summed over. */
  #sourceOf(edge: number): number {
    const { labelCount } = this.#model;
    return this.#isInto ? Math.floor(edge / labelCount) : edge % labelCount;
  }

  #reserve(size: number): void {
    if (size <= this.#capacity) return;
    this.#capacity = 2 * size;
    this.#sources = this.#arena.allocate(4 * this.#capacity);
    this.#weights = this.#arena.allocate(8 * this.#capacity);
  }
}

interface List {
  /** Whether it has all finite edges, not only those that are not 0. */
  isWhole: boolean;
  /** Indices of transitions. */
  edges: number[];
}
