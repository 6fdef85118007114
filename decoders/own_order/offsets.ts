/**
 * What the transitions of a label have in common.
 *
 * @module
 */

import { FLOAT64_BITS, naturalExponent } from "../chain/grid.ts";
import { largestMagnitude, type Model } from "../lattice.ts";

/**
 * Offsets of a model with e(x, y) ≤ outgoing(x) + incoming(y): a transition is at most what can be
 * said of its two ends. They are −∞ for a label that no transition leaves, or that none reaches.
 */
export interface Offsets {
  /** r(x) = max_y ( e(x, y) − c(y) ). */
  readonly outgoing: Float64Array;
  /** c(y) = max_x ( e(x, y) − max_z e(x, z) ). */
  readonly incoming: Float64Array;
  /** d(y) = max_x ( e(x, y) − r(x) ) ≤ c(y): the most that a transition into y adds to r. */
  readonly entry: Float64Array;
  /** r + c: what is added to the emissions of a position that is neither the first nor the last. */
  readonly both: Float64Array;
  /** A sum has no more than this for each position, besides its centred emission: S. */
  readonly magnitude: number;
  /** All transitions are multiples of 2 to minus this, unless it is 53 or sums round. */
  readonly exponent: number;
}

/**
 * Finds the offsets.
 *
 * Cost: O(L²), two passes over the transitions, and a third to find their grid; O(L) memory.
 */
export function offsetsOf({ labelCount, transitions, exactSums }: Model): Offsets {
  const outgoing = new Float64Array(labelCount);
  const incoming = new Float64Array(labelCount).fill(-Infinity);
  const entry = new Float64Array(labelCount).fill(-Infinity);
  for (let x = 0, row = 0; x < labelCount; x++, row += labelCount) {
    let most = -Infinity;
    for (let at = row; at < row + labelCount; at++) {
      if (transitions[at]! > most) most = transitions[at]!;
    }
    // Differences of two −∞ are no numbers, and are not larger than anything.
    for (let y = 0; y < labelCount; y++) {
      const score = transitions[row + y]! - most;
      if (score > incoming[y]!) incoming[y] = score;
    }
  }
  for (let x = 0, row = 0; x < labelCount; x++, row += labelCount) {
    let most = -Infinity;
    for (let y = 0; y < labelCount; y++) {
      const score = transitions[row + y]! - incoming[y]!;
      if (score > most) most = score;
    }
    outgoing[x] = most;
    for (let y = 0; y < labelCount; y++) {
      const score = transitions[row + y]! - most;
      if (score > entry[y]!) entry[y] = score;
    }
  }
  const [r, c, d] = [outgoing, incoming, entry].map(largestMagnitude);
  return {
    outgoing,
    incoming,
    entry,
    both: outgoing.map((offset, y) => offset + incoming[y]!),
    magnitude: largestMagnitude(transitions) + 2 * (r! + c! + d!),
    exponent: exactSums ? naturalExponent(transitions, 0, FLOAT64_BITS) : FLOAT64_BITS,
  };
}
