/**
 * Viterbi as a textbook has it.
 *
 * @module
 */

import type { Decode } from "../contract.ts";
import type { Model } from "../lattice.ts";
import { newLabels } from "./label_pool.ts";

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
export function textbookViterbi({ labelCount, transitions }: Model): Decode {
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
