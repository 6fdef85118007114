/**
 * What a family of lattices is, and parts that families share.
 *
 * @module
 */

import type { Random } from "../random.ts";

/** A family: the default export of a file of this folder. */
export interface Family {
  /** `synthetic-<name>-<L>` names a dataset of the family. */
  readonly name: string;
  /** What the lattices stress in a decoder, in a paragraph. */
  readonly stresses: string;
  /** The one number that makes a family harder or easier. */
  readonly dial: { readonly default: number; readonly meaning: string };
  /** Makes the transitions, L×L. */
  transitions(labelCount: number, dial: number, random: Random): Float64Array;
  /** Makes a function that writes the L emissions of one position after another. */
  emitter(
    labelCount: number,
    dial: number,
    transitions: Float64Array,
    random: Random,
  ): (row: Float64Array, position: number, random: Random) => void;
}

/** Normal scores with mean 0. */
export function gaussianScores(size: number, deviation: number, random: Random): Float64Array {
  return new Float64Array(size).map(() => deviation * random.gaussian());
}

/** Running sums of weights, for `Random.choose`. */
export function cumulate(size: number, weight: (index: number) => number): Float64Array {
  let total = 0;
  return new Float64Array(size).map((_, index) => total += weight(index));
}

/** Running sums of Zipf's law over the labels: the r-th most frequent has a weight of 1/r. */
export function zipfPrior(labelCount: number): Float64Array {
  return cumulate(labelCount, (y) => 1 / (y + 1));
}

/**
 * A family of independent normal scores: emissions of variance 1, transitions of standard
 * deviation `strength` unless the dial says otherwise.
 */
export function gaussianFamily(name: string, strength: number, stresses: string): Family {
  return {
    name,
    stresses,
    dial: {
      default: strength,
      meaning: "standard deviation of the transitions over that of the emissions",
    },
    transitions(labelCount: number, dial: number, random: Random): Float64Array {
      return gaussianScores(labelCount * labelCount, dial, random);
    },
    emitter() {
      return (row, _position, random) => {
        for (let y = 0; y < row.length; y++) row[y] = random.gaussian();
      };
    },
  };
}
