/**
 * Dense Viterbi: the forward pass over transposed transitions, and the best path read off its
 * scores.
 *
 * @module
 */

import type { Decode, Decoded, Revisable } from "../contract.ts";
import { kBestLists } from "./k_best_lists.ts";
import type { Lattice, Model } from "../lattice.ts";
import type { Edges } from "./columns.ts";
import { newLabels } from "./label_pool.ts";
import { NONE, type Observer, tell } from "./observer.ts";

/**
 * Dense Viterbi for k ≥ 1: the best prefixes into all labels, from left to right, a transition at a
 * time. For k > 1 every node keeps its k best prefixes. Ties: the smallest label, from the last
 * position backwards.
 */
export function denseViterbi(model: Model): Decode & Revisable {
  const { labelCount } = model;
  const incoming = transpose(model.transitions, labelCount);
  const allLabels = Int32Array.from({ length: labelCount }, (_, label) => label);
  const edges = { labelCount, transitions: incoming, fromStride: 1, toStride: labelCount };
  let alpha = new Float64Array(0);

  const decode: Decode = (lattice, k, work) => {
    work.iterations++;
    tell(work, "iteration", 0, work.iterations);
    if (k > 1) return { paths: kBestLists(edges, lattice, () => allLabels, k, work) };
    if (alpha.length < lattice.length * labelCount) {
      alpha = new Float64Array(lattice.length * labelCount);
    }
    denseForward(incoming, labelCount, lattice, alpha);
    const before = work.edgeEvaluations;
    if (work.observer) tellDense(edges, lattice, alpha, before, work.observer);
    work.nodeExpansions += (lattice.length - 1) * labelCount;
    work.edgeEvaluations = before + (lattice.length - 1) * labelCount * labelCount;
    return backtrack(edges, lattice, alpha);
  };
  const revise = (previous: number, label: number) => {
    incoming[label * labelCount + previous] = model.transitions[previous * labelCount + label]!;
  };
  return Object.assign(decode, { revise });
}

/** Next labels relaxed together, to hide the latency of a running maximum. */
const ROWS = 8;

/** The transitions with row = next label, so that all edges into a label are contiguous. */
export function transpose(transitions: Float64Array, labelCount: number): Float64Array {
  const incoming = new Float64Array(transitions.length);
  // A strip of rows is written while the lines that it is read from are at hand.
  for (let first = 0; first < labelCount; first += ROWS) {
    const end = Math.min(first + ROWS, labelCount);
    for (let y = 0; y < labelCount; y++) {
      for (let x = first; x < end; x++) {
        incoming[y * labelCount + x] = transitions[x * labelCount + y]!;
      }
    }
  }
  return incoming;
}

/**
 * Computes α_0(y) = n_0(y), α_t(y) = max_x ( α_{t−1}(x) + e(x, y) ) + n_t(y) for all t and y.
 *
 * The next label is the outer loop, eight of them at a time against one scan of the previous row;
 * only scores are kept. Cost: (T−1)·L² edges, O(TL) memory.
 *
 * @param incoming transposed transitions
 * @param alpha receives T×L scores
 */
export function denseForward(
  incoming: Float64Array,
  labelCount: number,
  lattice: Lattice,
  alpha: Float64Array,
): void {
  const { length, emissions } = lattice;
  for (let y = 0; y < labelCount; y++) alpha[y] = emissions[y]!;
  for (let t = 1; t < length; t++) {
    denseStep(incoming, labelCount, emissions, t * labelCount, alpha);
  }
}

