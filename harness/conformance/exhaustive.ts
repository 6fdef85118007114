/**
 * Every small lattice.
 *
 * @module
 */

import type { Lattice } from "../../decoders/lattice.ts";
import { seededRandom } from "./generators.ts";
import type { Instance } from "./instance.ts";

/** A tie, a difference and a prohibition. */
const SCORES = [0, 1, -Infinity];

/** Sizes from small to large, so that the first failure is a small one. */
const SIZES = [[1, 1], [1, 2], [1, 3], [2, 1], [2, 2], [2, 3], [3, 1], [3, 2], [3, 3]] as const;

/** Sentences of each model, where these are all there are, … */
const ALL_LATTICES = 81;
/** … and where they are a sample. */
const SAMPLED_LATTICES = 27;

/** The same objects for all decoders, so that references are computed once. */
const memory = new Map<string, Instance[]>();

/**
 * All lattices of 1–3 labels and positions with scores 0, 1 and −∞, for k = 1 and, if `maxK`
 * allows it, another k: from model to model, 2, half of all label sequences, all, and one more.
 *
 * Of sizes with more than `models` models, a seeded sample of so many; of more than 81 sentences a
 * model, one of 27. With 81 models, all lattices of two labels and two positions are there.
 */
export function smallInstances(models: number, maxK: number, seed: number): Instance[] {
  const key = `${models} ${seed}`;
  let instances = memory.get(key);
  if (!instances) {
    memory.set(key, instances = SIZES.flatMap((size) => instancesOfSize(size, models, seed)));
  }
  return instances.filter(({ k }) => k <= maxK);
}

function instancesOfSize(
  [labelCount, length]: readonly [number, number],
  models: number,
  seed: number,
): Instance[] {
  const lattices = scoreTables(length * labelCount, ALL_LATTICES, seed, SAMPLED_LATTICES)
    .map((emissions): Lattice => ({ length, emissions }));
  const paths = labelCount ** length;
  const ks = [2, Math.ceil(paths / 2), paths, paths + 1];
  return scoreTables(labelCount * labelCount, models, seed).flatMap((transitions, index) => {
    const model = { labelCount, transitions, exactSums: true, float32Exact: true };
    return [...new Set([1, ks[index % ks.length]!])].map((k) => ({ model, lattices, k }));
  });
}

/** All tables of so many scores, or a sample where there are more than `limit`. */
function scoreTables(size: number, limit: number, seed: number, sample = limit): Float64Array[] {
  const count = SCORES.length ** size;
  const random = seededRandom(seed);
  return Array.from({ length: count > limit ? sample : count }, (_, index) => {
    if (count > limit) return Float64Array.from({ length: size }, () => random.pick(SCORES));
    return Float64Array.from({ length: size }, (_, digit) => {
      return SCORES[Math.floor(index / SCORES.length ** digit) % SCORES.length]!;
    });
  });
}
