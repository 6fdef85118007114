/**
 * The first sentence of the page, from what was counted.
 *
 * @module
 */

import type { ShownLattice, Trace } from "../trace.ts";
import { denseEdges, lengthOf } from "./picture.tsx";
import { count, titleOf } from "./words.ts";

/** The same decoder in two orders of labels, for one path and for several. */
const PAIRS = [
  ["iterative-viterbi{order=rank}", "iterative-viterbi{order=emission}"],
  ["iterative-viterbi-a-star", "iterative-viterbi-a-star{order=emission}"],
];

/** What was found, in one sentence; the two orders of labels, if both lanes are there. */
export function headline(lattice: ShownLattice, lanes: readonly Trace[]): string {
  const dense = denseEdges(lattice);
  const edgesOf = (name: string) =>
    lanes.find(({ decoder }) => decoder === name)?.work.edgeEvaluations;
  const [rank, own] = PAIRS.map((pair) => pair.map(edgesOf))
    .find((edges) => !edges.includes(undefined)) ?? [];
  const paths = lattice.k === 1 ? "the best path" : `the ${lattice.k} best paths`;
  const size = `${count(lengthOf(lattice))} words, ${count(lattice.labels.length)} labels`;
  if (rank !== undefined && own !== undefined && own > 0 && own < rank) {
    return `${size}: ${count(own)} of ${count(dense)} edges prove ${paths}, if labels are tried ` +
      `in each word's own order; in the papers' order the same decoder needs ${count(rank)}.`;
  }
  const exact = lanes.filter(({ decoder }) => !decoder.startsWith("beam"));
  const least = exact.reduce<Trace | undefined>(
    (best, trace) =>
      best === undefined || trace.work.edgeEvaluations < best.work.edgeEvaluations ? trace : best,
    undefined,
  );
  if (least === undefined) return `${size}.`;
  return `${size}: ${titleOf(least.decoder).join(" ").trim()} proves ${paths} with ${
    count(least.work.edgeEvaluations)
  } of ${count(dense)} edges.`;
}

/** Whether all exact lanes have found the same scores. */
export function agreement(lanes: readonly Trace[]): string {
  const scores = new Set(
    lanes.filter(({ decoder }) => !decoder.startsWith("beam"))
      .map(({ paths }) => paths.map(({ score }) => score).join(" ")),
  );
  return scores.size === 1
    ? `All ${lanes.length} find the same score, to the last bit.`
    : "The lanes' scores differ.";
}
