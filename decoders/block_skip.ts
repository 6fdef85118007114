/**
 * Block skipping: dense Viterbi's scores without most of its edges.
 *
 * @module
 */

import { BlockTables } from "./kernels/blocks/block_tables.ts";
import type { Decoder, Revisable } from "./contract.ts";
import { type KernelPaths, kernelPaths } from "./k_best/prefix_paths.ts";
import { KERNEL } from "./chain/options.ts";
import { openArena } from "./kernels/arena.ts";
import type { Lattice, Model } from "./lattice.ts";
import { type PlacedDecode, Placement } from "./kernels/scores/placement.ts";
import { type PlacedTransitions, placeTransitions } from "./kernels/edges/transitions.ts";

/** Options of block skipping. */
export const OPTIONS = {
  kernel: KERNEL,
} as const;

/**
 * Block skipping for k ≥ 1: dense Viterbi's scores without most of its edges.
 *
 * α_0(y) = n_0(y), α_t(y) = max_x ( α_{t−1}(x) + e(x, y) ) + n_t(y). The sources x of a position
 * are visited in descending order of α(x) + max_y e(x, y); v(y) is the best sum so far. A source
 * passes over each block of 16 next labels in which α(x) plus its largest edge into the block does
 * not exceed the least v. The position is done when α(x) + max_y e(x, y) does not exceed the least
 * v of all.
 *
 * Exact to the last bit, on any scores: what is passed over is a maximum of sums none of which
 * exceeds v as it was rounded, for rounding is monotone. There is no lower bound, no second pass
 * and no tolerance. For k > 1 the search of `viterbi-a-star` follows. `bound` is the best score.
 * Proofs: `PROOFS.md`, `k_best/PROOFS.md`.
 *
 * A position that has taken more than a quarter of the dense edges relaxes the sources that wait
 * without checks: none takes more than 1¼ times the dense edges.
 *
 * Ties: those of dense Viterbi, the smallest label from the last position backwards; for k > 1 any.
 *
 * Cost: 3L a position, and at least (T−1)·L edges. For k > 1, (T−1)·L edges more for the first
 * path, few for each other one. Memory: O(TL + L²). Preparation: O(L²). `kernel=plain` does the
 * same work without SIMD.
 *
 * Source: our own.
 */
const blockSkip: Decoder<typeof OPTIONS> = {
  name: "block-skip",
  title: "Block skipping",
  source: "Trellis",
  exact: true,
  maxK: Infinity,
  options: OPTIONS,
  prepare(model, { kernel }) {
    const arena = openArena(kernel, model.float32Exact);
    return blockDecode(model, new Placement(arena, model.labelCount));
  },
};
export default blockSkip;

/** Prepares block skipping on lattices that others may have placed. */
export function blockDecode(
  model: Model,
  placement: Placement,
  transitions: PlacedTransitions = placeTransitions(placement.arena, model),
): PlacedDecode & Revisable {
  const { arena } = placement;
  const { labelCount } = model;
  const tables = new BlockTables(transitions);
  let search: KernelPaths | undefined;

  const decode = placement.placedDecode((lattice, k, work) => {
    const own = placement.addressOf(lattice);
    const { length } = lattice;
    arena.watched = work.observer && work;
    const isLeft = tables.sweep(own, length);
    work.iterations++;
    tables.addCounts(work);
    if (!isLeft) return { paths: [] };
    if (k === 1) {
      const path = tables.bestPath(length);
      return { paths: [path], bound: path.score };
    }
    search ??= kernelPaths(model, arena, "lazy");
    const paths = search.find(lattice as Lattice, tables.alpha, own, k, work);
    return { paths, bound: paths[0]!.score };
  });
  const revise = (previous: number, label: number) => {
    transitions.revise(previous, label, model.transitions[previous * labelCount + label]!);
    tables.revise(previous, label);
    search?.revise(previous, label);
  };
  return Object.assign(decode, { revise });
}
