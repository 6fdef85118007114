/**
 * Labels that are pairs: a part of speech and a chunk.
 *
 * @module
 */

import type { Sentence } from "../corpora/corpus.ts";
import { PENN_TAGS } from "../corpora/ewt/release.ts";
import { rankLabels } from "./encode.ts";

/** Stands between the halves of a pair. */
const JOIN = "|";
/** Types of chunks that are kept: adjective and adverb phrases are one, of modifiers. */
const TYPES: Readonly<Record<string, string>> = {
  NP: "NP",
  VP: "VP",
  PP: "PP",
  ADJP: "AP",
  ADVP: "AP",
};

/** A pair of label sets and the order of their pairs. */
export interface LabelPairs {
  /** Names of the two chains' labels by rank. */
  readonly chains: readonly [readonly string[], readonly string[]];
  /** Names of all P·Q pairs by rank. */
  readonly labels: readonly string[];
  /** Ranks of the halves of each pair, by chain. */
  readonly components: readonly [Int32Array, Int32Array];
}

/**
 * Makes a pair `XPOS|chunk` of a label `XPOS|features|chunk`, with one of 45 parts of speech and
 * one of 8 chunk labels.
 *
 * HYPH and NFP become `:`, ADD becomes NNP and GW becomes FW, as in the dataset of parts of speech
 * alone. The chunk labels are O and B- or I- of NP, VP and AP (ADJP or ADVP), and B-PP: a
 * preposition is a phrase of its own, so an I-PP (3 of 204,577 tokens) becomes B-PP. SBAR, PRT and
 * INTJ become O.
 *
 * @throws SyntaxError for a label without two halves
 *
 * @example
 * ```ts
 * import { posAndChunk } from "./label_pairs.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(
 *   ["NN|Number=Sing|I-NP", "HYPH|_|B-INTJ", "RB|Degree=Pos|B-ADVP"].map(posAndChunk),
 *   ["NN|I-NP", ":|O", "RB|B-AP"],
 * );
 * ```
 */
export function posAndChunk(label: string): string {
  const [, xpos, position, type] = /^([^|]+)\|(?:.*\|)?(?:([BI])-(\w+)|O)$/.exec(label) ?? [];
  if (xpos === undefined) {
    throw new SyntaxError(`Cannot find a part of speech and a chunk in the label: ${label}`);
  }
  const kept = type === undefined ? undefined : TYPES[type];
  const chunk = kept === undefined ? "O" : kept === "PP" ? "B-PP" : `${position}-${kept}`;
  return `${PENN_TAGS[xpos] ?? xpos}${JOIN}${chunk}`;
}

/**
 * Ranks the pairs of all labels that the halves of some sentences' labels have: by descending
 * number of tokens, pairs that do not occur last, equal ones in code-unit order.
 *
 * @throws SyntaxError for a label that is not a pair
 */
export function rankPairs(sentences: readonly Sentence[]): LabelPairs {
  const halves = sentences.map(({ forms, labels }) => ({ forms, pairs: labels.map(splitPair) }));
  const chain = (half: 0 | 1) =>
    rankLabels(halves.map(({ forms, pairs }) => ({ forms, labels: pairs.map((p) => p[half]) })));
  const chains = [chain(0), chain(1)] as const;
  const seen = rankLabels(sentences);
  const isSeen = new Set(seen);
  const unseen = chains[0].flatMap((first) => chains[1].map((second) => first + JOIN + second))
    .filter((pair) => !isSeen.has(pair)).sort();
  const labels = [...seen, ...unseen];
  const components = ([0, 1] as const).map((half) => {
    const ranks = new Map(chains[half].map((label, rank) => [label, rank]));
    return Int32Array.from(labels, (label) => ranks.get(splitPair(label)[half])!);
  });
  return { chains, labels, components: components as [Int32Array, Int32Array] };
}

function splitPair(label: string): [string, string] {
  const at = label.indexOf(JOIN);
  if (at < 0) throw new SyntaxError(`Cannot split a label into a pair at "${JOIN}": ${label}`);
  return [label.slice(0, at), label.slice(at + 1)];
}