/** One position: fills alpha[row … row+L) from alpha[row−L … row). */
function denseStep(
  incoming: Float64Array,
  labelCount: number,
  emissions: Float64Array,
  row: number,
  alpha: Float64Array,
): void {
  const previous = row - labelCount;
  let y = 0;
  for (; y + ROWS <= labelCount; y += ROWS) {
    const e0 = y * labelCount;
    const e1 = e0 + labelCount;
    const e2 = e1 + labelCount;
    const e3 = e2 + labelCount;
    const e4 = e3 + labelCount;
    const e5 = e4 + labelCount;
    const e6 = e5 + labelCount;
    const e7 = e6 + labelCount;
    let m0 = -Infinity, m1 = -Infinity, m2 = -Infinity, m3 = -Infinity;
    let m4 = -Infinity, m5 = -Infinity, m6 = -Infinity, m7 = -Infinity;
    for (let x = 0; x < labelCount; x++) {
      const a = alpha[previous + x]!;
      const s0 = a + incoming[e0 + x]!;
      if (s0 > m0) m0 = s0;
      const s1 = a + incoming[e1 + x]!;
      if (s1 > m1) m1 = s1;
      const s2 = a + incoming[e2 + x]!;
      if (s2 > m2) m2 = s2;
      const s3 = a + incoming[e3 + x]!;
      if (s3 > m3) m3 = s3;
      const s4 = a + incoming[e4 + x]!;
      if (s4 > m4) m4 = s4;
      const s5 = a + incoming[e5 + x]!;
      if (s5 > m5) m5 = s5;
      const s6 = a + incoming[e6 + x]!;
      if (s6 > m6) m6 = s6;
      const s7 = a + incoming[e7 + x]!;
      if (s7 > m7) m7 = s7;
    }
    const at = row + y;
    alpha[at] = m0 + emissions[at]!;
    alpha[at + 1] = m1 + emissions[at + 1]!;
    alpha[at + 2] = m2 + emissions[at + 2]!;
    alpha[at + 3] = m3 + emissions[at + 3]!;
    alpha[at + 4] = m4 + emissions[at + 4]!;
    alpha[at + 5] = m5 + emissions[at + 5]!;
    alpha[at + 6] = m6 + emissions[at + 6]!;
    alpha[at + 7] = m7 + emissions[at + 7]!;
  }
  for (; y < labelCount; y++) {
    const e0 = y * labelCount;
    let m0 = -Infinity;
    for (let x = 0; x < labelCount; x++) {
      const s0 = alpha[previous + x]! + incoming[e0 + x]!;
      if (s0 > m0) m0 = s0;
    }
    alpha[row + y] = m0 + emissions[row + y]!;
  }
}

/**
 * The path y_{T−1} = argmax α_{T−1}, y_{t−1} = argmax_x ( α_{t−1}(x) + e(x, y_t) ); none if every
 * path is forbidden.
 *
 * Exact if α is that of `denseForward`, to the last bit: each step adds what made the maximum.
 *
 * Ties: the smallest label, from the last position backwards. Cost: O(TL), which no counter counts,
 * for these edges were evaluated before.
 *
 * @param alpha T×L scores
 */
export function backtrack(
  { labelCount, transitions, fromStride, toStride }: Edges,
  { length }: Lattice,
  alpha: Float64Array,
): Decoded {
  const labels = newLabels(length);
  const last = (length - 1) * labelCount;
  let score = -Infinity;
  for (let y = 0; y < labelCount; y++) {
    if (alpha[last + y]! > score) {
      score = alpha[last + y]!;
      labels[length - 1] = y;
    }
  }
  if (score === -Infinity) return { paths: [] };
  for (let t = length - 1; t > 0; t--) {
    const previous = (t - 1) * labelCount;
    let best = -Infinity;
    for (let x = 0, edge = labels[t]! * toStride; x < labelCount; x++, edge += fromStride) {
      const candidate = alpha[previous + x]! + transitions[edge]!;
      if (candidate > best) {
        best = candidate;
        labels[t - 1] = x;
      }
    }
  }
  return { paths: [{ score, labels }] };
}

/** Tells of all nodes after a dense forward pass, in the order in which it came to them. */
export function tellDense(
  { labelCount, transitions, fromStride, toStride }: Edges,
  { length }: Lattice,
  alpha: Float64Array,
  before: number,
  observer: Observer,
): void {
  for (let t = 0; t < length; t++) {
    for (let label = 0; label < labelCount; label++) {
      const edges = before + (t > 0 ? ((t - 1) * labelCount + label + 1) * labelCount : 0);
      let other = NONE;
      let best = -Infinity;
      for (let x = 0; t > 0 && x < labelCount; x++) {
        const sum = alpha[(t - 1) * labelCount + x]! +
          transitions[x * fromStride + label * toStride]!;
        if (sum > best) [best, other] = [sum, x];
      }
      const value = alpha[t * labelCount + label]!;
      observer({ kind: "opened", position: t, label, other, value, edges });
    }
  }
}

/** max_y e(x, y) for each label x, −∞ if all are forbidden. Cost: O(L²). */
export function outgoingMaxima({ labelCount, transitions }: Model): Float64Array {
  return new Float64Array(labelCount).map((_, x) =>
    transitions.subarray(x * labelCount, (x + 1) * labelCount).reduce(larger, -Infinity)
  );
}

/** max_x e(x, y) for each label y, −∞ if all are forbidden. Cost: O(L²). */
export function incomingMaxima({ labelCount, transitions }: Model): Float64Array {
  const maxima = new Float64Array(labelCount).fill(-Infinity);
  for (let x = 0; x < labelCount; x++) {
    const row = x * labelCount;
    for (let y = 0; y < labelCount; y++) maxima[y] = larger(maxima[y]!, transitions[row + y]!);
  }
  return maxima;
}

function larger(one: number, other: number): number {
  return one > other ? one : other;
}
