/**
 * Marginals: how probable each label of each position is.
 *
 * @module
 */

import { newWork, type Work } from "../contract.ts";
import type { Lattice, Model } from "../lattice.ts";
import { type Estimate, relativeBound, type SumOptions } from "./estimate.ts";
import { estimateOf, pathError } from "./log_partition.ts";
import { openSums } from "./open_sums.ts";

/** Marginals of a lattice with p(y) = e^score(y) / Z. */
export interface Marginals {
  /** ln Z. */
  readonly logPartition: Estimate;
  /** p(y_t = y) at index t·L + y; T×L. Each position's add up to 1, but for rounding. */
  readonly nodes: Float64Array;
  /** How far each may be off. */
  readonly error: number;
  /**
   * p(y_{t−1} = x, y_t = y) at index x·L + y, L×L, for a position t from 1 on. Computed when it is
   * asked for, from the model's transitions as they are then. As far off as the nodes at most.
   *
   * @throws RangeError for another position
   */
  edges(position: number): Float64Array;
}

/**
 * Prepares a function that finds the marginals of lattices; nothing for one without a path.
 *
 * p(y_t = y) = α_t(y)·β_t(y) / Σ_x α_t(x)·β_t(x), with β_{T−1} = 1 and
 * β_t(x) = Σ_y e^(e(x, y) + n_{t+1}(y))·β_{t+1}(y); for edges
 * p(x, y) = α_{t−1}(x)·e^(e(x, y) + n_t(y))·β_t(y) / Z. They are the derivatives of ln Z.
 *
 * What is forbidden has probability 0. Cost: that of `logPartition` twice, and O(L²) for each call
 * of `edges`.
 *
 * Source: Rabiner 1989, Section III-B; the bounds are our own (`PROOFS.md` in this folder).
 *
 * @example
 * ```ts
 * import { marginals } from "./marginals.ts";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const model = { labelCount: 2, transitions: Float64Array.of(0, 0, 0, -Infinity) };
 * // Three paths of equal weight: 00, 01 and 10.
 * const { nodes, edges } = marginals(model)({ length: 2, emissions: new Float64Array(4) })!;
 * [2 / 3, 1 / 3, 2 / 3, 1 / 3].forEach((p, i) => assertAlmostEquals(nodes[i]!, p, 1e-15));
 * [1 / 3, 1 / 3, 1 / 3, 0].forEach((p, i) => assertAlmostEquals(edges(1)[i]!, p, 1e-15));
 * ```
 */
export function marginals(
  model: Model,
  options: SumOptions = {},
): (lattice: Lattice, work?: Work) => Marginals | undefined {
  const sums = openSums(model, options);
  return (lattice, work = newWork()) => {
    const sum = sums.forward(lattice, work);
    if (sum === undefined) return undefined;
    const { length, emissions } = lattice;
    const logPartition = estimateOf(sum, length, options);
    const nodes = new Float64Array(emissions.length);
    const { relative, absolute } = sums.backward(nodes, work);
    const error = Math.min(1, relative + absolute + changeOf(length, options));
    const edges = sums.edges();
    return {
      logPartition,
      nodes,
      error,
      edges(position) {
        if (Number.isInteger(position) && position >= 1 && position < length) {
          return edges(position);
        }
        throw new RangeError(
          `Cannot find edges into a position of 1 to ${length - 1}: ${position}`,
        );
      },
    };
  };
}

/**
 * How much a probability changes at most if each score does by `scoreError`: that of a path changes
 * by a factor of e^±2d, d the change of a path's score.
 */
export function changeOf(length: number, { scoreError = 0 }: SumOptions): number {
  return relativeBound(2 * pathError(length, scoreError));
}
