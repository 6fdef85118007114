/**
 * A scan: the best path out of products of matrices, which need not be taken from left to right.
 *
 * @module
 */

import { denseViterbi } from "./chain/dense_viterbi.ts";
import { allLeaves } from "./chain/scan_tree.ts";
import { twoLeaves } from "./chain/scan_ends.ts";
import type { Decoder } from "./contract.ts";

/** More labels would take too long: a product of two matrices costs L³. */
const MOST_LABELS = 64;

/** Options of the scan. */
export const OPTIONS = {
  leaves: {
    default: "two",
    choices: ["two", "all"],
    meaning: "one from each end, or one a position in a tree; two above 64 labels",
  },
} as const;

/**
 * Viterbi's recursion as an associative product, so that time can be walked in any order.
 *
 * A step is a matrix M_t(x, y) = e(x, y) + n_t(y) over (max, +), and the best path is worth
 * max_y ( n_0 ⊗ M_1 ⊗ … ⊗ M_{T−1} )(y). With `leaves=two` the left half is a row vector and the
 * right half a column vector: half the steps in a row, and no more work. With `leaves=all` the
 * products are taken in a binary tree, ⌈log2 T⌉ deep, each at L³, and prefixes come out of it on
 * the way back: L times the work.
 *
 * Exact where sums are: then each association gives the same bits. Where sums round, the order is
 * part of the score, and this is dense Viterbi from the left.
 *
 * Ties: the smallest label, from the last position backwards. `iterations` counts the depth of the
 * tree. Cost: (T−1)·L² edges with two leaves, (T−2)·L³ + (T−1)·L² with all; memory O(TL), O(TL²).
 *
 * Source: Blelloch 1990, Section 1.4; Särkkä and García-Fernández 2021, Section IV, for Viterbi.
 */
const scan: Decoder<typeof OPTIONS> = {
  name: "scan",
  title: "Scan",
  source: "Blelloch 1990; Särkkä and García-Fernández 2021",
  exact: true,
  maxK: 1,
  options: OPTIONS,
  prepare(model, { leaves }) {
    if (!model.exactSums) return denseViterbi(model);
    return leaves === "all" && model.labelCount <= MOST_LABELS
      ? allLeaves(model)
      : twoLeaves(model);
  },
};
export default scan;
