/**
 * How to get a function that decodes, and what is checked of lattices on their way to a decoder.
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
  takesFloat32,
  type Work,
} from "../contract.ts";
import type { Emissions, Lattice, Model } from "../lattice.ts";
import { Claims } from "../chain/claims.ts";
import { LARGEST_SUM } from "../chain/grid.ts";
import { checkKeys } from "../chain/known_keys.ts";
import { resolveOptions } from "../chain/options.ts";
import {
  checkTransitions,
  findNoScore,
  isScore,
  scoreRefusal,
  shown,
  transitionRefusal,
} from "../chain/score_check.ts";
import { ReservedBlock, ScoreRows } from "../kernels/scores/placement.ts";

/**
 * Checks lattices and puts them where a decoder reads them.
 *
 * Decoders with kernels copy emissions anyway: here they are copied into the decoder's rows, and
 * the kernel that copies them checks them as well. Others get them in float64, where they are if
 * they are that, after a pass over all. Cost: O(TL).
 */
class Intake {
  readonly #decode: Decode;
  readonly #labelCount: number;
  readonly #hasPairs: boolean;
  readonly #claims: Claims | undefined;
  /** Rows in the memory of kernels; undefined if the decoder has none. */
  #block: ReservedBlock | undefined;
  #rows: ScoreRows | undefined;
  #reserve: Decode["reserve"];
  #capacity = 0;
  #buffer = new Float64Array(0);

  /**
   * Of a decoder that is prepared for a model.
   *
   * @param claims what the model says of its sums, if that is to be checked
   */
  constructor(decode: Decode, { labelCount, hasPairs }: Model, claims?: Claims) {
    this.#hasPairs = hasPairs === true;
    this.#claims = claims;
    this.#decode = decode;
    this.#reserve = decode.reserve;
    this.#labelCount = labelCount;
  }

  /** The lattice as the decoder reads it, until the next call. @throws see `Prepared` */
  taken(given: Lattice<Emissions>, sentence?: number): Lattice {
    const own = this.#shaped(given, sentence);
    const { length, emissions } = own;
    const block = this.#blockFor(length);
    if (block === undefined) return this.#passed(own, sentence, (size) => this.#bufferFor(size));
    const done = this.#rows!.take(emissions, length, block, 0);
    if (done < length) throw this.#refusal(emissions, sentence);
    this.#claims?.check(own, sentence);
    return block.lattice(0, length);
  }

  /** The lattice, with a copy of its own if it has to be converted. */
  copied(given: Lattice<Emissions>, sentence?: number): Lattice {
    const own = this.#shaped(given, sentence);
    return this.#passed(own, sentence, (size) => new Float64Array(size));
  }

  /** Reads the caller's lattice once. */
  #shaped(given: Lattice<Emissions>, sentence: number | undefined): Lattice<Emissions> {
    const of = sentence === undefined ? "" : `sentence ${sentence}, `;
    if (typeof given !== "object" || given === null) {
      throw new TypeError(`Cannot decode ${of}no lattice: ${shown(given)}`);
    }
    const { length, emissions, pairs } = given;
    if (!(emissions instanceof Float64Array || emissions instanceof Float32Array)) {
      throw new TypeError(
        `Cannot decode ${of}emissions that are no Float64Array or Float32Array: ` +
          shown(emissions),
      );
    }
    if (Number.isInteger(length) && length >= 1 && emissions.length === length * this.#labelCount) {
      if (this.#hasPairs) return { length, emissions, pairs: this.#pairsOf(length, pairs, of) };
      if (pairs === undefined) return { length, emissions };
      throw new TypeError(
        `Cannot decode ${of}pairs with a model that does not say hasPairs: ${shown(pairs)}`,
      );
    }
    throw new RangeError(
      `Cannot decode ${of}${shown(length)} positions and ${this.#labelCount} labels ` +
        `from so many emissions: ${emissions.length}`,
    );
  }

