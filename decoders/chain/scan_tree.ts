/**
 * A scan over a tree.
 *
 * @module
 */

import type { Decode, Work } from "../contract.ts";
import type { Model } from "../lattice.ts";
import { backtrack } from "./backtrack.ts";
import { transpose } from "./dense_forward.ts";

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
 * Cost: (T−2)·L³ + (T−1)·L² edges, ⌈log2 T⌉ deep; memory O(TL²).
 */
export function allLeaves(model: Model): Decode {
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
