/**
 * What the ways of training a chain CRF have in common.
 *
 * @module
 */

import type { Learner } from "../learn.ts";
import type { Penalty } from "./settings.ts";
import type { Support } from "./support.ts";

/** What a chain CRF has seen so far. */
export interface CrfInsight {
  /** Negative log-likelihood of this epoch's sentences, each with the weights of its moment. */
  readonly loss: number;
  /** ℓ1·Σ|w| + ℓ2·Σw²: at these weights or, with stochastic gradients, as the epoch began. */
  readonly penalty: number;
}

/** Learns the weights of a chain CRF. */
export interface CrfLearner extends Learner<CrfInsight> {
  /** The weights so far, the best where there are better ones, numbered as by the support. */
  weights(): Float64Array;
  /** Ends what has been started. */
  close(): void;
}

/** The first weight that is penalised: those of label pairs are the last. */
export function penalisedFrom({ labels }: Support, { penalty }: Penalty): number {
  return penalty === "all" ? 0 : labels.length;
}

/** ℓ2·Σw² over the weights from one on. */
export function squaredNorm(weights: Float64Array, from: number, l2: number): number {
  if (l2 === 0) return 0;
  let sum = 0;
  for (let i = from; i < weights.length; i++) sum += weights[i]! * weights[i]!;
  return l2 * sum;
}
