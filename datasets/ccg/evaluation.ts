/**
 * How right derivations are: tags, spans and dependencies.
 *
 * @module
 */

import type { Matches } from "../../decoders/parsing/forest/matches.ts";
import { count, counted, percent } from "../markdown.ts";
import { dependenciesOf, type Dependency } from "./dependencies.ts";
import { leavesOf, type Span, spansOf, type Tree } from "./tree.ts";

/** Counts over derivations. */
export interface TreeCounts {
  readonly sentences: number;
  /** Those that were parsed. */
  readonly parsed: number;
  /** Words with the right lexical category, of all words. */
  readonly tags: Matches;
  /** Labelled dependencies: head, its category, which argument, and the word that fills it. */
  readonly labelled: Matches;
  /** Unlabelled ones: head and argument. */
  readonly unlabelled: Matches;
  /** Labelled spans of two words and more, parents of unary steps as well, as multisets. */
  readonly spans: Matches;
}

/** Nothing is counted. */
export const NONE: Matches = { matched: 0, predicted: 0, gold: 0 };

/** Counts over no derivations. */
export const NO_TREES: TreeCounts = {
  sentences: 0,
  parsed: 0,
  tags: NONE,
  labelled: NONE,
  unlabelled: NONE,
  spans: NONE,
};

/**
 * The counts with those of a derivation more; of one that was not found, all is missed.
 *
 * @throws RangeError for derivations of other numbers of words
 */
export function withTree(before: TreeCounts, gold: Tree, found: Tree | undefined): TreeCounts {
  const [right, own] = [leavesOf(gold), found === undefined ? [] : leavesOf(found)];
  if (found !== undefined && own.length !== right.length) {
    throw new RangeError(`Cannot compare a derivation of ${own.length} words with ${right.length}`);
  }
  const known = dependenciesOf(gold);
  const predicted = found === undefined ? [] : dependenciesOf(found);
  const spans = spansOf(gold);
  const foundSpans = found === undefined ? [] : spansOf(found);
  const all = { predicted: predicted.length, gold: known.length };
  return {
    sentences: before.sentences + 1,
    parsed: before.parsed + (found === undefined ? 0 : 1),
    tags: sum(before.tags, {
      matched: own.filter(({ category }, word) => category === right[word]!.category).length,
      predicted: own.length,
      gold: right.length,
    }),
    labelled: sum(before.labelled, { ...all, matched: common(predicted, known, isSameLabel) }),
    unlabelled: sum(before.unlabelled, { ...all, matched: common(predicted, known, isSamePair) }),
    spans: sum(before.spans, {
      matched: common(foundSpans, spans, isSameSpan),
      predicted: foundSpans.length,
      gold: spans.length,
    }),
  };
}

/** Number of items that two multisets have in common. */
export function common<T>(
  found: readonly T[],
  known: readonly T[],
  isSame: (one: T, other: T) => boolean,
): number {
  const left = [...known];
  let count = 0;
  for (const one of found) {
    const at = left.findIndex((other) => isSame(one, other));
    if (at < 0) continue;
    left.splice(at, 1);
    count++;
  }
  return count;
}

/** Whether head and argument are the same. */
export function isSamePair(one: Dependency, other: Dependency): boolean {
  return one.head === other.head && one.argument === other.argument;
}

/** Whether the category of the head and the number of its argument are the same, too. */
export function isSameLabel(one: Dependency, other: Dependency): boolean {
  return isSamePair(one, other) && one.category === other.category && one.slot === other.slot;
}

function isSameSpan(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end && one.category === other.category;
}

/** The counts of both. */
export function sum(a: Matches, b: Matches): Matches {
  return {
    matched: a.matched + b.matched,
    predicted: a.predicted + b.predicted,
    gold: a.gold + b.gold,
  };
}

/** "LF: 81.50%, precision 82.00%, recall 81.01%"; F is 2·matched / (predicted + gold). */
export function scoreText(name: string, { matched, predicted, gold }: Matches): string {
  const [f, precision, recall] = [(predicted + gold) / 2, predicted, gold]
    .map((all) => percent(matched / Math.max(1, all)));
  return `${name}: ${f}, precision ${precision}, recall ${recall}`;
}

/** Counts as lines of text. */
export function treeCountsText(counts: TreeCounts): string {
  const { sentences, parsed, tags, labelled, unlabelled, spans } = counts;
  return [
    `${counted(sentences, "sentence")}, ${count(parsed)} parsed; ` +
    "what is not parsed counts as missed",
    scoreText("categories of words", tags),
    scoreText("labelled dependencies (LF)", labelled),
    scoreText("unlabelled dependencies (UF)", unlabelled),
    scoreText("labelled spans", spans),
  ].join("\n");
}
