/**
 * Numbers, labels and decoders in words, and sentences from what was counted: what was found, and
 * why a label is not on the best path.
 *
 * @module
 */

import DECODERS from "../decoders.json" with { type: "json" };
import { BOUNDS, type Decoded, GROUP, type ShownLattice, type Trace } from "../trace.ts";
import TEXTS from "./texts.json" with { type: "json" };

const FORMAT = new Intl.NumberFormat("en");
const SCORE = new Intl.NumberFormat("en", { maximumFractionDigits: 3, signDisplay: "negative" });

/** A count with thousands apart. */
export function count(value: number): string {
  return FORMAT.format(value);
}

/** A score with three decimals at most. */
export function score(value: number): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  return SCORE.format(value).replace("-", "−");
}

/** A difference of scores or counts. */
export function signed(value: number): string {
  return `${value > 0 ? "+" : ""}${score(value)}`;
}

/** Positions, T. */
export function lengthOf({ emissions, labels }: ShownLattice): number {
  return emissions.length / labels.length;
}

/** Edges of dense Viterbi: (T−1)·L². */
export function denseEdges(lattice: ShownLattice): number {
  return (lengthOf(lattice) - 1) * lattice.labels.length ** 2;
}

/** How a count compares with the dense one. */
export function ratio(dense: number, edges: number): string {
  if (edges === 0) return "no edges";
  const times = dense / edges;
  if (edges === dense) return "all of them";
  if (times >= 1 && times < 1.05) return "nearly all";
  if (times < 1) return `${(1 / times).toFixed(2)} × dense`;
  return `1 of ${times < 10 ? times.toFixed(1) : count(Math.round(times))}`;
}

/** A label in few letters: of `NNP|Number=Sing|B-NP` the first and the last part. */
export function shortLabel(label: string): string {
  const parts = label.split("|");
  return parts.length < 3 ? label : `${parts[0]} ${parts.at(-1)}`;
}

/** A word, or which one it is. */
export function wordAt({ words }: ShownLattice, position: number): string {
  return words?.[position] ?? `word ${position + 1}`;
}

/** A node of a position: its label in few letters, or the group. */
export function nodeName({ labels }: ShownLattice, label: number): string {
  return label === GROUP ? "the rest" : `“${shortLabel(labels[label] ?? "")}”`;
}

/** A number with its noun: "1 edge", "2 edges". */
export function plural(value: number, one: string, more = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : more}`;
}

/** Why a node was dropped. @param bound index of `BOUNDS` */
export function dropText(bound: number, value: number): string {
  const name = BOUNDS[bound]!;
  return TEXTS.bounds[name].replace("#score", score(name === "dominance" ? -value : value));
}

/** What rows of labels are ordered by, the best or most frequent on top. */
export const ORDER_TEXTS = TEXTS.orders;

/** Titles by names without options; notes and sentences by names of lanes. */
const TITLES: Readonly<Record<string, string>> = DECODERS.titles;
const NOTES: Readonly<Record<string, string>> = DECODERS.notes;
const EXACTNESS: Readonly<Record<string, readonly string[]>> = DECODERS.exactness;

/** How a decoder is exact, in five sentences; `PROOFS.md` of the decoders has the proofs. */
export function exactnessOf(decoder: string): readonly string[] {
  return EXACTNESS[decoder] ?? [];
}

/** Whether the decoder of a lane is exact: a beam proves nothing. */
export function isExact({ decoder }: { readonly decoder: string }): boolean {
  return !decoder.startsWith("beam");
}

/** A decoder's title, and what is special about it in a few words. */
export function titleOf(decoder: string): [title: string, note: string] {
  return [TITLES[decoder.split("{")[0]!] ?? decoder, NOTES[decoder] ?? ""];
}

/** Both in one text. */
export function nameOf(decoder: string): string {
  return titleOf(decoder).join(" ").trim();
}

/** `1st`, `2nd`, `3rd`, … */
export function ordinal(value: number): string {
  const ending = value % 100 > 10 && value % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][value % 10];
  return `${count(value)}${ending ?? "th"}`;
}

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
  const { decoder, work: { edgeEvaluations } } = least!;
  const edges = `${count(edgeEvaluations)} of ${count(dense)} edges`;
  return `${size}: ${nameOf(decoder)} proves ${paths} with ${edges}.`;
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
  const [part, all] = [signed(own), signed(own + into + outOf)];
  return `In place of ${nodeName(lattice, best)} on the best path: own score ${part}, transition ` +
    `into it ${signed(into)}, out of it ${signed(outOf)}; together ${all}.`;
}
