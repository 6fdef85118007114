/**
 * How to get a function that decodes.
 *
 * @module
 */

import {
  type Declared,
  type Decode,
  type Decoded,
  type Decoder,
  type GivenOptions,
  isRevisable,
  newWork,
  type Work,
} from "../contract.ts";
import type { Emissions, Lattice, Model } from "../lattice.ts";
import { Claims } from "../chain/claims.ts";
import { LARGEST_SUM } from "../chain/grid.ts";
import { checkKeys } from "../chain/known_keys.ts";
import { Intake } from "./intake.ts";
import { resolveOptions } from "../chain/options.ts";
import { checkTransitions, isScore, shown, transitionRefusal } from "../chain/score_check.ts";

/** A function that decodes lattices of a model. */
export interface Prepared {
  /**
   * The best paths of a lattice, best first.
   *
   * @param lattice emissions in float64 or float32
   * @param k how many paths at most; 1 if not given
   * @param work counters, to which what was done is added
   * @throws RangeError for a k that the decoder cannot do, emissions that are not T×L, and naming
   * position and label for NaN, +∞, scores beyond 2^1000, whose sums might overflow, and a score
   * that refutes what the model says of its sums
   * @throws TypeError for emissions in anything but a Float64Array or a Float32Array
   */
  (lattice: Lattice<Emissions>, k?: number, work?: Work): Decoded;
  /**
   * The same for several lattices; `works[i]` counts what the i-th took. Errors name the sentence.
   */
  batch(
    lattices: readonly Lattice<Emissions>[],
    k?: number,
    works?: readonly Work[],
  ): Decoded[];
  /** Gives the memory back. Decoding is an error afterwards. */
  dispose(): void;
}

/** How much `prepared` checks. */
export interface Checks {
  /**
   * True where the caller has already done what `Claims` does: put all scores on one grid, or found
   * them there. `exactSums`, `float32Exact` and `structure` are then believed, and a score that
   * refutes them gives wrong answers. Packs are on such a grid: the harness, which times decoding,
   * and trainers say so. Shapes, NaN and +∞ are checked all the same.
   */
  readonly areSumsChecked?: boolean;
}

/**
 * Prepares a decoder for a model. Options that are not given have their defaults.
 *
 * What the model says of its sums is not believed, but held against every score: see `Claims`. That
 * takes a part of the time that it may save, and nothing where nothing is said.
 *
 * Emissions in float32 are converted into a buffer, unless the decoder copies them anyway. What is
 * prepared is `Revisable` if what the decoder prepares is (see `isRevisable`).
 *
 * @throws TypeError for an option that the decoder does not have, for transitions that are no
 * Float64Array, and for a model with pairs and a decoder that takes none
 * @throws RangeError for a value that the option may not have, and for transitions that are not
 * L×L, are NaN or +∞, so large that sums might overflow, or refute what the model says of them
 *
 * @example
 * ```ts
 * import dominance from "../dominance.ts";
 * import { prepared } from "./prepared.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = { labelCount: 2, transitions: Float64Array.of(0, 1, 2, 3) };
 * const decode = prepared(dominance, model, { kernel: "simd" });
 * const { paths } = decode({ length: 2, emissions: Float32Array.of(5, 0, 0, 7) });
 * assertEquals(paths, [{ score: 13, labels: Int32Array.of(0, 1) }]);
 * ```
 */
export function prepared<D extends Declared>(
  decoder: Decoder<D>,
  model: Model,
  options: GivenOptions<D> = {},
  checks: Checks = {},
): Prepared {
  const { name } = decoder;
  checkTransitions(model);
  if (model.hasPairs && !decoder.pairs) {
    throw new TypeError(
      `Cannot prepare ${name}, which takes no pairs, for a model that says hasPairs: true`,
    );
  }
  checkKeys(checks, ["areSumsChecked"], "what prepared checks");
  const claims = checks.areSumsChecked ? undefined : new Claims(model);
  let inner: Decode | undefined = decoder.prepare(model, resolveOptions(decoder, options));
  const intake = new Intake(inner, model, claims);

  const able = (k: number): Decode => {
    if (inner === undefined) throw new Error(`Cannot decode with what was disposed of: ${name}`);
    checkPathCount(k, decoder);
    return inner;
  };
  const decode = (lattice: Lattice<Emissions>, k = 1, work = newWork()): Decoded => {
    const ready = able(k);
    return ready(intake.taken(lattice), k, work);
  };
  const others: Pick<Prepared, "batch" | "dispose"> = {
    batch(lattices, k = 1, works = lattices.map(newWork)) {
      const ready = able(k);
      ready.expect?.(lattices.length);
      return ready.batch === undefined
        ? lattices.map((one, i) => ready(intake.taken(one, i), k, works[i] ?? newWork()))
        : ready.batch(lattices.map((one, i) => intake.copied(one, i)), k, works);
    },
    dispose() {
      inner?.dispose?.();
      inner = undefined;
    },
  };
  if (!isRevisable(inner)) return Object.assign(decode, others);
  const revisable = inner;
  const revise = (previous: number, label: number): void => {
    const { labelCount, transitions } = model;
    const at = previous * labelCount + label;
    const score = transitions[at];
    if (!isScore(score, LARGEST_SUM)) throw transitionRefusal(labelCount, at, score);
    claims?.revise();
    revisable.revise(previous, label);
  };
  return Object.assign(decode, others, { revise });
}

/** Checks how many paths are asked for. @throws RangeError if the decoder cannot find so many */
export function checkPathCount(k: number, { name, maxK }: Pick<Decoder, "name" | "maxK">): void {
  if (Number.isInteger(k) && k >= 1 && k <= maxK) return;
  throw new RangeError(
    `Cannot find this number of paths with ${name}, which finds ${maxK === 1 ? 1 : "1 or more"}: ` +
      shown(k),
  );
}
