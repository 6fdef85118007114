/**
 * Sentences from what was counted: what was found, and why a label is not on the best path.
 *
 * @module
 */

import type { Decoded, ShownLattice, Trace } from "../trace.ts";
import { count, denseEdges, isExact, lengthOf, nameOf, nodeName, plural, score } from "./words.ts";

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
  const size = `${plural(lengthOf(lattice), "word")}, ${plural(lattice.labels.length, "label")}`;
  if (lanes.every(({ paths }) => paths.length === 0)) return `${size}: all paths are forbidden.`;
  if (rank !== undefined && own !== undefined && own > 0 && own < rank) {
    return `${size}: ${count(own)} of ${count(dense)} edges prove ${paths}, if labels are tried ` +
      `in each word's own order; in the papers' order the same decoder needs ${count(rank)}.`;
  }
  const [least] = lanes.filter(isExact)
    .toSorted((one, other) => one.work.edgeEvaluations - other.work.edgeEvaluations);
  return `${size}: ${nameOf(least!.decoder)} proves ${paths} with ${
    count(least!.work.edgeEvaluations)
  } of ${count(dense)} edges.`;
}

/** Whether all exact lanes have found the same scores. */
export function agreement(lanes: readonly Trace[]): string {
  const exact = lanes.filter(isExact);
  if (exact.every(({ paths }) => paths.length === 0)) return "None finds a path.";
  const scores = new Set(exact.map(({ paths }) => paths.map(({ score }) => score).join(" ")));
  const all = exact.length === lanes.length ? `All ${exact.length}` : `The ${exact.length} exact`;
  return scores.size === 1
    ? `${all} find the same score, to the last bit.`
    : "The scores of exact decoders differ.";
}

/** The labels of the best path; nothing if there is no path. */
export function bestLabels(lanes: readonly Trace[]): readonly number[] | undefined {
  return lanes.find(isExact)?.paths[0]?.labels;
}

/**
 * Says why a label is not on the best path, with its neighbours as they are there: what the path
 * loses with another label in one place are three differences, and no more.
 */
export function swapText({ lattice, lanes }: Decoded, t: number, y: number): string {
  const path = bestLabels(lanes);
  if (path === undefined) return "There is no path.";
  if (path[t] === y) return "It is on the best path.";
  const { labels: { length: labelCount }, emissions, transitions } = lattice;
  const [x, best, z] = [path[t - 1], path[t]!, path[t + 1]];
  const edge = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? 0 : transitions[from * labelCount + to]!;
  const own = emissions[t * labelCount + y]! - emissions[t * labelCount + best]!;
  const into = edge(x, y) - edge(x, best);
  const outOf = edge(y, z) - edge(best, z);
  const signed = (value: number) => `${value > 0 ? "+" : ""}${score(value)}`;
  return `In place of ${nodeName(lattice, best)} on the best path: own score ${
    signed(own)
  }, transition into it ${signed(into)}, out of it ${signed(outOf)}; together ${
    signed(own + into + outOf)
  }.`;
}
