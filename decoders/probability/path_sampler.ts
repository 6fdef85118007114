/**
 * Sampling paths as probable as they are.
 *
 * @module
 */

import { newWork } from "../contract.ts";
import type { Lattice, Model } from "../lattice.ts";
import { checkDraws, drawLabel, type SumOptions } from "./estimate.ts";
import { openSums } from "./open_sums.ts";

/**
 * Prepares a function that draws paths of lattices, each with probability p(y) = e^score(y) / Z;
 * none if a lattice has no path.
 *
 * Forward filtering, backward sampling: the last label is drawn with weights α_{T−1}(y), and before
 * label y of position t a label x with α_{t−1}(x)·e^e(x, y), which are its probabilities given what
 * follows. No rejection, no burn-in. What is forbidden is never drawn. Probabilities are off as
 * those of `marginals`: 2⁻³⁰ at most where logarithms can help.
 * `random` is uniform in [0, 1); a RangeError names the position for which it is not, and counts
 * that are none.
 *
 * Cost: that of `logPartition`, and O(L) for each label that is drawn.
 *
 * Source: Frühwirth-Schnatter 1994; Scott 2002, Section 2.1.
 *
 * @example
 * ```ts
 * import { pathSampler } from "./path_sampler.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = { labelCount: 2, transitions: Float64Array.of(0, -Infinity, 0, 0) };
 * const lattice = { length: 2, emissions: Float64Array.of(-Infinity, 0, 0, -Infinity) };
 * assertEquals(pathSampler(model)(lattice, 1, Math.random), [Int32Array.of(1, 0)]);
 * ```
 */
export function pathSampler(
  model: Model,
  options: SumOptions = {},
): (lattice: Lattice, count: number, random: () => number) => Int32Array[] {
  const sums = openSums(model, options);
  const weights = new Float64Array(model.labelCount);
  return (lattice, count, random) => {
    checkDraws(count);
    if (sums.forward(lattice, newWork()) === undefined) return [];
    return Array.from({ length: count }, () => {
      const labels = new Int32Array(lattice.length);
      for (let t = lattice.length - 1; t >= 0; t--) {
        sums.sources(t, labels[t + 1], weights);
        labels[t] = drawLabel(weights, random, t);
      }
      return labels;
    });
  };
}
