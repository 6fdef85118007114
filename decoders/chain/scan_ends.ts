/**
 * A scan from both ends.
 *
 * @module
 */

import type { Decode } from "../contract.ts";
import type { Lattice, Model } from "../lattice.ts";
import { denseForward, transpose } from "./dense_forward.ts";
import { newLabels } from "./label_pool.ts";

/**
 * One-best decoding with a prefix from the left and a suffix from the right, which meet in the
 * middle:
 *
 *     α_t(y) = max_x ( α_{t−1}(x) + e(x, y) ) + n_t(y),
 *     β_t(x) = max_y ( e(x, y) + n_{t+1}(y) + β_{t+1}(y) ),   best = max_y ( α_m(y) + β_m(y) ).
 *
 * Exact where sums are. Ties: the smallest label, from the last position backwards. To know it, all
 * labels on best paths are followed to the right, which costs an edge a label for each of them and
 * position; no counter counts them, as those of `backtrack`.
 *
 * Cost: (T−1)·L² edges in ⌈(T−1)/2⌉ steps for each end.
 */
export function twoLeaves(model: Model): Decode {
  const { labelCount, transitions } = model;
  const incoming = transpose(transitions, labelCount);
  let alpha = new Float64Array(0);
  let beta = new Float64Array(0);
  return (lattice, _k, work) => {
    const { length } = lattice;
    const size = length * labelCount;
    if (alpha.length < size) [alpha, beta] = [new Float64Array(size), new Float64Array(size)];
    const middle = (length - 1) >> 1;
    work.iterations++;
    work.nodeExpansions += (length - 1) * labelCount;
    work.edgeEvaluations += (length - 1) * labelCount ** 2;
    denseForward(incoming, labelCount, { ...lattice, length: middle + 1 }, alpha);
    denseBackward(model, lattice, middle, beta);
    const best = newLabels(length).fill(0);
    const score = follow(model, lattice, middle, alpha, beta, best);
    if (score === -Infinity) return { paths: [] };
    for (let t = middle; t > 0; t--) {
      best[t - 1] = bestBefore(incoming, labelCount, alpha, t, best[t]!);
    }
    return { paths: [{ score, labels: best }] };
  };
}

/** Computes β of the positions from the last one down to `middle`. */
function denseBackward(
  { labelCount, transitions }: Model,
  { length, emissions }: Lattice,
  middle: number,
  beta: Float64Array,
): void {
  const follow = new Float64Array(labelCount);
  beta.fill(0, (length - 1) * labelCount, length * labelCount);
  for (let t = length - 2; t >= middle; t--) {
    const next = (t + 1) * labelCount;
    for (let y = 0; y < labelCount; y++) follow[y] = emissions[next + y]! + beta[next + y]!;
    for (let x = 0, edge = 0; x < labelCount; x++) {
      let most = -Infinity;
      for (let y = 0; y < labelCount; y++, edge++) {
        const score = transitions[edge]! + follow[y]!;
        if (score > most) most = score;
      }
      beta[t * labelCount + x] = most;
    }
  }
}

/**
 * Writes the labels from the middle on and returns the score; −∞ if there is no path.
 *
 * Labels on best paths are marked from the middle to the right: y after a marked x if the edge is
 * what made β(x). Then the smallest marked ones that are so joined are taken from the right.
 */
function follow(
  { labelCount, transitions }: Model,
  { length, emissions }: Lattice,
  middle: number,
  alpha: Float64Array,
  beta: Float64Array,
  labels: Int32Array,
): number {
  let score = -Infinity;
  for (let y = 0, at = middle * labelCount; y < labelCount; y++, at++) {
    score = Math.max(score, alpha[at]! + beta[at]!);
  }
  if (score === -Infinity) return score;
  const isJoined = (t: number, x: number, y: number) => {
    const next = (t + 1) * labelCount + y;
    const rest = transitions[x * labelCount + y]! + (emissions[next]! + beta[next]!);
    return rest === beta[t * labelCount + x];
  };
  const marked: number[][] = [[]];
  for (let y = 0, at = middle * labelCount; y < labelCount; y++, at++) {
    if (alpha[at]! + beta[at]! === score) marked[0]!.push(y);
  }
  for (let t = middle; t + 1 < length; t++) {
    const before = marked[t - middle]!;
    const next: number[] = [];
    for (let y = 0; y < labelCount; y++) if (before.some((x) => isJoined(t, x, y))) next.push(y);
    marked.push(next);
  }
  labels[length - 1] = marked.at(-1)![0]!;
  for (let t = length - 2; t >= middle; t--) {
    labels[t] = marked[t - middle]!.find((x) => isJoined(t, x, labels[t + 1]!))!;
  }
  return score;
}

/** The smallest label from which the best prefix into a label of position t comes. */
function bestBefore(
  incoming: Float64Array,
  labelCount: number,
  alpha: Float64Array,
  t: number,
  label: number,
): number {
  const [row, edges] = [(t - 1) * labelCount, label * labelCount];
  let best = 0;
  for (let x = 1; x < labelCount; x++) {
    if (alpha[row + x]! + incoming[edges + x]! > alpha[row + best]! + incoming[edges + best]!) {
      best = x;
    }
  }
  return best;
}
