/**
 * The tutorial's two forward recursions in logarithms.
 *
 * @module
 */

import type { Lattice, Model } from "../../../decoders/lattice.ts";
import type { Estimate } from "../../../decoders/probability/estimate.ts";
import { largerMagnitude, logSumError } from "./log_sum_bound.ts";

/** ln Σ e^q of some scores. */
export type LogSum = (scores: Float64Array) => number;

/**
 * ln Z by α, which sums over the emissions of the position before, or by α̂, which has those of its
 * own position in it:
 *
 *     α_t(y) = ln Σ_x e^( n_t(x) + e(x, y) + α_{t−1}(x) ),   Z = Σ_y e^( n_T(y) + α_{T−1}(y) ),
 *     α̂_t(y) = ln Σ_x e^( n_t(y) + e(x, y) + α̂_{t−1}(x) ),  Z = Σ_y e^α̂_T(y).
 *
 * The error is that of sums in logarithms with a shift. Cost: (T−1)·L² exponentials.
 *
 * Source: the tutorial, “Implementation in log-space” for α, “Forward Belief Propagation” for α̂.
 */
export function forwardRecursion(
  { labelCount, transitions }: Model,
  { length, emissions }: Lattice,
  form: "alpha" | "alpha-hat",
  logSum: LogSum,
): Estimate {
  const isOwn = form === "alpha-hat";
  let alpha = isOwn ? emissions.slice(0, labelCount) : new Float64Array(labelCount);
  const terms = new Float64Array(labelCount);
  let error = 0;
  for (let t = 1; t < length; t++) {
    const next = new Float64Array(labelCount);
    let magnitude = 0;
    for (let y = 0; y < labelCount; y++) {
      for (let x = 0; x < labelCount; x++) {
        const node = emissions[isOwn ? t * labelCount + y : (t - 1) * labelCount + x]!;
        terms[x] = node + transitions[x * labelCount + y]! + alpha[x]!;
        magnitude = largerMagnitude(magnitude, terms[x]!);
      }
      next[y] = logSum(terms);
    }
    error += logSumError(magnitude, labelCount);
    alpha = next;
  }
  const last = (length - 1) * labelCount;
  const end = isOwn ? alpha : alpha.map((sum, y) => sum + emissions[last + y]!);
  const value = logSum(end);
  return { value, error: error + logSumError(end.reduce(largerMagnitude, 0), labelCount) };
}
