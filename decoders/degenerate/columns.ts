/**
 * The columns of a degenerate lattice while it is searched: which nodes each still has, and what
 * is known of the paths through them.
 *
 * @module
 */

import type { Lattice } from "../lattice.ts";
import { type DegenerateModel, groupEmissions } from "./model.ts";

/** What the passes of one direction know of the nodes; parallel to `nodes`. */
export interface Side {
  /**
   * An upper bound on the best partial path that arrives at the node from this side, the node's
   * own emission excluded.
   */
  readonly reach: Float64Array;
  /** The score of one partial path that arrives over labels only, −∞ if none is known. */
  readonly labelReach: Float64Array;
}

/**
 * Nodes by position and slot: slot `position * labelCount + i` for i < `counts[position]`, labels
 * in ascending order, then at most one group. Buffers are kept from sentence to sentence.
 */
export class DegenerateColumns {
  readonly #model: DegenerateModel;
  #groupEmissions = new Float64Array(0);
  #emissions: Float64Array = new Float64Array(0);
  /** T. */
  length = 0;
  /** Nodes left at each position. */
  counts = new Int32Array(0);
  /** Node of each slot: a label, or labelCount + level for a group. */
  nodes = new Int32Array(0);
  /** Emission of each slot's node. */
  own = new Float64Array(0);
  /** Paths from the left. */
  before: Side = newSide(0);
  /** Paths from the right. */
  after: Side = newSide(0);

  constructor(model: DegenerateModel) {
    this.#model = model;
  }

  /** Starts with one active label and the group of all others at each position. */
  reset(lattice: Lattice): void {
    const { labelCount, groupCount } = this.#model;
    this.length = lattice.length;
    if (this.counts.length < lattice.length) this.#allocate(lattice.length);
    this.#emissions = lattice.emissions;
    groupEmissions(this.#model, lattice, this.#groupEmissions);
    for (let t = 0; t < lattice.length; t++) {
      this.counts[t] = 0;
      const labels = groupCount === 0 ? labelCount : 1;
      for (let y = 0; y < labels; y++) this.#append(t, y, Infinity, Infinity);
      if (groupCount > 0) this.#append(t, labelCount, Infinity, Infinity);
    }
  }

  /** The last slot of a position. */
  lastSlot(position: number): number {
    return position * this.#model.labelCount + this.counts[position]! - 1;
  }

  /** The group of a position as its slot, −1 if there is none. */
  groupSlot(position: number): number {
    const slot = this.lastSlot(position);
    return this.counts[position]! > 0 && this.nodes[slot]! >= this.#model.labelCount ? slot : -1;
  }

  /** An upper bound on the paths through a slot's node; −∞ if there is none. */
  bestThrough(slot: number): number {
    const left = this.before.reach[slot]!;
    const right = this.after.reach[slot]!;
    const own = this.own[slot]!;
    // No −∞ + ∞: what cannot be reached is on no path.
    if (left === -Infinity || right === -Infinity || own === -Infinity) return -Infinity;
    return left + own + right;
  }

  /**
   * Doubles the active labels of a position in nominal rank: its group {label ≥ 2^m} becomes the
   * labels below 2^(m+1) and a smaller group. All inherit what is known of the paths that arrive
   * at the old group, which bounds theirs; those that cannot be kept are not added.
   */
  expand(position: number, isKept: (slot: number) => boolean): void {
    const slot = this.groupSlot(position);
    if (slot < 0) return;
    const { labelCount, groupCount } = this.#model;
    const level = this.nodes[slot]! - labelCount;
    const before = this.before.reach[slot]!;
    const after = this.after.reach[slot]!;
    const isLast = level + 1 === groupCount;
    const end = isLast ? labelCount : 2 ** (level + 1);
    this.counts[position]!--;
    for (let y = 2 ** level; y < end; y++) {
      if (!isKept(this.#append(position, y, before, after))) this.counts[position]!--;
    }
    if (!isLast && !isKept(this.#append(position, labelCount + level + 1, before, after))) {
      this.counts[position]!--;
    }
  }

  /** Removes the nodes of a position that cannot be kept. A removed node never comes back. */
  filter(position: number, isKept: (slot: number) => boolean): void {
    const start = position * this.#model.labelCount;
    const end = start + this.counts[position]!;
    let to = start;
    for (let from = start; from < end; from++) {
      if (!isKept(from)) continue;
      if (to !== from) this.#move(from, to);
      to++;
    }
    this.counts[position] = to - start;
  }

  #append(position: number, node: number, before: number, after: number): number {
    const { labelCount, groupCount } = this.#model;
    const slot = position * labelCount + this.counts[position]!++;
    this.nodes[slot] = node;
    this.own[slot] = node < labelCount
      ? this.#emissions[position * labelCount + node]!
      : this.#groupEmissions[position * groupCount + node - labelCount]!;
    this.before.reach[slot] = before;
    this.after.reach[slot] = after;
    return slot;
  }

  #move(from: number, to: number): void {
    this.nodes[to] = this.nodes[from]!;
    this.own[to] = this.own[from]!;
    for (const { reach, labelReach } of [this.before, this.after]) {
      reach[to] = reach[from]!;
      labelReach[to] = labelReach[from]!;
    }
  }

  #allocate(length: number): void {
    const slots = length * this.#model.labelCount;
    this.counts = new Int32Array(length);
    this.nodes = new Int32Array(slots);
    this.own = new Float64Array(slots);
    this.before = newSide(slots);
    this.after = newSide(slots);
    this.#groupEmissions = new Float64Array(length * this.#model.groupCount);
  }
}

function newSide(slots: number): Side {
  return { reach: new Float64Array(slots), labelReach: new Float64Array(slots) };
}
