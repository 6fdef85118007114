/**
 * An order of the labels in which those with similar incoming transitions are neighbours.
 *
 * @module
 */

import type { Model } from "./lattice.ts";

/** Previous labels at most by whose transitions labels are compared. */
const SAMPLE = 64;

/**
 * Orders the labels in groups of `size`: each group is the first label that is left and those whose
 * incoming transitions differ least from its, by the sum of the absolute differences over at most 64
 * previous labels, evenly spaced. Forbidden transitions count as much lower than all others.
 *
 * Ties: the smaller label. Cost: O(L² / size · (64 + log L)).
 */
export function clusteredLabels({ labelCount, transitions }: Model, size: number): Int32Array {
  const step = Math.ceil(labelCount / SAMPLE);
  const rows = Array.from({ length: Math.ceil(labelCount / step) }, (_, i) => {
    const x = i * step;
    return finite(transitions.subarray(x * labelCount, (x + 1) * labelCount));
  });
  const distances = new Float64Array(labelCount);
  const order: number[] = [];
  let left = Array.from({ length: labelCount }, (_, label) => label);
  while (left.length > 0) {
    const leader = left[0]!;
    distances.fill(0);
    for (const row of rows) {
      const own = row[leader]!;
      for (const y of left) distances[y]! += Math.abs(row[y]! - own);
    }
    const nearest = left.slice(1).sort((one, other) =>
      distances[one]! - distances[other]! || one - other
    );
    const group = new Set([leader, ...nearest.slice(0, size - 1)]);
    order.push(...group);
    left = left.filter((label) => !group.has(label));
  }
  return Int32Array.from(order);
}

/** The row with what is forbidden as far below the least other score as that is below the largest. */
function finite(row: Float64Array): Float64Array {
  let least = Infinity;
  let largest = -Infinity;
  for (const score of row) {
    if (score === -Infinity) continue;
    least = Math.min(least, score);
    largest = Math.max(largest, score);
  }
  return row.map((score) => {
    if (score > -Infinity) return score;
    return least === Infinity ? 0 : least - (largest - least) - 1;
  });
}
