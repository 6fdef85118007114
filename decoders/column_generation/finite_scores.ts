/**
 * Lattices without −∞, for decoders that subtract scores.
 *
 * @module
 */

import { incomingMaxima, outgoingMaxima, transpose } from "../chain/dense_viterbi.ts";
import type { Lattice, Model } from "../lattice.ts";
import { roundingTolerance } from "../chain/grid.ts";

/** Transitions, all finite, in the two orders that messages need, and their maxima. */
export interface FiniteTransitions {
  /** e(x, y) at index `x * labelCount + y`. */
  readonly outgoing: Float64Array;
  /** e(x, y) at index `y * labelCount + x`. */
  readonly incoming: Float64Array;
  /** max_y e(x, y) at index x. */
  readonly outgoingMaxima: Float64Array;
  /** max_x e(x, y) at index y. */
  readonly incomingMaxima: Float64Array;
}

/** A lattice without −∞. */
export interface FiniteLattice extends Lattice {
  /** What the model's transitions have become. */
  readonly transitions: FiniteTransitions;
  /** Rounding tolerance; 0 if all sums are exact. */
  readonly tolerance: number;
}

/**
 * Makes a function that replaces the forbidden scores of a lattice by low finite ones.
 *
 * A forbidden emission becomes min n − M, a forbidden transition min e − M, over the finite scores,
 * with M at least 1 + T·range(n) + (T−1)·range(e): then every path with a forbidden score in it is
 * worse than all without. M is twice as large as that, against rounding, and at least twice the
 * rounding tolerance, for scores may be close together and far from 0. It is a power of two, so
 * that lattices of similar length share their transitions. Sums with M in them may round even if
 * the model's sums are exact, so then there is a tolerance.
 *
 * Lattices without −∞ are passed on as they are. Cost otherwise: O(TL), and O(L²) where M is not
 * that of the lattice before and transitions are forbidden.
 */
export function finiteScores(model: Model): (lattice: Lattice) => FiniteLattice {
  const toleranceOf = roundingTolerance(model);
  const range = finiteRange(model.transitions);
  const hasForbidden = model.transitions.includes(-Infinity);
  let transitions = finiteTransitions(model, 0);
  const inexact = { ...model, exactSums: false };
  const roundingOf = roundingTolerance(inexact);
  let penalizedToleranceOf = roundingOf;
  let lastPenalty = 0;
  return (lattice) => {
    const { length, emissions } = lattice;
    if (!hasForbidden && !emissions.includes(-Infinity)) {
      return { length, emissions, transitions, tolerance: toleranceOf(lattice) };
    }
    const { least, largest } = finiteRange(emissions);
    const spread = length * (largest - least) + (length - 1) * (range.largest - range.least);
    const penalty = 2 ** (1 + Math.ceil(Math.log2(Math.max(1 + spread, roundingOf(lattice)))));
    if (hasForbidden && penalty !== lastPenalty) {
      lastPenalty = penalty;
      transitions = finiteTransitions(model, range.least - penalty);
      penalizedToleranceOf = roundingTolerance({ ...inexact, transitions: transitions.outgoing });
    }
    const finite = { length, emissions: replaceForbidden(emissions, least - penalty) };
    return { ...finite, transitions, tolerance: penalizedToleranceOf(finite) };
  };
}

function finiteTransitions(model: Model, forbidden: number): FiniteTransitions {
  const { labelCount } = model;
  const outgoing = replaceForbidden(model.transitions, forbidden);
  const finite = { ...model, transitions: outgoing };
  return {
    outgoing,
    incoming: transpose(outgoing, labelCount),
    outgoingMaxima: outgoingMaxima(finite),
    incomingMaxima: incomingMaxima(finite),
  };
}

function replaceForbidden(scores: Float64Array, by: number): Float64Array {
  return scores.includes(-Infinity)
    ? scores.map((score) => score === -Infinity ? by : score)
    : scores;
}

/** The least and the largest finite score, 0 and 0 if there is none. */
function finiteRange(scores: Float64Array): { least: number; largest: number } {
  let least = Infinity;
  let largest = -Infinity;
  for (const score of scores) {
    if (score === -Infinity) continue;
    if (score < least) least = score;
    if (score > largest) largest = score;
  }
  return least === Infinity ? { least: 0, largest: 0 } : { least, largest };
}
