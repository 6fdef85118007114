/**
 * Viterbi: dense dynamic programming, the reference and the baseline.
 *
 * @module
 */

import type { Decode, Decoded, Decoder } from "./contract.ts";
import type { Lattice, Model } from "./lattice.ts";
import { denseForward, transpose } from "./_dense_forward.ts";
import { kBestLists } from "./_k_best_lists.ts";

/**
 * Dense Viterbi for k ≥ 1.
 *
 * α_0(y) = n_0(y), α_t(y) = max_x ( α_{t−1}(x) + e(x, y) ) + n_t(y); the best score is
 * max_y α_{T−1}(y). Exact by induction over t: the best prefix into y extends a best prefix into
 * some x. It holds on any decimals too: rounding is monotone, so α is the largest left-to-right
 * score to the last bit.
 *
 * For k = 1 no backpointers are kept: one argmax over the previous row a position recovers the
 * path. For k > 1 every node keeps its k best prefixes.
 *
 * Ties: the smallest label, from the last position backwards. Cost: (T−1)·L² edges, O(TL) memory;
 * for k > 1 see `kBestLists`.
 *
 * Source: A. J. Viterbi 1967; Huang et al. 2012, Sections 3.1 and 3.4, equation (6).
 */
const viterbi: Decoder<Record<never, never>> = {
  name: "viterbi",
  title: "Viterbi",
  source: "Viterbi 1967; Huang et al. 2012, Sections 3.1 and 3.4",
  exact: true,
  maxK: Infinity,
  options: {},
  prepare(model: Model): Decode {
    const { labelCount } = model;
    const incoming = transpose(model.transitions, labelCount);
    const allLabels = Int32Array.from({ length: labelCount }, (_, label) => label);
    const edges = { labelCount, transitions: incoming, fromStride: 1, toStride: labelCount };
    let alpha = new Float64Array(0);

    return (lattice, k, work) => {
      work.iterations++;
      if (k > 1) return { paths: kBestLists(edges, lattice, () => allLabels, k, work) };
      if (alpha.length < lattice.length * labelCount) {
        alpha = new Float64Array(lattice.length * labelCount);
      }
      denseForward(incoming, labelCount, lattice, alpha);
      work.nodeExpansions += (lattice.length - 1) * labelCount;
      work.edgeEvaluations += (lattice.length - 1) * labelCount * labelCount;
      return backtrack(incoming, labelCount, lattice, alpha);
    };
  },
};
export default viterbi;

function backtrack(
  incoming: Float64Array,
  labelCount: number,
  { length }: Lattice,
  alpha: Float64Array,
): Decoded {
  const labels = new Int32Array(length);
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
    const edges = labels[t]! * labelCount;
    const previous = (t - 1) * labelCount;
    let best = -Infinity;
    for (let x = 0; x < labelCount; x++) {
      const candidate = alpha[previous + x]! + incoming[edges + x]!;
      if (candidate > best) {
        best = candidate;
        labels[t - 1] = x;
      }
    }
  }
  return { paths: [{ score, labels }] };
}
