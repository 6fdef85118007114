/**
 * One-best Viterbi over diagonals.
 *
 * @module
 */

import { newLabels } from "../../chain/label_pool.ts";
import type { Model } from "../../lattice.ts";
import { BLOCK, blocksOf } from "../rows.ts";
import type { PlacedDecode, Placement } from "../scores/placement.ts";
import { edgesOn, openDiagonals, placeDiagonals } from "./diagonals.ts";

/**
 * Viterbi over the edges of some diagonals, which are all that are finite: no other is on a path.
 *
 * Exact: the maxima are those of dense Viterbi over the same terms, added in the same order, for
 * what is left out is −∞. Ties: the smallest label, from the right end on, as there.
 *
 * Cost: (T−1)·D·L edges. Preparation: O(D·L). Counts: one iteration, (T−1)·L nodes, the edges on
 * the diagonals a step.
 *
 * @param diagonals as `findDiagonals` gives them
 */
export function diagonalViterbi(
  model: Model,
  diagonals: Int32Array,
  placement: Placement,
): PlacedDecode {
  const { labelCount, transitions } = model;
  const { arena } = placement;
  const { scoreBytes } = arena;
  const kernels = openDiagonals(arena);
  const blocks = blocksOf(labelCount);
  const edgeOf = (x: number, y: number) => transitions[x * labelCount + y]!;
  const placed = placeDiagonals(arena, diagonals, labelCount, edgeOf, -Infinity);
  const stepEdges = edgesOn(diagonals, labelCount);
  const { margin } = placed;
  const stride = blocks * BLOCK + margin;
  let capacity = 0;
  let room = 0;

  /** Address of the first label of the first row; all margins hold −∞. */
  const reserve = (length: number) => {
    if (length > capacity) {
      capacity = 2 * length;
      const size = capacity * stride + margin;
      room = arena.allocate(size * scoreBytes);
      arena.scores.fill(-Infinity, room / scoreBytes, room / scoreBytes + size);
    }
    return room + margin * scoreBytes;
  };

  return placement.offeredBy((lattice, _k, work) => {
    const { length } = lattice;
    work.iterations++;
    work.nodeExpansions += (length - 1) * labelCount;
    work.edgeEvaluations += (length - 1) * stepEdges;
    const own = placement.addressOf(lattice);
    const alpha = reserve(length);
    const { shifts, count, edges } = placed;
    const bytes = stride * scoreBytes;
    kernels.diagonalForward(own, length, shifts, count, edges, alpha, bytes, blocks);
    const { scores } = arena;
    const first = alpha / scoreBytes;
    const last = first + (length - 1) * stride;
    let best = 0;
    for (let y = 1; y < labelCount; y++) if (scores[last + y]! > scores[last + best]!) best = y;
    const score = scores[last + best]!;
    if (score === -Infinity) return { paths: [] };
    const labels = newLabels(length);
    labels[length - 1] = best;
    for (let t = length - 2; t >= 0; t--) {
      const row = first + t * stride;
      const label = labels[t + 1]!;
      let [most, previous] = [-Infinity, 0];
      // From the last diagonal on, sources ascend.
      for (let i = count - 1; i >= 0; i--) {
        const x = label - diagonals[i]!;
        if (x < 0 || x >= labelCount) continue;
        const sum = scores[row + x]! + transitions[x * labelCount + label]!;
        if (sum > most) [most, previous] = [sum, x];
      }
      labels[t] = previous;
    }
    return { paths: [{ score, labels }] };
  });
}
