/**
 * Heuristics: upper bounds on what the rest of a sentence can add to a prefix.
 *
 * A heuristic h_t(x) is consistent if h_{T−1} = 0 and, for all labels x at t−1 and y at t,
 * h_{t−1}(x) ≥ e(x, y) + n_t(y) + h_t(y). Then it is admissible, not below any suffix score, by
 * induction from the end, and f = g + h never rises along a path. Huang et al. leave n_t(y) out of
 * the condition; without it h = Σ max e would pass, and the first path popped could be wrong.
 *
 * @module
 */

import { newWork, type Work } from "../contract.ts";
import { degenerateModel } from "../degenerate/model.ts";
import { DegenerateColumns } from "../degenerate/columns.ts";
import { DegeneratePass } from "../degenerate/pass.ts";
import type { Lattice, Model } from "../lattice.ts";
import type { Heuristic } from "./search.ts";

/** Computes the bounds for a lattice; they are valid until the next call. */
export type MakeHeuristic = (lattice: Lattice, work: Work) => Heuristic;

/**
 * h_t = Σ_{i>t} ( max_y n_i(y) + max_{x,y} e(x, y) ), the same for all labels of a position.
 *
 * Consistent: h_{t−1} − h_t is the largest n_t plus the largest e.
 *
 * Cost: O(TL), no edges. Preparation: O(L²).
 *
 * Source: Huang et al. 2012, Section 4.1, equation (9).
 */
export function naiveHeuristic({ labelCount, transitions }: Model): MakeHeuristic {
  const largestTransition = largest(transitions, 0, transitions.length);
  let values = new Float64Array(0);
  return ({ length, emissions }) => {
    if (values.length < length) values = new Float64Array(length);
    values[length - 1] = 0;
    for (let t = length - 1; t > 0; t--) {
      const emission = largest(emissions, t * labelCount, (t + 1) * labelCount);
      values[t - 1] = values[t]! + emission + largestTransition;
    }
    return { values, stride: 1, size: 1 };
  };
}

/**
 * h_t(y) = the best suffix score after y, n_t(y) excluded, on the degenerate lattice with 2^level
 * active labels and one group at each position; labels of the group take the group's. Without a
 * group, where 2^level ≥ L − 1, it is the best suffix score itself.
 *
 * Consistent: let x̂ and ŷ be the nodes that x and y belong to. h_{t−1}(x) is a maximum over nodes
 * z of e(x̂, z) + n_t(z) + h_t(z), and at z = ŷ the first two terms, maxima over members, are at
 * least e(x, y) and n_t(y), while h_t(ŷ) = h_t(y).
 *
 * Cost: (T−1)·(2^level + 1)² edges, O(TL) for the groups' emissions. Preparation: O((L + log L)²).
 *
 * Source: Huang et al. 2012, Section 4.1.
 */
export function coarseHeuristic(model: Model, level: number): MakeHeuristic {
  const { labelCount } = model;
  const degenerate = degenerateModel(model);
  const columns = new DegenerateColumns(degenerate);
  const pass = new DegeneratePass(degenerate, columns, "ends");
  const splits = Math.min(level, degenerate.groupCount);
  return (lattice, work) => {
    columns.reset(lattice);
    for (let t = 0; t < lattice.length; t++) {
      for (let split = 0; split < splits; split++) columns.expand(t);
    }
    // What the pass meets are no nodes of the search.
    const own = newWork();
    pass.run(false, own);
    work.nodeExpansions += own.nodeExpansions;
    work.edgeEvaluations += own.edgeEvaluations;
    return { values: columns.after, stride: labelCount, size: columns.counts[0]! };
  };
}

function largest(scores: Float64Array, start: number, end: number): number {
  let largest = -Infinity;
  for (let i = start; i < end; i++) if (scores[i]! > largest) largest = scores[i]!;
  return largest;
}
