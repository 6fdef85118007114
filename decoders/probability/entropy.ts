/**
 * Entropy: how undecided a lattice is.
 *
 * @module
 */

import { newWork, type Work } from "../contract.ts";
import type { Lattice, Model } from "../lattice.ts";
import {
  type CompensatedSum,
  type Estimate,
  extremes,
  ROUNDOFF,
  type SumOptions,
} from "./estimate.ts";
import { nonZeroEntries } from "./exception_steps.ts";
import { changeOf, pathError } from "./log_partition.ts";
import { isSparse, openSums } from "./open_sums.ts";

/** With `auto`, an entropy that may be off by more is computed again with all edges. */
const TOO_MUCH = 2 ** -34;
/** More than what rounding can do to a sum of probabilities. */
const SLACK = 1e-9;

/**
 * Prepares a function that finds the entropy of lattices in nats, H = −Σ_y p(y)·ln p(y) over all
 * paths; nothing for a lattice without one.
 *
 * H = ln Z − Σ_{t,y} p(y_t = y)·n_t(y) − Σ_{x,y} c(x, y)·e(x, y), c the expected number of uses of
 * a transition, as H is ln Z less the expected score. The largest emission of each row is left out
 * of both, so that a constant in the scores costs no digits. What is forbidden is left out of sums.
 * As 0 ≤ H ≤ T·ln L, the error is no larger than that and a thousandth of it.
 *
 * Cost: that of `marginals`, and of the expected uses of the transitions that are not 0. Where
 * `auto` multiplies those alone and the result might be off by 2⁻³⁴, it is computed once more with
 * all L² transitions, which rounds less, if there is room for them; the better one counts.
 *
 * Source: Hernando, Crespi and Cybenko 2005, for HMMs, by another recursion.
 *
 * @example
 * ```ts
 * import { entropy } from "./entropy.ts";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const model = { labelCount: 3, transitions: new Float64Array(9) };
 * const { value } = entropy(model)({ length: 2, emissions: new Float64Array(6) })!;
 * assertAlmostEquals(value, Math.log(9), 1e-14);
 * ```
 */
export function entropy(
  model: Model,
  options: SumOptions = {},
): (lattice: Lattice, work?: Work) => Estimate | undefined {
  const entries = nonZeroEntries(model.transitions);
  const find = entropyIn(model, options, entries);
  if ((options.arithmetic ?? "auto") !== "auto" || !isSparse(model, entries)) {
    return (lattice, work = newWork()) => find(lattice, work);
  }
  let findDense: typeof find | undefined;
  let hasRoom = true;
  return (lattice, work = newWork()) => {
    const found = find(lattice, work);
    if (found === undefined || found.error <= TOO_MUCH || !hasRoom) return found;
    try {
      findDense ??= entropyIn(model, { ...options, arithmetic: "scaled" }, entries);
      const other = findDense(lattice, work);
      return other !== undefined && other.error < found.error ? other : found;
    } catch (error) {
      // What was found has passed all checks: there is no room for so many edges.
      if (!(error instanceof RangeError)) throw error;
      findDense = undefined;
      hasRoom = false;
      return found;
    }
  };
}

/** In one arithmetic. */
function entropyIn(
  model: Model,
  options: SumOptions,
  entries: Int32Array,
): (lattice: Lattice, work: Work) => Estimate | undefined {
  const sums = openSums(model, options, entries);
  const counts = new Float64Array(entries.length);
  const transitions = new CentredTransitions(model, entries);
  return (lattice, work) => {
    const { length, emissions } = lattice;
    const sum = sums.forward(lattice, work);
    if (sum === undefined) return undefined;
    const nodes = new Float64Array(emissions.length);
    const { relative, absolute, excess } = sums.backward(nodes, work);
    counts.fill(0);
    sums.addExpected(counts);
    const { log } = sum;
    const spread = subtractNodes(model, lattice, nodes, log);
    const uses = transitions.subtract(counts, length, log);
    const doubt = transitions.doubt(spread.labels, spread.shares, uses.magnitude);
    const error = sum.error + log.error + 2 * pathError(length, options.scoreError ?? 0) +
      1.001 * (relative + 4 * ROUNDOFF + changeOf(length, options)) *
        (spread.magnitude + doubt.magnitude) +
      (length + 8) * ROUNDOFF * uses.magnitude + excess * doubt.references +
      length * absolute * (spread.differences + uses.differences);
    // No more than if all paths weighed the same, and more than how that is rounded.
    const most = 1.001 * length * Math.log(model.labelCount) + ROUNDOFF;
    const value = Math.max(0, Math.min(log.value, most));
    return { value, error: Number.isNaN(error) ? most : Math.min(error, most) };
  };
}

