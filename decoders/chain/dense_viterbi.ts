/**
 * Dense Viterbi.
 *
 * @module
 */

import type { Decode, Revisable } from "../contract.ts";
import { kBestLists } from "./k_best_lists.ts";
import type { Model } from "../lattice.ts";
import { backtrack } from "./backtrack.ts";
import { denseForward, transpose } from "./dense_forward.ts";

/**
 * Dense Viterbi for k ≥ 1: the best prefixes into all labels, from left to right, a transition at a
 * time. For k > 1 every node keeps its k best prefixes. Ties: the smallest label, from the last
 * position backwards.
 */
export function denseViterbi(model: Model): Decode & Revisable {
  const { labelCount } = model;
  const incoming = transpose(model.transitions, labelCount);
  const allLabels = Int32Array.from({ length: labelCount }, (_, label) => label);
  const edges = { labelCount, transitions: incoming, fromStride: 1, toStride: labelCount };
  let alpha = new Float64Array(0);

  const decode: Decode = (lattice, k, work) => {
    work.iterations++;
    if (k > 1) return { paths: kBestLists(edges, lattice, () => allLabels, k, work) };
    if (alpha.length < lattice.length * labelCount) {
      alpha = new Float64Array(lattice.length * labelCount);
    }
    denseForward(incoming, labelCount, lattice, alpha);
    work.nodeExpansions += (lattice.length - 1) * labelCount;
    work.edgeEvaluations += (lattice.length - 1) * labelCount * labelCount;
    return backtrack(edges, lattice, alpha);
  };
  const revise = (previous: number, label: number) => {
    incoming[label * labelCount + previous] = model.transitions[previous * labelCount + label]!;
  };
  return Object.assign(decode, { revise });
}
