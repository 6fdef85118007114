/**
 * What sums over all paths of a lattice can tell, whatever arithmetic they are computed in.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import type { Lattice } from "../lattice.ts";
import type { CompensatedSum } from "./compensated_sum.ts";

/** ln Σ_y e^score(y) over all paths y. */
export interface PathSum {
  /** The logarithm, as a sum that scores of paths can be subtracted from. */
  readonly log: CompensatedSum;
  /** How far it may be off, but for the rounding of the sum itself; ∞ if nothing is known. */
  readonly error: number;
}

/** How far probabilities may be off: |computed − exact| ≤ relative·exact + absolute. */
export interface NodeError {
  readonly relative: number;
  readonly absolute: number;
  /** How far those of the edges between two positions, added up exactly, may be off 1. */
  readonly excess: number;
}

/**
 * Sums over all paths of one lattice at a time. After `forward` all other methods are about its
 * lattice; those about what follows a position need `backward` first.
 */
export interface PathSums {
  /**
   * From the left; undefined if there is no path. Adds the edges that it multiplies to `work`.
   *
   * @param sentence what errors call it
   * @throws as `ScoreCheck.check`
   */
  forward(lattice: Lattice, work: Work, sentence?: number): PathSum | undefined;
  /**
   * From the right: writes p(y_t = y) to index t·L + y of `nodes`; returns how far these may be
   * off, and those of edges.
   */
  backward(nodes: Float64Array, work: Work): NodeError;
  /**
   * Adds the expected number of uses of each transition to `counts`: all L², or those of the
   * entries that the sums were opened for.
   */
  addExpected(counts: Float64Array): void;
  /**
   * Weights of the labels of a position, all times the same, given what follows: nothing, or the
   * label of the next position. Over all prefixes.
   */
  sources(position: number, next: number | undefined, weights: Float64Array): void;
  /** What gives p(y_{t−1} = x, y_t = y) at index x·L + y, for t from 1 on. Lasts. */
  edges(): (position: number) => Float64Array;
  /** Follows changes of the model's transitions in place. @throws as `ScoreCheck.revise` */
  revise(): void;
}
