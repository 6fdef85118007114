/**
 * The tutorial's logsumexp, with and without its shift.
 *
 * @module
 */

import { exp } from "../../../decoders/probability/exp.ts";
import { log } from "../../../decoders/probability/log.ts";

/**
 * ln Σ e^q as the tutorial prints it, c + ln Σ e^(q − c) with c the largest q, and nothing besides:
 * a row of −∞ alone gives −∞ − (−∞), which is not a number. A NaN among the scores is the largest,
 * as in the tensor library that the tutorial uses.
 *
 * Source: the tutorial, "Implementation in log-space", `logsumexp`.
 */
export function printedLogsumexp(scores: Float64Array): number {
  let most = -Infinity;
  for (const score of scores) if (score > most || Number.isNaN(score)) most = score;
  let sum = 0;
  for (const score of scores) sum += exp(score - most);
  return most + log(sum);
}

/** ln Σ e^q as it stands in the recursion, without the shift: e^q may be 0 or ∞. */
export function plainLogsumexp(scores: Float64Array): number {
  let sum = 0;
  for (const score of scores) sum += exp(score);
  return log(sum);
}
