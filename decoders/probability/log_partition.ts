/**
 * The log-partition: how much all paths of a lattice weigh together.
 *
 * @module
 */

import { newWork, type Work } from "../contract.ts";
import type { Lattice, Model } from "../lattice.ts";
import type { Estimate, SumOptions } from "./estimate.ts";
import { openSums } from "./open_sums.ts";
import type { PathSum } from "./path_sums.ts";

/**
 * Prepares a function that finds ln Z = ln Σ_y e^score(y) of lattices, over all paths y; −∞ if
 * there is none. |value − ln Z| ≤ error for the scores as they are, or for all that are within
 * `scoreError` of them.
 *
 * Nothing is believed, here and in the other functions of this folder: a RangeError or a TypeError
 * names options, shapes, and the position and labels of scores that will not do: NaN, +∞, and what
 * may overflow when it is added up (`ScoreCheck`).
 *
 * α_0(y) = e^(n_0(y)), α_t(y) = Σ_x α_{t−1}(x)·e^(e(x, y) + n_t(y)), Z = Σ_y α_{T−1}(y), each row
 * without its largest emission and with a scale (`ScaledSums`), or in logarithms (`LogSums`).
 *
 * The same bits for a sentence whatever was done before, alone or out of a batch, and with either
 * kernel. Cost: (T−1)·L² edges, or with `exceptions` one for each transition that is not 0; O(TL)
 * exponentials. Preparation: O(L²). Memory: O(TL + L²).
 *
 * Source: Lafferty, McCallum and Pereira 2001, Section 3; the bounds are our own (`PROOFS.md`).
 *
 * @example
 * ```ts
 * import { logPartition } from "./log_partition.ts";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const model = { labelCount: 2, transitions: Float64Array.of(0, 1, 2, 3) };
 * const lattice = { length: 2, emissions: Float64Array.of(5, 0, 0, 7) };
 * const { value, error } = logPartition(model)(lattice);
 * const paths = [5 + 0 + 0, 5 + 1 + 7, 0 + 2 + 0, 0 + 3 + 7];
 * const exact = Math.log(paths.reduce((sum, score) => sum + Math.exp(score), 0));
 * assertAlmostEquals(value, exact, 1e-14);
 * console.assert(error < 1e-14);
 * ```
 */
export function logPartition(
  model: Model,
  options: SumOptions = {},
): (lattice: Lattice, work?: Work) => Estimate {
  const sums = openSums(model, options);
  return (lattice, work = newWork()) =>
    estimateOf(sums.forward(lattice, work), lattice.length, options);
}

/** ln Z out of a sum over all paths. */
export function estimateOf(
  sum: PathSum | undefined,
  length: number,
  { scoreError = 0 }: SumOptions,
): Estimate {
  if (sum === undefined) return { value: -Infinity, error: 0 };
  const { log, error } = sum;
  return { value: log.value, error: error + log.error + pathError(length, scoreError) };
}

/** How far the score of a path is off if each of its 2T − 1 terms is. */
export function pathError(length: number, scoreError: number): number {
  return (2 * length - 1) * scoreError;
}
