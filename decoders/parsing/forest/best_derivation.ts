/**
 * The best derivation of a forest for given leaf scores.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import type { Forest } from "./forest.ts";
import { traceBest, type Traced } from "./trace_best.ts";
import { viterbi } from "./viterbi.ts";

/** A derivation with the score that it is the best by. */
export interface BestDerivation extends Traced {
  readonly score: number;
}

/**
 * Finds the derivation with the best sum of leaf scores, edge scores and a root score.
 *
 * Cost: one visit an edge; see `viterbi`.
 *
 * @param best room for a number an item
 */
export function bestDerivation(
  forest: Forest,
  leaves: Float64Array,
  work: Work,
  best: Float64Array = new Float64Array(forest.symbols.length),
): BestDerivation {
  work.edgeEvaluations += forest.left.length;
  const score = viterbi(forest, leaves, forest.scores, best);
  return { ...traceBest(forest, leaves, forest.scores, best, score), score };
}
