/**
 * Sums over the derivations of a forest that never leave the range of float64.
 *
 * @module
 */

import { exp, log } from "../../kernels/probability/exp.ts";
import type { Forest } from "./forest.ts";

/**
 * ln of the outside sum of each slot, by logarithms of all sums. It never leaves the range of
 * float64, and takes several exponentials an edge: for the rare slots that `InsideOutside` cannot
 * hold, and as a plain version of it in the tests.
 *
 * @param leaves scores of the slots
 * @param into a number for each slot; −∞ for those in no derivation
 * @returns ln Z
 */
export function logOutside(forest: Forest, leaves: Float64Array, into: Float64Array): number {
  const { edgeOffsets, left, right, scores, slotItems, roots, rootScores } = forest;
  const itemCount = forest.symbols.length;
  const inside = new Float64Array(itemCount);
  const total = logInside(forest, leaves, inside);
  const outside = new Float64Array(itemCount).fill(-Infinity);
  roots.forEach((item, root) => {
    outside[item] = logAdd(outside[item]!, rootScores[root]!);
  });
  for (let item = itemCount - 1; item > 0; item--) {
    if (outside[item] === -Infinity) continue;
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      const [l, r] = [left[edge]!, right[edge]!];
      const score = outside[item]! + scores[edge]!;
      outside[l] = logAdd(outside[l]!, score + inside[r]!);
      if (r !== 0) outside[r] = logAdd(outside[r]!, score + inside[l]!);
    }
  }
  slotItems.forEach((item, slot) => into[slot] = item === 0 ? -Infinity : outside[item]!);
  return total;
}

/**
 * ln of the inside sum of each item, by logarithms of all sums: they never leave the range of
 * float64. One exponential and one logarithm an edge.
 *
 * @param leaves scores of the slots
 * @param into a number for each item; −∞ for those without a derivation of a finite score
 * @returns ln Z
 */
export function logInside(forest: Forest, leaves: Float64Array, into: Float64Array): number {
  const { edgeOffsets, left, right, scores, slotItems, roots, rootScores } = forest;
  const itemCount = forest.symbols.length;
  into.fill(-Infinity);
  slotItems.forEach((item, slot) => into[item] = logAdd(into[item]!, leaves[slot]!));
  into[0] = 0;
  for (let item = 1; item < itemCount; item++) {
    for (let edge = edgeOffsets[item]!; edge < edgeOffsets[item + 1]!; edge++) {
      const score = scores[edge]! + into[left[edge]!]! + into[right[edge]!]!;
      into[item] = logAdd(into[item]!, score);
    }
  }
  let total = -Infinity;
  roots.forEach((item, root) => total = logAdd(total, rootScores[root]! + into[item]!));
  return total;
}

/** How many derivations there are, or more; Infinity for more than float64 can count. */
export function mostDerivations(
  { edgeOffsets, left, right, slotItems, symbols, roots }: Forest,
): number {
  const counts = new Float64Array(symbols.length);
  for (const item of slotItems) counts[item]!++;
  counts[0] = 1;
  for (let item = 1, edge = 0; item < counts.length; item++) {
    for (const to = edgeOffsets[item + 1]!; edge < to; edge++) {
      counts[item]! += counts[left[edge]!]! * counts[right[edge]!]!;
    }
  }
  return roots.reduce((sum, root) => sum + counts[root]!, 0);
}

/** The sum of two logarithms, ln(e^a + e^b). */
export function logAdd(a: number, b: number): number {
  const high = Math.max(a, b);
  return high === -Infinity ? high : high + log(1 + exp(Math.min(a, b) - high));
}
