/**
 * Watching a decoder: what it tells while it decodes, if somebody asked.
 *
 * @module
 */

/**
 * What may happen, in the words of a lattice. A decoder tells of its own numbers, when it has them;
 * nothing is computed again by others.
 */
export const EVENT_KINDS = [
  /**
   * A pass of the outer loop begins, or goes on from this side. other: 0 from the left, 1 from the
   * right. value: how many have begun.
   */
  "iteration",
  /**
   * A node's best score is known. other: the node before it in the direction of the pass. value:
   * the best score of a partial path into it, its own emission included.
   */
  "opened",
  /** A node was given up. other: index of `BOUNDS`, which says what value is. */
  "dropped",
  /** The group of a position gives labels away. other: how many; those that can matter are. */
  "split",
  /** A label becomes a node of its own. value: no path through it scores more, +∞ if unknown. */
  "activated",
  /** A path of score `value` is known. */
  "lower",
  /** No path scores more than `value`, but for rounding where sums round. */
  "upper",
  /** A path: T events in a row, a position and its label each. value: its score. */
  "path",
  /** A label enters the domain of its position. value: twice the reduced cost of its pair. */
  "column",
  /** Labels label … label + other − 1 fall together, by the bound of their block. value: 0. */
  "region",
] as const;

/** One of the kinds of events. */
export type EventKind = typeof EVENT_KINDS[number];

/** Why a node was given up, and what the event's value is. */
export const BOUNDS = [
  /** What arrives from both sides is too little. value: no path through it scores more. */
  "both sides",
  /**
   * Another node of its position has more than can arrive, with the largest edges out of both where
   * these are compared. value: no prefix into it has more.
   */
  "arrival",
  /** The best node of its position stays ahead, whatever comes next. value: by so much, as ≤ 0. */
  "dominance",
  /** Prefix and a bound on the rest are too little. value: no path that is left scores more. */
  "rest of the sentence",
  /** All next nodes have as much without it. value: its score and its largest edge. */
  "no improvement",
  /** Others have more and the beam is full: no proof. value: its prefix score. */
  "beam width",
] as const;

/** In place of a label: the group of all labels of a position that are no nodes of their own. */
export const GROUP: number = -1;
/** In place of a label: there is none. */
export const NONE: number = -2;

/** Something that a decoder did. */
export interface DecodeEvent {
  /** What happened, to a node or to the sentence. */
  readonly kind: EventKind;
  /** Position; −1 for the whole sentence. */
  readonly position: number;
  /** Label, `GROUP`, or `NONE` for the whole position or sentence. */
  readonly label: number;
  /** See `EVENT_KINDS`. */
  readonly other: number;
  /** See `EVENT_KINDS`. */
  readonly value: number;
  /** Edge evaluations of this decode so far; never less than in the event before. */
  readonly edges: number;
}

/** Somebody who watches a decoder: is told what it does, in the order in which it does it. */
export type Observer = (event: DecodeEvent) => void;

/** The label of a node of a degenerate lattice, whose groups are nodes ≥ L. */
export function labelOf(node: number, labelCount: number): number {
  return node < labelCount ? node : GROUP;
}

/** Tells of an event of the whole sentence, if somebody watches. */
export function tell(
  { observer, edgeEvaluations: edges }: Watched,
  kind: EventKind,
  other: number,
  value: number,
): void {
  observer?.({ kind, position: -1, label: NONE, other, value, edges });
}

/** Tells of an event of a node. A bound that is NaN, −∞ and +∞, is that of what is forbidden. */
export function tellNode(
  { observer, edgeEvaluations: edges }: Watched,
  kind: EventKind,
  [position, label]: readonly [position: number, label: number],
  other: number,
  value: number,
): void {
  if (observer === undefined) return;
  observer({ kind, position, label, other, value: Number.isNaN(value) ? -Infinity : value, edges });
}

/** Tells of a path, a position at a time. */
export function tellPath(work: Watched, { score, labels }: {
  readonly score: number;
  readonly labels: ArrayLike<number>;
}): void {
  for (let t = 0; t < labels.length; t++) tellNode(work, "path", [t, labels[t]!], NONE, score);
}

/** Counters that may have an observer. */
export interface Watched {
  /** As in `Work`. */
  readonly observer?: Observer | undefined;
  /** Passes of the outer loop that have begun. */
  readonly iterations: number;
  /** Edge evaluations so far. */
  readonly edgeEvaluations: number;
}
