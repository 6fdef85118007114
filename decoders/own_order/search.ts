/**
 * Iterative Viterbi in each position's own order.
 *
 * @module
 */

import type { Decoded, Work } from "../contract.ts";
import { NONE, tell, tellPath } from "../chain/observer.ts";
import { newLabels } from "../chain/label_pool.ts";
import type { Emissions, Lattice, Model } from "../lattice.ts";
import { type Bar, type OwnOrder, reaches, setBar, type Tolerance } from "./own_order.ts";

/** Decodes one lattice for k = 1. */
export type DecodeBest = (lattice: Lattice<Emissions>, work: Work) => Decoded;

/**
 * Makes a function that decodes by iterative Viterbi with the labels of each position in the order
 * of their own scores.
 *
 * At first the two labels of each position with the largest centred emissions (`offsets.ts`) are
 * active, and all others are one node, the rest. Passes alternate between forward and backward, and
 * prune by the best label path that is known. While a path with a rest in it may be better, the
 * rests on the best such path are split: four times as many labels become active.
 *
 * Exact: a path with rests scores at least as much as all that it stands for. Proof: `PROOFS.md`.
 *
 * Ties: any best path; the same one at each call.
 *
 * Cost: reading the emissions once, O(TL), and once more a column that is split; a few edges a
 * position best, O(T) times dense Viterbi worst. Preparation: O(L²) time, O(L) memory.
 *
 * Source: our own; the search is that of Kaji et al. 2010, Section 3, where labels are ordered once
 * by frequency, and groups have maxima of transitions that are prepared.
 */
export function ownOrderDecode(
  model: Model,
  columns: OwnOrder,
  toleranceOf: Tolerance,
): DecodeBest {
  const bar: Bar = { above: -Infinity, least: -Infinity };
  let incumbent = new Int32Array(0);
  let candidate = new Int32Array(0);
  return (lattice, work) => {
    const { length } = lattice;
    const found = model.exactSums ? columns.search?.(lattice, work) : undefined;
    if (found !== undefined) return found;
    if (incumbent.length < length) {
      incumbent = new Int32Array(2 * length);
      candidate = new Int32Array(2 * length);
    }
    let lowerBound = -Infinity;
    columns.reset(lattice, work);
    for (let isForward = true;; isForward = !isForward) {
      work.iterations++;
      tell(work, "iteration", isForward ? 0 : 1, work.iterations);
      const tolerance = toleranceOf(length);
      const mayEnd = isForward || tolerance === 0;
      setBar(bar, lowerBound, tolerance);
      const isLeft = columns.run(isForward, bar, work);
      if (isLeft && columns.labelBest > lowerBound) {
        columns.followLabels(isForward, candidate);
        // From the right, sums that round are not in the order of a path's score.
        const score = mayEnd ? columns.labelBest : scoreOf(model, lattice, candidate);
        if (score > lowerBound) {
          [incumbent, candidate] = [candidate, incumbent];
          lowerBound = score;
          if (work.observer) tellPath(work, { score, labels: incumbent.subarray(0, length) });
          tell(work, "lower", NONE, score);
          setBar(bar, lowerBound, tolerance);
        }
      }
      tell(work, "upper", NONE, Math.max(isLeft ? columns.mixedBest : -Infinity, lowerBound));
      if (isLeft && reaches(columns.mixedBest, bar)) columns.expandBest(isForward, bar);
      else if (mayEnd || !isLeft) {
        if (lowerBound === -Infinity) return { paths: [] };
        const labels = newLabels(length);
        for (let t = 0; t < length; t++) labels[t] = incumbent[t]!;
        return { paths: [{ score: lowerBound, labels }] };
      }
    }
  };
}

/** `scorePath` in rows that may have gaps between them. */
function scoreOf(
  { labelCount, transitions }: Model,
  { length, emissions }: Lattice<Emissions>,
  labels: Int32Array,
): number {
  const stride = emissions.length / length;
  let score = emissions[labels[0]!]!;
  for (let t = 1; t < length; t++) {
    score += transitions[labels[t - 1]! * labelCount + labels[t]!]!;
    score += emissions[t * stride + labels[t]!]!;
  }
  return score;
}
