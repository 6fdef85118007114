/**
 * Lattices as columns of nodes, and their edges, to be read from either end.
 *
 * @module
 */

import type { Lattice } from "../lattice.ts";

/** Nodes by position and slot: slot `position * width + i` for i < `counts[position]`. */
export interface Columns {
  /** Positions, T. */
  readonly length: number;
  /** Slots at each position. */
  readonly counts: Int32Array;
  /** Node of each slot: its row and column of the transitions. */
  readonly nodes: Int32Array;
  /** Emission of each slot's node. */
  readonly own: Float64Array;
}

/**
 * Makes what gives the columns of a lattice whose nodes are all labels of all
 * positions: L slots a position, the node of each is its label.
 *
 * The columns are valid until the next call. Cost: O(TL) for the longest sentence so far, O(1) for
 * others.
 */
export function labelColumns(labelCount: number): (lattice: Lattice) => Columns {
  let counts = new Int32Array(0);
  let nodes = new Int32Array(0);
  return ({ length, emissions: own }) => {
    if (counts.length < length) {
      counts = new Int32Array(length).fill(labelCount);
      nodes = new Int32Array(length * labelCount).map((_, slot) => slot % labelCount);
    }
    return { length, counts, nodes, own };
  };
}

/** Transitions in either layout: e(x, y) at index `x * fromStride + y * toStride`. */
export interface Edges {
  readonly labelCount: number;
  readonly transitions: Float64Array;
  readonly fromStride: number;
  readonly toStride: number;
}
