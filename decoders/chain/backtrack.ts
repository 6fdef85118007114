/**
 * Reading the best path off the scores of dense Viterbi.
 *
 * @module
 */

import type { Decoded } from "../contract.ts";
import type { Edges } from "./edges.ts";
import { newLabels } from "./label_pool.ts";
import type { Lattice } from "../lattice.ts";

/**
 * The path y_{T−1} = argmax α_{T−1}, y_{t−1} = argmax_x ( α_{t−1}(x) + e(x, y_t) ); none if every
 * path is forbidden.
 *
 * Exact if α is that of `denseForward`, to the last bit: each step adds what made the maximum.
 *
 * Ties: the smallest label, from the last position backwards. Cost: O(TL), which no counter counts,
 * for these edges were evaluated before.
 *
 * @param alpha T×L scores
 */
export function backtrack(
  { labelCount, transitions, fromStride, toStride }: Edges,
  { length }: Lattice,
  alpha: Float64Array,
): Decoded {
  const labels = newLabels(length);
  const last = (length - 1) * labelCount;
  let score = -Infinity;
  for (let y = 0; y < labelCount; y++) {
    if (alpha[last + y]! > score) {
      score = alpha[last + y]!;
      labels[length - 1] = y;
    }
  }
  if (score === -Infinity) return { paths: [] };
  for (let t = length - 1; t > 0; t--) {
    const previous = (t - 1) * labelCount;
    let best = -Infinity;
    for (let x = 0, edge = labels[t]! * toStride; x < labelCount; x++, edge += fromStride) {
      const candidate = alpha[previous + x]! + transitions[edge]!;
      if (candidate > best) {
        best = candidate;
        labels[t - 1] = x;
      }
    }
  }
  return { paths: [{ score, labels }] };
}
