/**
 * The derivation of least risk.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import type { Forest } from "./forest.ts";
import type { InsideOutside } from "./inside_outside.ts";
import { traceBest, type Traced } from "./trace_best.ts";
import { viterbi } from "./viterbi.ts";

/**
 * The derivation whose items have the largest sum of posterior probabilities, leaves included: the
 * one with the most items expected to be right.
 *
 * It maximises Σ p(item) + Σ p(slot) over the items that edges make and the slots of the words. The
 * posteriors are those that `sums` was last run for. Ties: see `traceBest`. Cost: a visit an edge.
 *
 * Source: Goodman 1996, Section 3; Smith and Eisner 2008, Section 4.2.
 *
 * @param buffer room for a number an edge
 */
export function leastRisk(
  forest: Forest,
  sums: InsideOutside,
  work: Work,
  buffer: Float64Array,
): Traced {
  const posteriors = new Float64Array(forest.slotItems.length);
  sums.slotPosteriors(posteriors);
  sums.itemPosteriors(buffer);
  work.edgeEvaluations += forest.left.length;
  // A root's own score is in the posteriors already.
  const free = { ...forest, rootScores: new Float64Array(forest.roots.length) };
  const best = new Float64Array(forest.symbols.length);
  const score = viterbi(free, posteriors, buffer, best);
  return traceBest(free, posteriors, buffer, best, score);
}
