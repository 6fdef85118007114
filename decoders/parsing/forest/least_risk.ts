/**
 * The derivation of least risk.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import { traceBest, type Traced, viterbi } from "./best_derivation.ts";
import type { Forest } from "./forest.ts";
import type { InsideOutside } from "./inside_outside.ts";

/** What an item by a unary step has to be more probable than for `leastRisk` to take it. */
const UNARY_PRICE = 0.5;

/**
 * The derivation whose items have the largest sum of posterior probabilities, leaves included: the
 * one with the most items expected to be right.
 *
 * It maximises Σ p(slot) + Σ_binary p(item) + Σ_unary (p(item) − ½) over the slots of the words and
 * the items that edges make. All binary trees over n words have n − 1 items by binary steps, but
 * each unary step makes one more: without the ½ it would pay however improbable its item is; with
 * it, it pays where the item is rather right than wrong. The posteriors are those that `sums` was
 * last run for. Ties: see `traceBest`. Cost: a visit an edge.
 *
 * Source: Goodman 1996, Section 3, for binary trees; Smith and Eisner 2008, Section 4.2; the ½ is
 * our own.
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
  const { right } = forest;
  for (let edge = 0; edge < right.length; edge++) {
    if (right[edge] === 0) buffer[edge]! -= UNARY_PRICE;
  }
  work.edgeEvaluations += forest.left.length;
  // A root's own score is in the posteriors already.
  const free = { ...forest, rootScores: new Float64Array(forest.roots.length) };
  const best = new Float64Array(forest.symbols.length);
  const score = viterbi(free, posteriors, buffer, best);
  return traceBest(free, posteriors, buffer, best, score);
}
