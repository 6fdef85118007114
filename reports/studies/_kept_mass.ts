/**
 * Labels that have to be kept a position so that pruning loses little of the partition sum.
 *
 * Any pruning that keeps some labels K_t at each position t and loses the share ε of Z at most must
 * keep Σ over y in K_t of p_t(y) ≥ 1 − ε at every t: what is dropped at t alone is lost, p being
 * the marginals. So `keptByOracle`, the least labels with so much mass, keeps no more at any
 * position than any pruning whatever, however clever.
 *
 * @module
 */

import { exp } from "../../decoders/kernels/probability/exp.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";

/** Labels at a position that others are compared with: its best so many. */
const RIVALS = 4;

/** Which labels are kept: T×L, 1 for kept. */
export type KeptLabels = Uint8Array;

/**
 * The least labels with at least 1 − ε of the mass at each position: what someone would keep who
 * knows the marginals beforehand. Of labels with the same marginal the first are dropped.
 *
 * @param nodes marginals, T×L
 */
export function keptByOracle(nodes: Float64Array, labelCount: number, epsilon: number): KeptLabels {
  const kept = new Uint8Array(nodes.length).fill(1);
  for (let row = 0; row < nodes.length; row += labelCount) {
    dropLeast(nodes.subarray(row, row + labelCount), epsilon, kept.subarray(row, row + labelCount));
  }
  return kept;
}

/**
 * Prepares forward dominance for sums: drops y at t where some x carries so much more that all that
 * is dropped weighs ε·Z at most, without knowing what follows.
 *
 * With α the sums of the prefixes left, whatever follows y has at most
 * r(y) = α(y)/α(x)·exp max_z (e(y, z) − e(x, z)) times the mass of the same behind x, which is at
 * most Z. So dropping labels with Σ r ≤ ε/(T−1) at each of T−1 positions loses at most ε·Z. The
 * last position is not pruned.
 *
 * Cost: L² for each label that is ever among the best, and the sums of dense forward.
 */
export function massDominance(
  { labelCount, transitions }: Model,
  epsilon: number,
): (lattice: Lattice) => KeptLabels {
  const factors = transitions.map(exp);
  const gains = new Map<number, Float64Array>();
  const gainOver = (x: number): Float64Array => {
    let found = gains.get(x);
    if (found === undefined) gains.set(x, found = gainsOver(transitions, labelCount, x));
    return found;
  };
  return ({ length, emissions }) => {
    const kept = new Uint8Array(length * labelCount).fill(1);
    let alpha = new Float64Array(labelCount).fill(1);
    for (let t = 0; t < length; t++) {
      const own = kept.subarray(t * labelCount, (t + 1) * labelCount);
      addEmissions(alpha, emissions.subarray(t * labelCount, (t + 1) * labelCount));
      if (t === length - 1) break;
      dropLeast(sharesOf(alpha, gainOver), epsilon / (length - 1), own);
      const next = new Float64Array(labelCount);
      for (let y = 0; y < labelCount; y++) {
        if (own[y] === 0 || alpha[y] === 0) continue;
        const row = y * labelCount;
        for (let z = 0; z < labelCount; z++) next[z]! += alpha[y]! * factors[row + z]!;
      }
      alpha = next;
    }
    return kept;
  };
}

/** Drops the labels with the smallest shares, as long as these sum to no more than `most`. */
function dropLeast(shares: Float64Array, most: number, kept: Uint8Array): void {
  const order = Uint32Array.from(shares.keys()).sort((a, b) => shares[a]! - shares[b]!);
  let sum = 0;
  for (const label of order) {
    sum += shares[label]!;
    if (!(sum <= most)) return;
    kept[label] = 0;
  }
}

/** r(y) of every label, the least over some of the best labels x. */
function sharesOf(alpha: Float64Array, gainOver: (x: number) => Float64Array): Float64Array {
  const shares = new Float64Array(alpha.length).fill(Infinity);
  const best = Uint32Array.from(alpha.keys()).sort((a, b) => alpha[b]! - alpha[a]!);
  for (const x of best.subarray(0, RIVALS)) {
    if (alpha[x] === 0) continue;
    const gains = gainOver(x);
    for (let y = 0; y < alpha.length; y++) {
      const share = alpha[y] === 0 ? 0 : alpha[y]! / alpha[x]! * gains[y]!;
      if (share < shares[y]!) shares[y] = share;
    }
  }
  return shares;
}

/** The largest ratio of edge weights, exp max_z (e(y, z) − e(x, z)), for every label y. */
function gainsOver(transitions: Float64Array, labelCount: number, x: number): Float64Array {
  return Float64Array.from({ length: labelCount }, (_, y) => {
    let gain = -Infinity;
    for (let z = 0; z < labelCount; z++) {
      const score = transitions[y * labelCount + z]!;
      // −∞ − (−∞) is not a number: neither goes on to z.
      if (score !== -Infinity) gain = Math.max(gain, score - transitions[x * labelCount + z]!);
    }
    return gain > 700 ? Infinity : exp(gain);
  });
}

/** Multiplies by exp of the emissions; the largest product becomes 1. */
function addEmissions(alpha: Float64Array, emissions: Float64Array): void {
  const largest = emissions.reduce((most, score) => Math.max(most, score), -Infinity);
  let most = 0;
  for (let y = 0; y < alpha.length; y++) {
    alpha[y]! *= exp(emissions[y]! - largest);
    most = Math.max(most, alpha[y]!);
  }
  for (let y = 0; y < alpha.length; y++) alpha[y]! /= most;
}
