/**
 * Column generation for k > 1: which labels the k best paths may use.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import type { FiniteLattice } from "./finite_scores.ts";
import { kBestLists } from "../chain/k_best_lists.ts";
import type { Path } from "../lattice.ts";
import { ReducedCosts, type Surroundings } from "./reduced_costs.ts";
import type { RestrictedMessages } from "./messages.ts";
import { ScoreHeap } from "../chain/score_heap.ts";

/** What is known when the domains have the best path. */
export interface RestrictedPaths {
  /** The k best paths within the domains, or all if there are fewer; their first is the best. */
  readonly paths: readonly Path[];
  /** lb: what k distinct paths reach, inside or not; −∞ if fewer are known. */
  readonly lowerBound: number;
}

/**
 * Grows domains that have the best path, and outside of which no reduced cost is positive, until
 * they have the k best paths.
 *
 * With virtual labels at both ends, for a path with labels x and y at positions t and t+1
 *
 *     score ≤ V + before_t(x) + R_t(x, y) + after_{t+1}(y),                                  (ii)
 *
 * where V is the best score, and `before` and `after` bound the reduced costs on either side. They
 * cost no edges. `grow` adds both ends of every pair outside for which (ii) reaches lb, a score
 * that k paths reach. Where there is none, all paths that reach lb are inside.
 *
 * lb is the k-th best score among the k best paths inside and the paths that leave the domains at
 * one position: the best of those through label y outside scores α + n + β at t and y.
 *
 * Exact, also where sums round: `PROOFS.md` in this folder.
 *
 * Source: our own; Belanger et al. have V + R for the best path alone.
 */
export class KBestDomains {
  readonly #labelCount: number;
  readonly #reducedCosts: ReducedCosts;
  /** The k best scores, the worst of them on top (negated). */
  readonly #best = new ScoreHeap();
  /** T×L, for all domains of a sentence. */
  #before = new Float64Array(0);
  #after = new Float64Array(0);

  /** Prepares to search with or without bounds. */
  constructor(labelCount: number, isPruned: boolean) {
    this.#labelCount = labelCount;
    this.#reducedCosts = new ReducedCosts(labelCount, isPruned, true);
  }

  /** Finds the k best paths within the domains and the lower bound. Cost: that of `kBestLists`. */
  search(
    lattice: FiniteLattice,
    messages: RestrictedMessages,
    k: number,
    work: Work,
  ): RestrictedPaths {
    const edges = {
      labelCount: this.#labelCount,
      transitions: lattice.transitions.incoming,
      fromStride: 1,
      toStride: this.#labelCount,
    };
    const paths = kBestLists(edges, lattice, (t) => messages.labelsOf(t), k, work);
    return { paths, lowerBound: this.#lowerBound(paths, lattice, messages, k) };
  }

  #lowerBound(
    paths: readonly Path[],
    { length, emissions }: FiniteLattice,
    { inDomain, forward, backward }: RestrictedMessages,
    k: number,
  ): number {
    const best = this.#best;
    best.clear();
    for (const { score } of paths) best.push(-score, 0);
    let bar = best.size < k ? -Infinity : -best.topScore;
    const size = length * this.#labelCount;
    for (let at = 0; at < size; at++) {
      const score = forward[at]! + emissions[at]! + backward[at]!;
      if (!(score > bar) || inDomain[at] === 1) continue;
      if (best.size < k) best.push(-score, 0);
      else best.replaceTop(-score, 0);
      if (best.size === k) bar = -best.topScore;
    }
    return bar;
  }

  /**
   * Adds what the k best paths may use; false if there is nothing. Stops when `work` has more edges
   * than `limit`. T is at least 2, and messages are up to date.
   */
  grow(
    { paths, lowerBound }: RestrictedPaths,
    lattice: FiniteLattice,
    messages: RestrictedMessages,
    limit: number,
    work: Work,
  ): boolean {
    const best = paths[0]!.score;
    const slack = 16 * lattice.tolerance + 2 * (best - lowerBound) + Number.MIN_VALUE;
    const surroundings = this.#surroundings(lattice, messages, best);
    let hasGrown = false;
    for (let t = 0; t + 1 < lattice.length; t++) {
      if (work.edgeEvaluations > limit) return true;
      if (this.#reducedCosts.grow(t, lattice, messages, slack, work, surroundings)) hasGrown = true;
    }
    return hasGrown;
  }

  /** Computes `before` and `after`, times two. Cost: O(TL). */
  #surroundings(
    { length, emissions, transitions }: FiniteLattice,
    { forward, backward }: RestrictedMessages,
    best: number,
  ): Surroundings {
    const labelCount = this.#labelCount;
    const size = length * labelCount;
    if (this.#before.length < size) {
      this.#before = new Float64Array(size);
      this.#after = new Float64Array(size);
    }
    const before = this.#before;
    const after = this.#after;
    const { incomingMaxima, outgoingMaxima } = transitions;
    for (let at = 0; at < labelCount; at++) {
      before[at] = Math.min(0, emissions[at]! + backward[at]! - best);
    }
    for (let at = size - labelCount; at < size; at++) {
      after[at] = Math.min(0, emissions[at]! + forward[at]! - best);
    }
    for (let next = labelCount; next < size; next += labelCount) {
      const row = next - labelCount;
      let bestSource = -Infinity;
      let bestTarget = -Infinity;
      for (let at = row; at < next; at++) {
        bestSource = Math.max(bestSource, emissions[at]! + forward[at]! - backward[at]!);
      }
      for (let at = next; at < next + labelCount; at++) {
        bestTarget = Math.max(bestTarget, emissions[at]! + backward[at]! - forward[at]!);
      }
      for (let y = 0, at = next; y < labelCount; y++, at++) {
        const target = emissions[at]! + backward[at]! - forward[at]!;
        before[at] = Math.min(0, bestSource + 2 * incomingMaxima[y]! + target);
      }
      for (let x = 0, at = row; x < labelCount; x++, at++) {
        const source = emissions[at]! + forward[at]! - backward[at]!;
        after[at] = Math.min(0, source + 2 * outgoingMaxima[x]! + bestTarget);
      }
    }
    return { before, after };
  }
}
