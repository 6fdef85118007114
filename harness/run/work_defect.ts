/**
 * Whether a decoder can have done what it counts.
 *
 * @module
 */

import type { Work } from "../problems/contract.ts";

const COUNTERS = ["iterations", "nodeExpansions", "edgeEvaluations"] as const;

/**
 * What is wrong with the counts of one answer; empty if nothing is. Counts are whole numbers, and
 * no less than the least that any decoder needs.
 */
export function workDefect(work: Work, least: Work): string {
  for (const counter of COUNTERS) {
    const count = work[counter];
    if (!Number.isSafeInteger(count) || count < 0) return `counts ${count} ${counter}`;
    if (count < least[counter]) {
      return `counts ${count} ${counter} where there are ${least[counter]} at least`;
    }
  }
  return "";
}

/** All of it together. */
export function sumOf(works: readonly Work[]): Work {
  const sum = (counter: keyof Work) => works.reduce((sum, work) => sum + work[counter], 0);
  return {
    iterations: sum("iterations"),
    nodeExpansions: sum("nodeExpansions"),
    edgeEvaluations: sum("edgeEvaluations"),
  };
}
