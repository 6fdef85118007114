/**
 * The largest transitions out of and into each label.
 *
 * @module
 */

import type { Model } from "../lattice.ts";

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