  /** The lattice after a check, in room for it if the decoder cannot read it where it is. */
  #passed(
    own: Lattice<Emissions>,
    sentence: number | undefined,
    roomFor: (size: number) => Float64Array,
  ): Lattice {
    const { length, emissions, pairs } = own;
    if (findNoScore(emissions) >= 0) throw this.#refusal(emissions, sentence);
    this.#claims?.check(own, sentence);
    if (emissions instanceof Float64Array || takesFloat32(this.#decode)) return own as Lattice;
    const wide = roomFor(emissions.length);
    wide.set(emissions);
    return { length, emissions: wide, ...(pairs && { pairs }) };
  }

  /** Scores of pairs after a check. */
  #pairsOf(length: number, pairs: unknown, of: string): Float64Array {
    const L = this.#labelCount;
    if (!(pairs instanceof Float64Array) || pairs.length !== (length - 1) * L * L) {
      const found = pairs instanceof Float64Array ? `${pairs.length} scores` : shown(pairs);
      throw new TypeError(
        `Cannot decode ${of}${length} positions and ${L} labels from such pairs: ${found}`,
      );
    }
    const at = findNoScore(pairs);
    if (at < 0) return pairs;
    const [x, y] = [Math.floor(at / L) % L, at % L];
    const what = `pairs, ${of}position ${Math.floor(at / L / L) + 1}, labels ${x} to ${y}`;
    throw scoreRefusal(what, pairs[at]);
  }

  #bufferFor(size: number): Float64Array {
    if (this.#buffer.length < size) this.#buffer = new Float64Array(size);
    return this.#buffer.subarray(0, size);
  }

  /** Rows for so many positions, if the decoder has kernels that copy. */
  #blockFor(positions: number): ReservedBlock | undefined {
    if (positions <= this.#capacity || this.#reserve === undefined) return this.#block;
    const capacity = Math.max(positions, 2 * this.#capacity);
    const block = this.#reserve(capacity, false);
    if (!(block instanceof ReservedBlock)) return this.#reserve = undefined;
    this.#block = block;
    this.#rows ??= new ScoreRows(block.arena, this.#labelCount, LARGEST_SUM, 0);
    this.#capacity = capacity;
    return block;
  }

  #refusal(emissions: Emissions, sentence: number | undefined): Error {
    const of = sentence === undefined ? "" : `sentence ${sentence}, `;
    const at = findNoScore(emissions);
    const [position, label] = [Math.floor(at / this.#labelCount), at % this.#labelCount];
    const what = `emissions, ${of}position ${position}, label ${label}`;
    return scoreRefusal(what, emissions[at]);
  }
}

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
   * that refutes what the model says of its sums; the same for scores of pairs
   * @throws TypeError for what is no lattice, for emissions in anything but a Float64Array or a
   * Float32Array, and for pairs that are no Float64Array of (T−1)×L×L, or that the model does not
   * say it has
   * @throws Error once it is disposed of
   */
  (lattice: Lattice<Emissions>, k?: number, work?: Work): Decoded;
  /**
   * The best paths of each of several lattices, as single calls find them; `works[i]` counts what
   * the i-th took. The decoder is told how many there are (`Decode.expect`).
   *
   * @throws as for one lattice, with the sentence; then there is no answer for the others; and
   * TypeError for what is no list
   */
  batch(
    lattices: readonly Lattice<Emissions>[],
    k?: number,
    works?: readonly Work[],
  ): Decoded[];
  /** Gives the memory back. Decoding is an error afterwards. */
  dispose(): void;
}

/** What `prepared` need not check. */
export interface Checks {
  /**
   * True where the caller knows that `exactSums`, `float32Exact` and `structure` are right, as the
   * harness and trainers do of packs, whose scores were put on a grid for it. Then they are
   * believed, and `Claims` reads no score. Where they are wrong, answers may be. Shapes, NaN and +∞
   * are checked all the same.
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
  let intake: Intake | undefined = new Intake(inner, model, claims);

  const able = (k: number): { ready: Decode; intake: Intake } => {
    if (inner === undefined || intake === undefined) {
      throw new Error(`Cannot decode with what was disposed of: ${name}`);
    }
    checkPathCount(k, decoder);
    return { ready: inner, intake };
  };
  const decode = (lattice: Lattice<Emissions>, k = 1, work = newWork()): Decoded => {
    const { ready, intake } = able(k);
    return ready(intake.taken(lattice), k, work);
  };
  const others: Pick<Prepared, "batch" | "dispose"> = {
    batch(lattices, k = 1, works = []) {
      const { ready, intake } = able(k);
      if (!Array.isArray(lattices)) {
        throw new TypeError(`Cannot decode no list of lattices: ${shown(lattices)}`);
      }
      ready.expect?.(lattices.length);
      // Not `map`, which passes over holes.
      const all = Array.from<Lattice<Emissions>>(lattices);
      const own = all.map((_, i) => works[i] ?? newWork());
      return ready.batch === undefined
        ? all.map((one, i) => ready(intake.taken(one, i), k, own[i]!))
        : ready.batch(all.map((one, i) => intake.copied(one, i)), k, own);
    },
    dispose() {
      inner?.dispose?.();
      inner = undefined;
      // It holds rows in the memory of kernels.
      intake = undefined;
    },
  };
  if (!isRevisable(inner)) return Object.assign(decode, others);
  const revise = (previous: number, label: number): void => {
    // Not the decoder itself, which `dispose` lets go.
    const { ready } = able(1);
    const { labelCount, transitions } = model;
    for (const one of [previous, label]) {
      if (Number.isInteger(one) && one >= 0 && one < labelCount) continue;
      throw new RangeError(`Cannot revise a transition of ${labelCount} labels: ${shown(one)}`);
    }
    const at = previous * labelCount + label;
    const score = transitions[at];
    if (!isScore(score, LARGEST_SUM)) throw transitionRefusal(labelCount, at, score);
    claims?.revise();
    if (isRevisable(ready)) ready.revise(previous, label);
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
