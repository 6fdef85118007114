/**
 * Viterbi: dense dynamic programming, the reference and the baseline.
 *
 * @module
 */

import { denseViterbi, tellDense } from "./chain/dense_viterbi.ts";
import { tell } from "./chain/observer.ts";
import { KERNEL } from "./chain/options.ts";
import { structuredViterbi } from "./chain/structured.ts";
import type { Decode, Decoder, Extension } from "./contract.ts";
import type { Model } from "./lattice.ts";
import { newLabels } from "./chain/label_pool.ts";
import { pairDecode } from "./pairs/paths.ts";

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
 * work; see `textbookViterbi`. For k > 1 and for pairs there is one loop only.
 *
 * With `kernel=simd` and k = 1 the dense loop runs in WebAssembly: same work, same score. The
 * module `kernels/dense/viterbi.ts` takes that value, so that the baseline needs no kernels. With
 * `ends=both` it begins at both ends, where sums are exact. Two steps then share one reading of the
 * transitions. That helps the more, the less of them fits into a cache. Of several best paths it
 * may be another one. `ends=auto` is `both` for 256 labels or more.
 *
 * Pairs that depend on the position are decoded in one way, whatever the options: `pairPaths`.
 *
 * Source: A. J. Viterbi 1967; Huang et al. 2012, Sections 3.1 and 3.4, equation (6).
 */
const viterbi: Decoder<typeof OPTIONS> = {
  name: "viterbi",
  title: "Viterbi",
  source: "Viterbi 1967; Huang et al. 2012, Sections 3.1 and 3.4",
  exact: true,
  maxK: Infinity,
  pairs: true,
  options: OPTIONS,
  prepare(model, { transitions, loop, kernel }) {
    if (kernel === "simd") {
      throw new TypeError(
        "Cannot prepare viterbi with kernel=simd: import kernels/dense/viterbi.ts",
      );
    }
    const { structure } = model;
    if (model.hasPairs) return pairDecode(model);
    const isDense = transitions === "dense" || structure === undefined;
    if (isDense && loop === "lean") return denseViterbi(model);
    const oneBest = isDense ? textbookViterbi(model) : structuredViterbi(model, structure);
    let lists: Decode | undefined;
    return (lattice, k, work) =>
      k === 1 ? oneBest(lattice, k, work) : (lists ??= denseViterbi(model))(lattice, k, work);
  },
};
export default viterbi;

/**
 * One-best Viterbi with a backpointer at each node, a previous label at a time:
 *
 *     α_t(y) = max_x ( α_{t−1}(x) + e(x, y) ) + n_t(y),  back_t(y) = the x of the maximum.
 *
 * It is there so that a speed-up over Viterbi can be read against a baseline like those of the
 * papers too. Nothing is done to make it fast, and nothing to make it slow: row-major tables that
 * are read row by row, plain loops, buffers that stay from sentence to sentence. The other textbook
 * order, with the previous label inside, reads the transitions column by column: where they exceed
 * the caches it would wait for memory at each edge, and flatter who is compared with it.
 *
 * Exact, to the last bit: the sums and maxima of `denseViterbi`, which transposes the transitions,
 * relaxes eight labels together and keeps no backpointers. Ties: the smallest label, from the last
 * position backwards. Cost: (T−1)·L² edges, O(TL) memory.
 *
 * Source: Rabiner 1989, A Tutorial on Hidden Markov Models, equations (32)–(35).
 */
function textbookViterbi({ labelCount, transitions }: Model): Decode {
  let alpha = new Float64Array(0);
  let back = new Int32Array(0);
  return ({ length, emissions }, _k, work) => {
    if (alpha.length < length * labelCount) {
      alpha = new Float64Array(length * labelCount);
      back = new Int32Array(length * labelCount);
    }
    for (let y = 0; y < labelCount; y++) alpha[y] = emissions[y]!;
    for (let t = 1; t < length; t++) {
      const row = t * labelCount;
      const previous = row - labelCount;
      alpha.fill(-Infinity, row, row + labelCount);
      for (let x = 0; x < labelCount; x++) {
        const prefix = alpha[previous + x]!;
        for (let y = 0; y < labelCount; y++) {
          const score = prefix + transitions[x * labelCount + y]!;
          if (score > alpha[row + y]!) {
            alpha[row + y] = score;
            back[row + y] = x;
          }
        }
      }
      for (let y = 0; y < labelCount; y++) alpha[row + y]! += emissions[row + y]!;
    }
    work.iterations++;
    if (work.observer) {
      tell(work, "iteration", 0, work.iterations);
      const edges = { labelCount, transitions, fromStride: labelCount, toStride: 1 };
      tellDense(edges, { length, emissions }, alpha, work.edgeEvaluations, work.observer);
    }
    work.nodeExpansions += (length - 1) * labelCount;
    work.edgeEvaluations += (length - 1) * labelCount * labelCount;

    const last = (length - 1) * labelCount;
    let end = 0;
    for (let y = 1; y < labelCount; y++) if (alpha[last + y]! > alpha[last + end]!) end = y;
    const score = alpha[last + end]!;
    if (score === -Infinity) return { paths: [] };
    const labels = newLabels(length);
    for (let t = length - 1, y = end; t >= 0; t--) {
      labels[t] = y;
      y = back[t * labelCount + y]!;
    }
    return { paths: [{ score, labels }] };
  };
}
