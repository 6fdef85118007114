/**
 * Viterbi: dense dynamic programming, the reference and the baseline.
 *
 * @module
 */

import { denseViterbi } from "./chain/dense_viterbi.ts";
import { KERNEL } from "./chain/shared_options.ts";
import { structuredViterbi } from "./chain/structured.ts";
import { textbookViterbi } from "./chain/textbook_viterbi.ts";
import type { Decode, Decoder, Extension } from "./contract.ts";

/** The baseline needs no kernels. */
export const EXTENSION: Extension = {
  option: "kernel",
  value: "simd",
  module: "./kernels/dense/viterbi.ts",
};

/** Options of Viterbi. */
export const OPTIONS = {
  transitions: {
    default: "dense",
    choices: ["dense", "structured"],
    meaning: "look at all transitions, or, where they are the sum of two small matrices, at those",
  },
  loop: {
    default: "lean",
    choices: ["lean", "textbook"],
    meaning: "the dense loop without backpointers, eight labels together, or as in a textbook",
  },
  kernel: KERNEL,
  ends: {
    default: "auto",
    choices: ["auto", "both", "left"],
    meaning: "with SIMD, from the left alone, or a step from each end at a time",
  },
} as const;

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
 * With `transitions=structured`, k = 1 and a model whose transitions are the sum of two matrices
 * over P and Q components of the labels, it maximises over one component after the other, which
 * costs (T−1)·PQ·(P+Q) edges; see `chain/structured.ts`. Other models and k are decoded densely.
 *
 * With `loop=textbook` and k = 1 the dense loop is a textbook's, with backpointers: same path and
 * work; see `chain/textbook_viterbi.ts`. For k > 1 and for pairs there is one loop only.
 *
 * With `kernel=simd` and k = 1 the dense loop runs in WebAssembly: same work, same score. The
 * module `kernels/dense/viterbi.ts` takes that value, so that the baseline needs no kernels. With
 * `ends=both` it begins at both ends, where sums are exact. Two steps then share one reading of the
 * transitions. That helps the more, the less of them fits into a cache. Of several best paths it
 * may be another one. `ends=auto` is `both` for 256 labels or more.
 *
 * Source: A. J. Viterbi 1967; Huang et al. 2012, Sections 3.1 and 3.4, equation (6).
 */
const viterbi: Decoder<typeof OPTIONS> = {
  name: "viterbi",
  title: "Viterbi",
  source: "Viterbi 1967; Huang et al. 2012, Sections 3.1 and 3.4",
  exact: true,
  maxK: Infinity,
  options: OPTIONS,
  prepare(model, { transitions, loop, kernel }) {
    if (kernel === "simd") {
      throw new TypeError(
        "Cannot prepare viterbi with kernel=simd: import kernels/dense/viterbi.ts",
      );
    }
    const { structure } = model;
    const isDense = transitions === "dense" || structure === undefined;
    if (isDense && loop === "lean") return denseViterbi(model);
    const oneBest = isDense ? textbookViterbi(model) : structuredViterbi(model, structure);
    let lists: Decode | undefined;
    return (lattice, k, work) =>
      k === 1 ? oneBest(lattice, k, work) : (lists ??= denseViterbi(model))(lattice, k, work);
  },
};
export default viterbi;
