/**
 * Lattices whose scores of pairs depend on the position.
 *
 * @module
 */

import { LARGEST_SUM } from "../chain/grid.ts";
import type { Lattice, Model } from "../lattice.ts";

/**
 * One sentence of T positions and L labels with scores of its own for each pair: a path y scores
 * n_0(y_0) + Σ_{t≥1} ( e_t(y_{t−1}, y_t) + n_t(y_t) ), higher is better, −∞ forbids.
 */
export interface PairLattice {
  /** L, at least 1. */
  readonly labelCount: number;
  /** T, at least 1. */
  readonly length: number;
  /** n_t(y) at index t·L + y; T×L. */
  readonly emissions: Float64Array;
  /** e_t(x, y) at index ((t − 1)·L + x)·L + y; (T−1)×L×L. */
  readonly pairs: Float64Array;
}

const NO_PAIRS = /* @__PURE__ */ new Float64Array(0);

/** A lattice of a model that says `hasPairs`, by itself. */
export function pairLatticeOf({ labelCount }: Model, lattice: Lattice): PairLattice {
  const { length, emissions, pairs = NO_PAIRS } = lattice;
  return { labelCount, length, emissions, pairs };
}

/**
 * Checks a lattice. Cost: O(TL²).
 *
 * @throws RangeError for counts that are none, and other numbers of scores than T×L and (T−1)×L×L;
 * naming position and labels for NaN, +∞, and what is so large that sums might overflow
 */
export function checkPairLattice({ labelCount, length, emissions, pairs }: PairLattice): void {
  for (const [count, what] of [[labelCount, "labels"], [length, "positions"]] as const) {
    if (Number.isInteger(count) && count >= 1) continue;
    throw new RangeError(`Cannot use a lattice of so many ${what}: ${count}`);
  }
  const sizes = [length * labelCount, (length - 1) * labelCount ** 2];
  if (emissions.length !== sizes[0] || pairs.length !== sizes[1]) {
    throw new RangeError(
      `Cannot use a lattice of ${length} positions and ${labelCount} labels with so many ` +
        `emissions and pairs: ${emissions.length}, ${pairs.length}`,
    );
  }
  const limit = LARGEST_SUM / (2 * length);
  const isScore = (score: number) => Math.abs(score) <= limit || score === -Infinity;
  const emission = emissions.findIndex((score) => !isScore(score));
  if (emission >= 0) {
    const [t, y] = [Math.floor(emission / labelCount), emission % labelCount];
    const place = `position ${t}, label ${y}`;
    throw new RangeError(`Cannot use emissions, ${place}, as a score: ${emissions[emission]}`);
  }
  const pair = pairs.findIndex((score) => !isScore(score));
  if (pair >= 0) {
    const [x, y] = [Math.floor(pair / labelCount) % labelCount, pair % labelCount];
    const place = `position ${Math.floor(pair / labelCount ** 2) + 1}, labels ${x} to ${y}`;
    throw new RangeError(`Cannot use pairs, ${place}, as a score: ${pairs[pair]}`);
  }
}

/** Scores a label sequence, from left to right: ((n_0 + e_1) + n_1) + …. Cost: O(T). */
export function scorePairPath(
  { labelCount, length, emissions, pairs }: PairLattice,
  labels: ArrayLike<number>,
): number {
  let score = emissions[labels[0]!]!;
  for (let t = 1; t < length; t++) {
    score += pairs[((t - 1) * labelCount + labels[t - 1]!) * labelCount + labels[t]!]!;
    score += emissions[t * labelCount + labels[t]!]!;
  }
  return score;
}
