/**
 * Small models with a lattice each, for tests of what single decoders do.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import {
  type Declared,
  type Decoded,
  type Decoder,
  type GivenOptions,
  newWork,
  type Work,
} from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";

/**
 * Three labels, two positions; all transitions are 0 but one that is worth 9, which the greedy
 * start, label 0, misses.
 */
export const [MODEL, LATTICE] = problemOf(
  [[0, 0, 0], [0, 0, 9], [0, 0, 0]],
  [[3, 1, 0], [2, 0, 1]],
);

/** A model and a lattice of rows of scores whose sums are exact. */
export function problemOf(transitions: number[][], emissions: number[][]): [Model, Lattice] {
  return [
    {
      labelCount: transitions.length,
      transitions: Float64Array.from(transitions.flat()),
      exactSums: true,
      float32Exact: true,
    },
    { length: emissions.length, emissions: Float64Array.from(emissions.flat()) },
  ];
}

/** A model and a lattice of scores that are drawn one by one. */
export function draw(
  labelCount: number,
  length: number,
  score: () => number,
  exactSums = true,
): [Model, Lattice] {
  const scores = (count: number) => Float64Array.from({ length: count }, score);
  const transitions = scores(labelCount ** 2);
  return [
    { labelCount, transitions, exactSums, float32Exact: exactSums },
    { length, emissions: scores(length * labelCount) },
  ];
}

/** Scores that are whole numbers from 0 on. */
export function randomProblem(
  labelCount: number,
  length: number,
  seed: number,
  below = 100,
): [Model, Lattice] {
  const random = new Random(seed);
  return draw(labelCount, length, () => random.integer(below));
}

/** Scores that differ in their last bits alone: many paths are as good but for rounding. */
export function nearTies(labelCount: number, length: number): [Model, Lattice] {
  const random = new Random(1);
  const score = () => 0.7 * (1 + (random.integer(9) - 4) * Number.EPSILON);
  return draw(labelCount, length, score, false);
}

/** All scores 0 but the emission of one of 45 labels, the same everywhere. */
export function oneGoodLabel(label: number, length: number): [Model, Lattice] {
  const [model, lattice] = draw(45, length, () => 0);
  for (let t = 0; t < length; t++) lattice.emissions[t * 45 + label] = 1;
  return [model, lattice];
}

/** The answer of a decoder to a problem, and its work. */
export function measured<D extends Declared>(
  decoder: Decoder<D>,
  [model, lattice]: readonly [Model, Lattice],
  options?: GivenOptions<D>,
  k = 1,
): Decoded & { work: Work } {
  const work = newWork();
  return { ...prepared(decoder, model, options)(lattice, k, work), work };
}
