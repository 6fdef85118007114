/**
 * What the searches in each position's own order do with a sentence, in TypeScript or in kernels.
 *
 * @module
 */

import type { Decoded, Work } from "../contract.ts";
import type { Emissions, Lattice } from "../lattice.ts";

/** What a path has to reach: more than `above`, and at least `least`. */
export interface Bar {
  above: number;
  least: number;
}

/** Slots of labels by position, as `PrefixLattice` has them. */
export interface LabelColumns {
  readonly counts: Int32Array;
  readonly nodes: Int32Array;
  readonly own: Float64Array;
  readonly prefixes: Float64Array;
}

/** The columns of one sentence at a time. */
export interface OwnOrder {
  /** Of the last pass: the best sum over labels alone, and with a rest in it. */
  readonly labelBest: number;
  readonly mixedBest: number;
  /** N, the largest centred emission in use, by magnitude. */
  readonly largest: number;
  /** Transitions, and emissions in use, are multiples of 2 to minus this, unless it is 53. */
  readonly exponent: number;
  /**
   * Where it can: searches for the best path as `ownOrderDecode` does, if all sums are exact. If
   * they are not, undefined: it has to start anew.
   */
  search?(lattice: Lattice<Emissions>, work: Work): Decoded | undefined;
  /** Starts on a lattice with the best two labels of each position. */
  reset(lattice: Lattice<Emissions>, work: Work): void;
  /**
   * Runs a pass from the left or from the right. Nodes that no path through them takes over the bar
   * go. False if nothing is left at a position.
   */
  run(isForward: boolean, bar: Bar, work: Work): boolean;
  /** Writes the best path over labels of the last pass, which was of that direction. */
  followLabels(isForward: boolean, path: Int32Array): void;
  /** Splits the rests on the best path of the last pass that has one: more labels become active. */
  expandBest(isForward: boolean, bar: Bar): void;
  /** Splits the rests of all positions. */
  expandAll(bar: Bar): void;
  /** The most labels that are left at a position. */
  widest(): number;
  /** Writes the slots that are left, with the sums of the last pass over labels alone. */
  write(width: number, columns: LabelColumns): void;
}

/**
 * How far sums of different orders may differ in a sentence of that length: 0 if all that are in
 * use are exact, and more than 0 otherwise. Proof: `PROOFS.md`.
 */
export type Tolerance = (length: number) => number;

/** With answers at hand that score as the bar, nodes that only equal it go if sums are exact. */
export function setBar(bar: Bar, lowerBound: number, tolerance: number): void {
  const isExact = tolerance === 0;
  bar.above = isExact ? lowerBound : -Infinity;
  bar.least = isExact ? -Infinity : lowerBound - tolerance;
}

/** Whether a path of that score reaches it. */
export function reaches(score: number, { above, least }: Bar): boolean {
  return score > above && score >= least;
}
