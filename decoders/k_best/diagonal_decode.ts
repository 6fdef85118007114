/**
 * Decoding over diagonals.
 *
 * @module
 */

import { DiagonalForward } from "../kernels/diagonals/viterbi.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { PlacedDecode, Placement } from "../kernels/scores/placement.ts";
import type { Lattice, Model } from "../lattice.ts";
import { type KernelPaths, kernelPaths } from "./prefix_paths.ts";

/**
 * The best paths of a model that has finite transitions on some diagonals alone: `DiagonalForward`,
 * and for k > 1 the search of `viterbi-a-star` on its scores, which are those of dense Viterbi.
 *
 * Ties: for k = 1 those of dense Viterbi; for k > 1 any. Cost: (T−1)·D·L edges; for k > 1,
 * (T−1)·L more for the first path, few for each other one, and L² scores of memory.
 *
 * @param diagonals as `findDiagonals` gives them
 */
export function diagonalDecode(
  model: Model,
  diagonals: Int32Array,
  placement: Placement,
): PlacedDecode {
  const { arena } = placement;
  const forward = new DiagonalForward(arena, model, diagonals);
  const rowBytes = blocksOf(model.labelCount) * BLOCK * arena.scoreBytes;
  let search: KernelPaths | undefined;
  let [capacity, alpha] = [0, 0];
  return placement.placedDecode((lattice, k, work) => {
    const { length } = lattice;
    if (k > 1) {
      search ??= kernelPaths(model, arena, "lazy");
      if (length > capacity) {
        const more = arena.roomFor(length, capacity);
        alpha = arena.allocate(more * rowBytes);
        capacity = more;
      }
    }
    const own = placement.addressOf(lattice);
    forward.run(own, length, work);
    const path = forward.bestPath(length);
    if (path === undefined || k === 1) return { paths: path === undefined ? [] : [path] };
    forward.copyTo(alpha, length);
    return { paths: search!.find(lattice as Lattice, alpha, own, k, work) };
  });
}
