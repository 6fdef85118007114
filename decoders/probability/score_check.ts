/**
 * What scores may be: a check of models and lattices that come from outside.
 *
 * @module
 */

import type { Emissions, Lattice, Model } from "../lattice.ts";
import { LARGEST_SUM } from "../chain/grid.ts";
import { checkTransitions, scoreRefusal, shown, transitionRefusal } from "../chain/score_check.ts";

/**
 * Checks a model when it is made, and lattices one after another.
 *
 * A score is −∞ or a finite number, so small that no sum of a path's scores exceeds 2^1000: sums
 * of a path are of 2T − 1 terms, so none of magnitude beyond 2^1000 / 2T will do.
 */
export class ScoreCheck {
  readonly #model: Model;
  readonly #entries: Int32Array | undefined;
  #largest = 0;

  /**
   * Checks the model. Cost: O(L²).
   *
   * @param entries indices of the transitions that may change; all if they are not given
   * @throws as `checkTransitions`; TypeError for a model that says hasPairs
   */
  constructor(model: Model, entries?: Int32Array) {
    if (model.hasPairs) {
      throw new TypeError(
        "Cannot sum over paths by transitions of a model that says hasPairs: true " +
          "(decoders/pairs does it sentence by sentence)",
      );
    }
    checkTransitions(model);
    this.#model = model;
    this.#entries = entries;
    this.#largest = this.#largestOf(undefined);
  }

  /** Follows changes of the transitions. Cost: O(L²), or of the entries. @throws as above */
  revise(): void {
    this.#largest = this.#largestOf(this.#entries);
  }

  /**
   * Checks the shape of a lattice; returns the largest magnitude that its emissions may have, for
   * those who check these while they read them. Cost: O(1).
   *
   * @param sentence what errors call it
   * @throws as `checkShape`; TypeError for pairs, which no function of this folder reads
   * @throws RangeError if the sum of so many transitions might overflow
   */
  limitOf(lattice: Lattice<Emissions>, sentence?: number): number {
    checkShape(this.#model.labelCount, lattice, sentence);
    if (lattice.pairs !== undefined) {
      throw new TypeError(
        `Cannot sum over paths of a lattice${named(sentence)} with pairs by transitions of a ` +
          "model that does not say hasPairs",
      );
    }
    const limit = LARGEST_SUM / (2 * lattice.length);
    if (this.#largest <= limit) return limit;
    throw new RangeError(
      `Cannot add up the transitions of a lattice${named(sentence)} of ${lattice.length} ` +
        `positions: they reach ${this.#largest}`,
    );
  }

  /**
   * Checks a lattice. Cost: O(TL).
   *
   * @param sentence what errors call it
   * @throws as `limitOf`; RangeError naming the position and the label for NaN, +∞ and what is too
   * large
   */
  check(lattice: Lattice<Emissions>, sentence?: number): void {
    const limit = this.limitOf(lattice, sentence);
    const { emissions } = lattice;
    for (let i = 0; i < emissions.length; i++) {
      const score = emissions[i]!;
      if (Math.abs(score) <= limit || score === -Infinity) continue;
      const { labelCount } = this.#model;
      const place = `position ${Math.floor(i / labelCount)}, label ${i % labelCount}`;
      throw scoreRefusal(`emissions${named(sentence) || ","} ${place}`, score, limit);
    }
  }

  /** The largest magnitude of some transitions, or of all. */
  #largestOf(entries: Int32Array | undefined): number {
    const { labelCount, transitions } = this.#model;
    const count = (entries ?? transitions).length;
    let largest = 0;
    for (let i = 0; i < count; i++) {
      const edge = entries === undefined ? i : entries[i]!;
      const score = transitions[edge]!;
      const magnitude = Math.abs(score);
      if (magnitude <= LARGEST_SUM) {
        if (magnitude > largest) largest = magnitude;
      } else if (score !== -Infinity) throw transitionRefusal(labelCount, edge, score);
    }
    return largest;
  }
}

/**
 * Checks the shape of a lattice. Cost: O(1).
 *
 * @param sentence what errors call it
 * @throws TypeError for emissions that are no array of floats
 * @throws RangeError for a length that is none, and for emissions that are not T×L
 */
export function checkShape(
  labelCount: number,
  { length, emissions }: Lattice<Emissions>,
  sentence?: number,
): void {
  if (!(Number.isInteger(length) && length >= 1)) {
    throw new RangeError(`Cannot use a lattice${named(sentence)} of so many positions: ${length}`);
  }
  if (!(emissions instanceof Float64Array || emissions instanceof Float32Array)) {
    const what = `emissions${named(sentence)} that are no floats`;
    throw new TypeError(`Cannot use ${what}: ${shown(emissions)}`);
  }
  if (emissions.length !== length * labelCount) {
    throw new RangeError(
      `Cannot use a lattice${named(sentence)} of ${length} positions and ${labelCount} labels ` +
        `with so many emissions: ${emissions.length}`,
    );
  }
}

function named(sentence: number | undefined): string {
  return sentence === undefined ? "" : `, sentence ${sentence},`;
}