/**
 * Takes Σ p·n from a sum, position by position as the emission of the most probable label and what
 * the others differ from it.
 */
function subtractNodes(
  { labelCount }: Model,
  { length, emissions }: Lattice,
  nodes: Float64Array,
  log: CompensatedSum,
) {
  const labels = new Int32Array(length);
  const shares = new Float64Array(length);
  let [magnitude, differences] = [0, 0];
  for (let t = 0; t < length; t++) {
    const row = t * labelCount;
    let best = row;
    for (let i = row; i < row + labelCount; i++) {
      if (nodes[i]! > nodes[best]! || emissions[best] === -Infinity) best = i;
    }
    labels[t] = best - row;
    shares[t] = nodes[best]!;
    log.add(-emissions[best]!);
    for (let i = row; i < row + labelCount; i++) {
      const difference = emissions[i]! - emissions[best]!;
      if (difference === -Infinity) continue;
      log.add(-nodes[i]! * difference);
      magnitude += nodes[i]! * Math.abs(difference);
      differences += Math.abs(difference);
    }
  }
  return { labels, shares, magnitude, differences };
}

/** Transitions without what all have in common, if none is 0. */
class CentredTransitions {
  readonly #labelCount: number;
  readonly #scores: Float64Array;
  readonly #entries: Int32Array;
  readonly #shift: number;
  /** The largest finite score less the smallest, and the largest. */
  readonly #range: number = 0;
  readonly #largest: number = 0;

  constructor({ labelCount, transitions }: Model, entries: Int32Array) {
    const [most, least] = extremes(transitions);
    this.#labelCount = labelCount;
    this.#scores = transitions;
    this.#entries = entries;
    this.#shift = entries.length === transitions.length && most > -Infinity ? most : 0;
    if (most === -Infinity) return;
    this.#range = most - least;
    this.#largest = most - this.#shift;
  }

  /** Takes Σ c·e from a sum. */
  subtract(counts: Float64Array, length: number, log: CompensatedSum) {
    let [magnitude, differences] = [0, 0];
    for (let t = 1; t < length; t++) log.add(-this.#shift);
    for (let i = 0; i < counts.length; i++) {
      const score = this.#scores[this.#entries[i]!]! - this.#shift;
      if (score === -Infinity) continue;
      log.add(-counts[i]! * score);
      magnitude += counts[i]! * Math.abs(score);
      differences += Math.abs(score);
    }
    return { magnitude, differences };
  }

  /**
   * A bound of Σ_t Σ p_t(x, y)·|e(x, y) − r_t|, and Σ |r_t|, for r_t the transition between two of
   * the labels, or the largest one if that is forbidden. The smaller one of two bounds.
   *
   * @param labels one of each position
   * @param shares their probabilities
   * @param uses Σ c·|e|
   */
  doubt(labels: Int32Array, shares: Float64Array, uses: number) {
    let [byRange, byUses, references] = [0, (1 + SLACK) * uses, 0];
    for (let t = 1; t < labels.length; t++) {
      const score = this.#scores[labels[t - 1]! * this.#labelCount + labels[t]!]! - this.#shift;
      const reference = Math.abs(score === -Infinity ? this.#largest : score);
      const share = shares[t - 1]! + shares[t]!;
      // The most that one of the two labels is not there, and the least that both are.
      const other = 2 - share + SLACK;
      const both = Math.max(0, share - 1 - SLACK);
      references += reference;
      byRange += this.#range * other;
      byUses += reference * (other - both);
    }
    return { magnitude: Math.min(byRange, byUses), references };
  }
}
