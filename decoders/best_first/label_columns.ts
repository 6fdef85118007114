/**
 * A lattice as columns of nodes, where all labels of all positions are nodes.
 *
 * @module
 */

import type { Columns } from "./search.ts";
import type { Lattice } from "../lattice.ts";

/**
 * Makes what gives the columns of a lattice: L slots a position, the node of each is its label.
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
