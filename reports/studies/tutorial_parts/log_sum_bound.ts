/**
 * How far sums in logarithms may be off.
 *
 * @module
 */

import { ROUNDOFF } from "../../../decoders/probability/estimate.ts";

/**
 * What one ln Σ e^q of `count` terms adds to the error of its terms. The terms are sums of three
 * scores of at most `magnitude`, each rounded; `exp` and `log` are off by few units in the last
 * place, the sum by `count` of them, and the largest is added again (`PROOFS.md` in
 * `decoders/probability`, sums in logarithms).
 */
export function logSumError(magnitude: number, count: number): number {
  return ROUNDOFF * (8 * magnitude + 2 * count + 40);
}

/** The largest magnitude of finite numbers so far. */
export function largerMagnitude(most: number, score: number): number {
  const magnitude = Math.abs(score);
  return magnitude > most && magnitude !== Infinity ? magnitude : most;
}
