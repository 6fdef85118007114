/**
 * Leaving numbers out at random.
 *
 * @module
 */

import type { Random } from "../../random.ts";

/**
 * Factors that are 0 with the given probability and otherwise 1/(1 − probability), so that the mean
 * of what they multiply stays. Undefined, which leaves all numbers, without a source of chance.
 *
 * Source: Srivastava et al. 2014, Section 10.
 */
export function dropoutMask(
  size: number,
  probability: number,
  random: Random | undefined,
): Float32Array | undefined {
  if (random === undefined || probability === 0) return undefined;
  const kept = 1 / (1 - probability);
  const mask = new Float32Array(size);
  for (let i = 0; i < size; i++) mask[i] = random.uniform() < probability ? 0 : kept;
  return mask;
}

/** Multiplies numbers, or derivatives of what was multiplied, in place. */
export function dropOut(values: Float32Array, mask: Float32Array | undefined): void {
  if (mask === undefined) return;
  for (let i = 0; i < values.length; i++) values[i]! *= mask[i]!;
}
