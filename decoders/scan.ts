/**
 * A scan: the best path out of products of matrices, which need not be taken from left to right.
 *
 * @module
 */

import { backtrack, denseForward, denseViterbi, transpose } from "./chain/dense_viterbi.ts";
import type { Decode, Decoder, Work } from "./contract.ts";
import type { Lattice, Model } from "./lattice.ts";
import { newLabels } from "./chain/label_pool.ts";

/** More labels would take too long: a product of two matrices costs L³. */
const MOST_LABELS = 64;

/** Options of the scan. */
export const OPTIONS = {
  leaves: {
    default: "two",
    choices: ["two", "all"],
    meaning: "one from each end, or one a position in a tree; two above 64 labels",
  },
} as const;

/**
 * Viterbi's recursion as an associative product, so that time can be walked in any order.
 *
 * A step is a matrix M_t(x, y) = e(x, y) + n_t(y) over (max, +), and the best path is worth
 * max_y ( n_0 ⊗ M_1 ⊗ … ⊗ M_{T−1} )(y). With `leaves=two` the left half is a row vector and the
 * right half a column vector: half the steps in a row, over as many edges. With `leaves=all` the
 * products are taken in a binary tree over the T−1 steps, ⌈log2(T−1)⌉ deep, each at L³, and
 * prefixes come out of it on the way back: L times the work.
 *
 * Exact where sums are: then each association gives the same bits. Where sums round, the order is
 * part of the score, and this is dense Viterbi from the left.
 *
 * Ties: the smallest label, from the last position backwards. `iterations` is ⌈log2 T⌉ in a tree, 1
 * for T = 1 and with two leaves. Cost: (T−1)·L² edges with two leaves, for T > 1 (T−2)·L³ +
 * (T−1)·L² with all; memory O(TL), O(TL²).
 *
 * Source: Blelloch 1990, Section 1.4; Särkkä and García-Fernández 2021, Section IV, for Viterbi.
 */
const scan: Decoder<typeof OPTIONS> = {
  name: "scan",
  title: "Scan",
  source: "Blelloch 1990; Särkkä and García-Fernández 2021",
  exact: true,
  maxK: 1,
  options: OPTIONS,
  prepare(model, { leaves }) {
    if (!model.exactSums) return denseViterbi(model);
    return leaves === "all" && model.labelCount <= MOST_LABELS
      ? allLeaves(model)
      : twoLeaves(model);
  },
};
export default scan;

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
function twoLeaves(model: Model): Decode {
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

/** Steps from `first` up to `end`, and their product. */
interface Product {
  readonly first: number;
  readonly end: number;
  /** L×L; row = label before the first step. */
  readonly matrix: Float64Array;
  readonly halves?: readonly [Product, Product];
}

/**
 * One-best decoding with products of matrices in a binary tree over the steps. On the way down each
 * node gets the prefixes at its left end, which with the product of its left half give those in its
 * middle: so come the prefixes of all positions, and the path out of them as in dense Viterbi.
 *
 * Exact where sums are: prefixes are then those of dense Viterbi to the last bit, and ties too.
 * Cost: (T−2)·L³ + (T−1)·L² edges, ⌈log2(T−1)⌉ deep, for T > 1; memory O(TL²).
 */
function allLeaves(model: Model): Decode {
  const { labelCount, transitions } = model;
  const incoming = transpose(transitions, labelCount);
  const edges = { labelCount, transitions: incoming, fromStride: 1, toStride: labelCount };
  return (lattice, _k, work) => {
    const { length, emissions } = lattice;
    const alpha = new Float64Array(length * labelCount);
    const row = (t: number) => alpha.subarray(t * labelCount, (t + 1) * labelCount);
    row(0).set(emissions.subarray(0, labelCount));
    work.iterations += Math.max(1, Math.ceil(Math.log2(length)));
    if (length > 1) {
      const leaf = (t: number) =>
        transitions.map((score, edge) => score + emissions[t * labelCount + edge % labelCount]!);
      const root = productOf(leaf, labelCount, 1, length, work);
      multiply(row(0), root.matrix, row(length - 1), labelCount, work);
      spread(root, row, labelCount, work);
    }
    return backtrack(edges, lattice, alpha);
  };
}

/** The product of the steps from `first` up to `end`, with all products that it is made of. */
function productOf(
  leaf: (step: number) => Float64Array,
  labelCount: number,
  first: number,
  end: number,
  work: Work,
): Product {
  if (end - first === 1) return { first, end, matrix: leaf(first) };
  const middle = (first + end) >> 1;
  const left = productOf(leaf, labelCount, first, middle, work);
  const right = productOf(leaf, labelCount, middle, end, work);
  const matrix = new Float64Array(labelCount ** 2);
  multiply(left.matrix, right.matrix, matrix, labelCount, work);
  return { first, end, matrix, halves: [left, right] };
}

/** Fills in the prefixes after each step within a product; those at its ends are there. */
function spread(
  { halves }: Product,
  row: (position: number) => Float64Array,
  labelCount: number,
  work: Work,
): void {
  if (halves === undefined) return;
  const [left, right] = halves;
  multiply(row(left.first - 1), left.matrix, row(left.end - 1), labelCount, work);
  spread(left, row, labelCount, work);
  spread(right, row, labelCount, work);
}

/** product(x, y) = max_z ( one(x, z) + other(z, y) ), for as many rows as `one` has. */
function multiply(
  one: Float64Array,
  other: Float64Array,
  product: Float64Array,
  labelCount: number,
  work: Work,
): void {
  product.fill(-Infinity);
  for (let row = 0, at = 0; row < one.length; row += labelCount) {
    for (let z = 0, edge = 0; z < labelCount; z++, at++) {
      const prefix = one[at]!;
      for (let y = 0; y < labelCount; y++, edge++) {
        const score = prefix + other[edge]!;
        if (score > product[row + y]!) product[row + y] = score;
      }
    }
  }
  work.nodeExpansions += one.length;
  work.edgeEvaluations += one.length * labelCount;
}
