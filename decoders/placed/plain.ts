/**
 * The plain loop on lattices that may lie in an arena: for models whose tables do not fit there.
 *
 * @module
 */

import { denseViterbi } from "../chain/dense_viterbi.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { Emissions, Lattice, Model } from "../lattice.ts";
import type { Arena } from "../kernels/arena.ts";
import type { PlacedDecode } from "./placement.ts";

/**
 * Whether an arena can hold so many matrices of that many labels besides what is in it. It ends at
 * 4 GiB: in float64, for example, at one matrix of 23,000 labels.
 */
export function holdsMatrices(arena: Arena, labelCount: number, matrices: number): boolean {
  return arena.hasRoomFor(matrices * labelCount * blocksOf(labelCount) * BLOCK * arena.scoreBytes);
}

/** Dense Viterbi that reads lattices where they are; see `denseViterbi`. */
export function plainDecode(model: Model): PlacedDecode {
  const decode = denseViterbi(model);
  return (lattice, k, work) => decode(dense(lattice, model.labelCount), k, work);
}

/** The lattice in float64 with L scores to a row. */
function dense({ length, emissions }: Lattice<Emissions>, labelCount: number): Lattice {
  if (emissions instanceof Float64Array && emissions.length === length * labelCount) {
    return { length, emissions };
  }
  const stride = emissions.length / length;
  const own = new Float64Array(length * labelCount);
  for (let t = 0; t < length; t++) {
    own.set(emissions.subarray(t * stride, t * stride + labelCount), t * labelCount);
  }
  return { length, emissions: own };
}
