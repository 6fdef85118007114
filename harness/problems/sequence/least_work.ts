/**
 * The least work that an answer takes.
 *
 * @module
 */

import { newWork, type Work } from "../../../decoders/contract.ts";

/**
 * The least that a decoder counts for a sentence of T positions and L labels to which it returns a
 * path, however it prunes: who claims the best score knows the T − 1 transitions of its path, whose
 * edges are those of a node at least. Sums that leave out transitions without a score of their own
 * may need no edge; then nothing is claimed to be exact. Iterations may be none: what comes before
 * the first one may find all paths. Nothing is said where there is nothing to choose from, i.e.
 * with T = 1 or L = 1, and where no path is returned: that all labels of a position are forbidden
 * is seen without edges.
 */
export function leastWork(
  length: number,
  labelCount: number,
  paths: number,
  exact: boolean,
): Work {
  if (length === 1 || labelCount === 1 || paths === 0) return newWork();
  return { iterations: 0, nodeExpansions: 1, edgeEvaluations: exact ? length - 1 : 0 };
}
