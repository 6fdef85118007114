/**
 * The search for pairs of labels with a positive reduced cost.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import { NONE, tellNode } from "../chain/observer.ts";
import type { FiniteLattice } from "./finite_scores.ts";
import type { RestrictedMessages } from "./messages.ts";

/** What the pairs on either side of a pair cost at least; T×L each, none is positive. */
export interface Surroundings {
  /** An upper bound on 2R_{t−1}(w, x) over all w, at t·L + x. */
  readonly before: Float64Array;
  /** An upper bound on 2R_{t+1}(y, z) over all z, at (t+1)·L + y. */
  readonly after: Float64Array;
}

/**
 * Finds pairs (x, y) of neighbouring labels that are not both in their domains and whose reduced
 * cost is positive,
 *
 *     2R_t(x, y) = 2e(x, y) + N_t(x) + N'_{t+1}(y) > −slack,
 *     N_t(x) = n_t(x) + α_t(x) − β_t(x),  N'_t(y) = n_t(y) + β_t(y) − α_t(y).
 *
 * It is evaluated as N_t(x) + 2e(x, y) > −N'_{t+1}(y) − slack. If slack is 0 and sums are exact,
 * the comparison is right to the last bit: N and N' are differences of a prefix and a suffix that
 * have no more terms than a path, so they are exact, and below 2^53 steps of the grid; where the
 * sum on the left is not, it is larger than N'.
 *
 * `isPruned` first drops labels: the y with max N + 2·max_x e(x, y) ≤ −N'(y) − slack, then the x
 * with N(x) + 2·max_y e(x, y) ≤ the least −N'(y) − slack of the y that are left. Rounding is
 * monotone, so only pairs are dropped that fail the comparison. Cost: 2L, and an edge for each
 * pair of what is left; L² edges without.
 *
 * With `surroundings` the sum of three neighbouring reduced costs is compared: their bounds are
 * added to N and N'.
 *
 * Source: Belanger et al., equation (12) and Algorithms 1 and 2.
 */
export class ReducedCosts {
  readonly #labelCount: number;
  readonly #isPruned: boolean;
  readonly #addsAll: boolean;
  /** N of all labels x. */
  readonly #own: Float64Array;
  /** The x that are left. */
  readonly #sources: Int32Array;
  /** The y that are left, and −N'(y) − slack of each. */
  readonly #targets: Int32Array;
  readonly #thresholds: Float64Array;

  /** Prepares to search with or without bounds, for the best pairs or for all. */
  constructor(labelCount: number, isPruned: boolean, addsAll: boolean) {
    this.#labelCount = labelCount;
    this.#isPruned = isPruned;
    this.#addsAll = addsAll;
    this.#own = new Float64Array(labelCount);
    this.#sources = new Int32Array(labelCount);
    this.#targets = new Int32Array(labelCount);
    this.#thresholds = new Float64Array(labelCount);
  }

  /**
   * Adds the ends of the best pair of positions t and t+1, or of all pairs, to the domains; true if
   * there was one. Ties: the smallest x, then the smallest y.
   */
  grow(
    t: number,
    lattice: FiniteLattice,
    messages: RestrictedMessages,
    slack: number,
    work: Work,
    surroundings?: Surroundings,
  ): boolean {
    const labelCount = this.#labelCount;
    const { inDomain } = messages;
    const { outgoing } = lattice.transitions;
    const own = this.#own;
    const sources = this.#sources;
    const targets = this.#targets;
    const thresholds = this.#thresholds;
    const addsAll = this.#addsAll;
    const row = t * labelCount;
    const next = row + labelCount;
    const targetCount = this.#selectTargets(row, lattice, messages, slack, surroundings);
    const sourceCount = this.#selectSources(lattice, targetCount);
    work.nodeExpansions += sourceCount;
    work.edgeEvaluations += sourceCount * targetCount;

    let bestMargin = 0;
    let bestSource = -1;
    let bestTarget = -1;
    for (let i = 0; i < sourceCount; i++) {
      const x = sources[i]!;
      const score = own[x]!;
      const edges = x * labelCount;
      for (let j = 0; j < targetCount; j++) {
        const y = targets[j]!;
        const margin = score + 2 * outgoing[edges + y]! - thresholds[j]!;
        if (margin <= bestMargin || inDomain[row + x]! + inDomain[next + y]! === 2) continue;
        bestSource = x;
        bestTarget = y;
        if (addsAll) {
          this.#add(t, x, y, margin, messages, work);
        } else {
          bestMargin = margin;
        }
      }
    }
    if (bestSource < 0) return false;
    if (!addsAll) this.#add(t, bestSource, bestTarget, bestMargin, messages, work);
    return true;
  }

  /** Adds both ends of a pair. */
  #add(
    t: number,
    x: number,
    y: number,
    margin: number,
    messages: RestrictedMessages,
    work: Work,
  ): void {
    if (messages.add(t, x)) tellNode(work, "column", [t, x], NONE, margin);
    if (messages.add(t + 1, y)) tellNode(work, "column", [t + 1, y], NONE, margin);
  }

  /** Computes N of all x and lists the y that may be in a pair; returns how many there are. */
  #selectTargets(
    row: number,
    { emissions, transitions }: FiniteLattice,
    { forward, backward }: RestrictedMessages,
    slack: number,
    surroundings: Surroundings | undefined,
  ): number {
    const labelCount = this.#labelCount;
    const maxima = transitions.incomingMaxima;
    const own = this.#own;
    const targets = this.#targets;
    const thresholds = this.#thresholds;
    let best = -Infinity;
    for (let x = 0; x < labelCount; x++) {
      const at = row + x;
      let score = emissions[at]! + forward[at]! - backward[at]!;
      if (surroundings) score += surroundings.before[at]!;
      own[x] = score;
      if (score > best) best = score;
    }
    if (!this.#isPruned) best = Infinity;
    const next = row + labelCount;
    let count = 0;
    for (let y = 0; y < labelCount; y++) {
      const at = next + y;
      let threshold = forward[at]! - (emissions[at]! + backward[at]!) - slack;
      if (surroundings) threshold -= surroundings.after[at]!;
      if (best + 2 * maxima[y]! > threshold) {
        targets[count] = y;
        thresholds[count++] = threshold;
      }
    }
    return count;
  }

  /** Lists the x that may be in a pair with one of the y; returns how many there are. */
  #selectSources({ transitions }: FiniteLattice, targetCount: number): number {
    const labelCount = this.#labelCount;
    const maxima = transitions.outgoingMaxima;
    const own = this.#own;
    const sources = this.#sources;
    const thresholds = this.#thresholds;
    if (targetCount === 0) return 0;
    let least = this.#isPruned ? Infinity : -Infinity;
    for (let j = 0; j < targetCount; j++) if (thresholds[j]! < least) least = thresholds[j]!;
    let count = 0;
    for (let x = 0; x < labelCount; x++) {
      if (own[x]! + 2 * maxima[x]! > least) sources[count++] = x;
    }
    return count;
  }
}
