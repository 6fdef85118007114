/**
 * The columns of a degenerate lattice while it is searched: which nodes each still has, and what
 * is known of the paths through them.
 *
 * @module
 */

import { type EventKind, labelOf, NONE, tellNode, type Watched } from "../chain/observer.ts";
import type { Lattice } from "../lattice.ts";
import { type DegenerateModel, groupEmissions } from "./model.ts";

/** Which nodes stay: those whose best path scores more than `above` and at least `least`. */
export interface Bar {
  /** Nodes stay whose bound is above this. */
  readonly above: number;
  /** Nodes stay whose bound is at least this. */
  readonly least: number;
}

/** Lets every node stay whose best path is not forbidden. */
export const NO_BAR: Bar = { above: -Infinity, least: -Infinity };

/**
 * Nodes by position and slot: slot `position * labelCount + i` for i < `counts[position]`, labels
 * in ascending order, then at most one group. Buffers are kept from sentence to sentence.
 */
export class DegenerateColumns {
  readonly #model: DegenerateModel;
  #groupEmissions = new Float64Array(0);
  #emissions: Float64Array = new Float64Array(0);
  /** Where activated and dropped labels are told of, if somebody watches. */
  #work: Watched | undefined;
  /** Positions, T. */
  length = 0;
  /** Nodes left at each position. */
  counts = new Int32Array(0);
  /** Node of each slot: a label, or labelCount + level for a group. */
  nodes = new Int32Array(0);
  /** Emission of each slot's node. */
  own = new Float64Array(0);
  /**
   * Upper bounds on the best partial paths that arrive at each slot's node from the left, the
   * node's own emission excluded. +∞ while there is none.
   */
  before = new Float64Array(0);
  /** The same from the right. */
  after = new Float64Array(0);
  /** From the side of the last pass, the best partial path that arrives, own emission included. */
  sums = new Float64Array(0);
  /** The score of one such partial path over labels only, −∞ if none is known. */
  labelSums = new Float64Array(0);

  constructor(model: DegenerateModel) {
    this.#model = model;
  }

  /** Starts with one active label and the group of all others at each position. */
  reset(lattice: Lattice, work?: Watched): void {
    const { labelCount, groupCount } = this.#model;
    this.#work = work?.observer && work;
    this.length = lattice.length;
    if (this.counts.length < lattice.length) this.#allocate(lattice.length);
    this.#emissions = lattice.emissions;
    groupEmissions(this.#model, lattice, this.#groupEmissions);
    const { counts, nodes, own, before, after } = this;
    // Without groups there are one or two labels, all of them active.
    const labels = groupCount === 0 ? labelCount : 1;
    const count = groupCount === 0 ? labels : 2;
    for (let t = 0; t < lattice.length; t++) {
      const start = t * labelCount;
      counts[t] = count;
      for (let i = 0; i < count; i++) {
        nodes[start + i] = i < labels ? i : labelCount;
        own[start + i] = i < labels
          ? lattice.emissions[start + i]!
          : this.#groupEmissions[t * groupCount]!;
        before[start + i] = Infinity;
        after[start + i] = Infinity;
      }
      for (let i = 0; i < labels; i++) this.#tell("activated", t, i, NONE, Infinity);
    }
  }

  #tell(kind: EventKind, t: number, node: number, other: number, value: number): void {
    if (this.#work === undefined) return;
    tellNode(this.#work, kind, [t, labelOf(node, this.#model.labelCount)], other, value);
  }

  /**
   * Doubles the active labels of a position in nominal rank, if it has a group: the group
   * {label ≥ 2^m} becomes the labels below 2^(m+1) and a smaller group. All inherit what is known
   * of the paths that arrive at the old group, which bounds theirs. Those below the bar are not
   * added; without a bar all are.
   */
  expand(position: number, bar?: Bar): void {
    const { labelCount, groupCount } = this.#model;
    const { nodes, own, before, after } = this;
    const start = position * labelCount;
    const group = start + this.counts[position]! - 1;
    if (group < start || nodes[group]! < labelCount) return;
    const level = nodes[group]! - labelCount;
    const left = before[group]!;
    const right = after[group]!;
    const isLast = level + 1 === groupCount;
    const end = isLast ? labelCount : 2 << level;
    this.#tell("split", position, labelCount, end - (1 << level), NONE);
    const { above, least } = bar ?? NO_BAR;
    let slot = group;
    for (let y = 1 << level; y <= end; y++) {
      if (y === end && isLast) break;
      const emission = y < end
        ? this.#emissions[start + y]!
        : this.#groupEmissions[position * groupCount + level + 1]!;
      const bound = left + emission + right;
      if (bar !== undefined && !(bound > above && bound >= least)) {
        this.#tell("dropped", position, y < end ? y : labelCount, 0, bound);
        continue;
      }
      if (y < end) this.#tell("activated", position, y, NONE, bound);
      nodes[slot] = y < end ? y : labelCount + level + 1;
      own[slot] = emission;
      before[slot] = left;
      after[slot++] = right;
    }
    this.counts[position] = slot - start;
  }

  #allocate(length: number): void {
    const slots = length * this.#model.labelCount;
    this.counts = new Int32Array(length);
    this.nodes = new Int32Array(slots);
    this.own = new Float64Array(slots);
    this.before = new Float64Array(slots);
    this.after = new Float64Array(slots);
    this.sums = new Float64Array(slots);
    this.labelSums = new Float64Array(slots);
    this.#groupEmissions = new Float64Array(length * this.#model.groupCount);
  }
}
