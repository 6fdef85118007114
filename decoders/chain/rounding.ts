/**
 * How far two sums of the same scores may differ by rounding.
 *
 * @module
 */

import { type Emissions, largestMagnitude, type Lattice, type Model } from "../lattice.ts";

/**
 * Makes a function that bounds, for a lattice, the difference between any two float64 sums of the
 * scores of one path that add them in different orders. It is 0 if the model's sums are exact.
 *
 * A sum of m terms has an error of at most (m−1)·u·Σ|terms| to first order, u = 2^−53, whatever the
 * association. A path has m = 2T−1 terms with Σ|terms| ≤ T·max|n| + (T−1)·max|e|; the returned
 * value is twice the difference of two such sums, which covers the terms of second order and the
 * two or three operations of a comparison.
 *
 * Source: Higham 2002, Accuracy and Stability of Numerical Algorithms, Section 4.2.
 */
export function roundingTolerance(model: Model): (lattice: Lattice<Emissions>) => number {
  if (model.exactSums) return () => 0;
  const largestTransition = largestMagnitude(model.transitions);
  return ({ length, emissions }) => {
    const magnitude = length * (largestMagnitude(emissions) + largestTransition);
    return 8 * length * magnitude * 2 ** -53;
  };
}
