/**
 * The most probable paths, and how probable they are.
 *
 * @module
 */

import auto from "../auto.ts";
import { prepared } from "./prepared.ts";
import { newWork } from "../contract.ts";
import type { Lattice, Model, Path } from "../lattice.ts";
import { CompensatedSum, type Estimate, type SumOptions } from "../probability/estimate.ts";
import { estimateOf, pathError } from "../probability/log_partition.ts";
import { openSums } from "../probability/open_sums.ts";

/** A path with its probability. */
export interface ProbablePath extends Path {
  /** ln p of the path, score − ln Z. */
  readonly logProbability: Estimate;
}

/** The best paths of a lattice. */
export interface ProbablePaths {
  /** ln Z; −∞ if there is no path. */
  readonly logPartition: Estimate;
  /** Best first; none if there is none. */
  readonly paths: readonly ProbablePath[];
}

/**
 * Prepares a function that finds the min(k, number of paths) most probable paths of lattices, for
 * k ≥ 1; a RangeError for another k.
 *
 * The paths and their scores are those of `auto`, exact and with its ties; ln p(y) = score(y) − ln
 * Z, added up without what their terms have in common. Where k is the number of paths,
 * probabilities add up to 1.
 *
 * Cost: that of `logPartition` and of decoding.
 *
 * @example
 * ```ts
 * import { pathProbabilities } from "./path_probabilities.ts";
 * import { assertAlmostEquals, assertEquals } from "@std/assert";
 *
 * const model = { labelCount: 2, transitions: new Float64Array(4) };
 * const { paths } = pathProbabilities(model)({ length: 2, emissions: new Float64Array(4) }, 2);
 * assertEquals(paths.length, 2);
 * assertAlmostEquals(paths[0]!.logProbability.value, Math.log(1 / 4), 1e-15);
 * ```
 */
export function pathProbabilities(
  model: Model,
  options: SumOptions = {},
): (lattice: Lattice, k: number) => ProbablePaths {
  const { labelCount, transitions } = model;
  const sums = openSums(model, options);
  const decode = prepared(auto, model);
  return (lattice, k) => {
    if (!(Number.isInteger(k) && k >= 1)) {
      throw new RangeError(`Cannot find so many of the most probable paths: ${k}`);
    }
    const { length, emissions } = lattice;
    const sum = sums.forward(lattice, newWork());
    const logPartition = estimateOf(sum, length, options);
    if (sum === undefined) return { logPartition, paths: [] };
    const change = 2 * pathError(length, options.scoreError ?? 0);
    const paths = decode(lattice, k).paths.map(({ score, labels }) => {
      const share = new CompensatedSum();
      share.subtract(sum.log);
      labels.forEach((label, t) => {
        share.add(emissions[t * labelCount + label]!);
        if (t > 0) share.add(transitions[labels[t - 1]! * labelCount + label]!);
      });
      const logProbability = { value: share.value, error: sum.error + share.error + change };
      return { score, labels, logProbability };
    });
    return { logPartition, paths };
  };
}
