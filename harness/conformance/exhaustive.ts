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

/** Sentences of each model. */
const LATTICES_PER_MODEL = 81;

/** The same objects for all decoders, so that references are computed once. */
const memory = new Map<string, Instance[]>();

/**
 * All lattices of 1–3 labels and positions with scores 0, 1 and −∞, for k = 1 and, if `maxK`
 * allows it, another k: from model to model, 2, half of all label sequences, all, and one more.
 *
 * Of sizes with more than `models` models or 81 sentences a model, a seeded sample of so many; with
 * 81 models, all lattices of two labels and two positions are there.
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
  const lattices = scoreTables(length * labelCount, LATTICES_PER_MODEL, seed)
    .map((emissions): Lattice => ({ length, emissions }));
  const paths = labelCount ** length;
  const ks = [2, Math.ceil(paths / 2), paths, paths + 1];
  return scoreTables(labelCount * labelCount, models, seed).flatMap((transitions, index) => {
    const model = { labelCount, transitions, exactSums: true, float32Exact: true };
    return [...new Set([1, ks[index % ks.length]!])].map((k) => ({ model, lattices, k }));
  });
}

/** All tables of so many scores, or a sample of `limit` where there are more. */
function scoreTables(size: number, limit: number, seed: number): Float64Array[] {
  const count = SCORES.length ** size;
  const random = seededRandom(seed);
  return Array.from({ length: Math.min(count, limit) }, (_, index) => {
    if (count > limit) return Float64Array.from({ length: size }, () => random.pick(SCORES));
    return Float64Array.from({ length: size }, (_, digit) => {
      return SCORES[Math.floor(index / SCORES.length ** digit) % SCORES.length]!;
    });
  });
}
