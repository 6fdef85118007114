/**
 * Numbers, labels and decoders in words.
 *
 * @module
 */

import DECODERS from "../decoders.json" with { type: "json" };
import { BOUNDS, GROUP, type ShownLattice } from "../trace.ts";

const FORMAT = new Intl.NumberFormat("en");
const SCORE = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

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

/** What each bound says of the node that it dropped; its number stands where # is. */
const DROPPED: Readonly<Record<typeof BOUNDS[number], string>> = {
  "both sides": "no path through it scores more than #",
  "arrival": "no path up to it scores more than #, and another label of the word has that",
  "dominance": "the word's best label stays ahead by #, whatever comes next",
  "rest of the sentence": "no path that is left scores more than #",
  "no improvement":
    "with its largest transition it comes to #; all next labels have that without it",
  "beam width": "others have more than its #, which proves nothing",
};

/** Why a node was dropped. @param bound index of `BOUNDS` */
export function dropText(bound: number, value: number): string {
  const name = BOUNDS[bound]!;
  return DROPPED[name].replace("#", score(name === "dominance" ? -value : value));
}

/** What rows of labels are ordered by, the best or most frequent on top. */
export const ORDER_TEXTS = {
  rank: "frequency",
  emission: "own score",
  centred: "own score and what its transitions have in common",
};

/** Titles by names without options; notes and sentences by names of lanes. */
const { titles: TITLES, notes: NOTES, exactness: EXACTNESS }: {
  readonly titles: Readonly<Record<string, string>>;
  readonly notes: Readonly<Record<string, string>>;
  readonly exactness: Readonly<Record<string, readonly string[]>>;
} = DECODERS;

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
