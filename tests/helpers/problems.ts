/**
 * Small models with a lattice each, for tests of what single decoders do.
 *
 * @module
 */

import type { Lattice, Model } from "../../decoders/lattice.ts";
import { Random } from "../../datasets/random.ts";

/**
 * Three labels, two positions; all transitions are 0 but one that is worth 9, which the greedy
 * start, label 0, misses.
 */
export const MODEL: Model = {
  labelCount: 3,
  transitions: Float64Array.of(0, 0, 0, 0, 0, 9, 0, 0, 0),
  exactSums: true,
  float32Exact: true,
};

/** The lattice of `MODEL`. */
export const LATTICE: Lattice = { length: 2, emissions: Float64Array.of(3, 1, 0, 2, 0, 1) };

/** Scores from 0 to 99. */
export function randomProblem(labelCount: number, length: number, seed: number): [Model, Lattice] {
  const random = new Random(seed);
  const scores = (size: number) => new Float64Array(size).map(() => random.integer(100));
  const transitions = scores(labelCount * labelCount);
  return [
    { labelCount, transitions, exactSums: true, float32Exact: true },
    { length, emissions: scores(length * labelCount) },
  ];
}
