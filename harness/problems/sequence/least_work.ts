/**
 * The least work that an answer takes.
 *
 * @module
 */

import { newWork, type Work } from "../../../decoders/contract.ts";

/**
 * The least that any decoder counts for a sentence of T positions and L labels to which it returns
 * a path, however it prunes: nobody knows the score of a path without its T − 1 transitions, whose
 * edges are those of a node at least. Iterations may be none: what comes before the first one may
 * find all paths. Nothing is said where there is nothing to choose from, i.e. with T = 1 or L = 1,
 * and where no path is returned: that all labels of a position are forbidden is seen without edges.
 */
export function leastWork(length: number, labelCount: number, paths: number): Work {
  if (length === 1 || labelCount === 1 || paths === 0) return newWork();
  return { iterations: 0, nodeExpansions: 1, edgeEvaluations: length - 1 };
}
