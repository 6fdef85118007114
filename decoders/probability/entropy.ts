/**
 * Entropy: how undecided a lattice is.
 *
 * @module
 */

import { newWork, type Work } from "../contract.ts";
import type { Lattice, Model } from "../lattice.ts";
import { type Estimate, ROUNDOFF, type SumOptions } from "./estimate.ts";
import { nonZeroEntries } from "./exception_steps.ts";
import { pathError } from "./log_partition.ts";
import { changeOf } from "./marginals.ts";
import { openSums } from "./open_sums.ts";

/**
 * Prepares a function that finds the entropy of lattices in nats, H = −Σ_y p(y)·ln p(y) over all
 * paths; nothing for a lattice without one.
 *
 * H = ln Z − Σ_{t,y} p(y_t = y)·n_t(y) − Σ_{x,y} c(x, y)·e(x, y), c the expected number of uses of
 * a transition, as H is ln Z less the expected score. The largest emission of each row is left out
 * of both, so that a constant in the scores costs no digits. What is forbidden is left out of sums.
 *
 * Cost: that of `marginals`, and of the expected uses of the transitions that are not 0.
 *
 * Source: Hernando, Crespi and Cybenko 2005, for HMMs, by another recursion.
 *
 * @example
 * ```ts
 * import { entropy } from "./entropy.ts";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const model = {
 *   labelCount: 3,
 *   transitions: new Float64Array(9),
 *   exactSums: true,
 *   float32Exact: true,
 * };
 * const { value } = entropy(model)({ length: 2, emissions: new Float64Array(6) })!;
 * assertAlmostEquals(value, Math.log(9), 1e-14);
 * ```
 */
export function entropy(
  model: Model,
  options: SumOptions = {},
): (lattice: Lattice, work?: Work) => Estimate | undefined {
  const { labelCount, transitions } = model;
  const entries = nonZeroEntries(transitions);
  const sums = openSums(model, options, entries);
  const counts = new Float64Array(entries.length);
  // Where no transition is 0, the largest one may be left out as well.
  const isFull = entries.length === labelCount ** 2;
  const largest = transitions.reduce((most, score) => score > most ? score : most, -Infinity);
  const shift = isFull && largest !== -Infinity ? largest : 0;
  return (lattice, work = newWork()) => {
    const { length, emissions } = lattice;
    const sum = sums.forward(lattice, work);
    if (sum === undefined) return undefined;
    const nodes = new Float64Array(emissions.length);
    const { relative, absolute } = sums.backward(nodes, work);
    counts.fill(0);
    sums.addExpected(counts);

    const { log } = sum;
    // Of the expected score and of all differences of scores.
    let [magnitude, differences] = [0, 0];
    const subtract = (probability: number, difference: number) => {
      if (difference === -Infinity) return;
      log.add(-probability * difference);
      magnitude += probability * Math.abs(difference);
      differences += Math.abs(difference);
    };
    for (let t = 0; t < length; t++) {
      const row = emissions.subarray(t * labelCount, (t + 1) * labelCount);
      const top = row.reduce((most, score) => score > most ? score : most, -Infinity);
      log.add(-top);
      row.forEach((score, y) => subtract(nodes[t * labelCount + y]!, score - top));
      if (t > 0) log.add(-shift);
    }
    counts.forEach((count, i) => subtract(count, transitions[entries[i]!]! - shift));
    const change = pathError(length, options.scoreError ?? 0);
    const error = sum.error + log.error + 2 * change +
      (relative + (length + 8) * ROUNDOFF + changeOf(length, options)) * 1.001 * magnitude +
      length * absolute * differences;
    return { value: log.value, error: Number.isNaN(error) ? Infinity : error };
  };
}
