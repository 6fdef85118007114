/**
 * The plain loop on lattices that may lie in an arena: for models whose tables do not fit there.
 *
 * @module
 */

import { denseViterbi } from "../chain/dense_viterbi.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import { type Model, withoutGaps } from "../lattice.ts";
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
  return (lattice, k, work) => decode(withoutGaps(lattice, model.labelCount), k, work);
}
