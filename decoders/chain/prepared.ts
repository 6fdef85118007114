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
  takesFloat32,
  type Work,
} from "../contract.ts";
import type { Emissions, Lattice, Model } from "../lattice.ts";
import { resolveOptions } from "./resolve_options.ts";

/** A function that decodes lattices of a model. */
export interface Prepared {
  /**
   * The best paths of a lattice, best first.
   *
   * @param lattice emissions in float64 or float32
   * @param k how many paths at most; 1 if not given
   * @param work counters, to which what was done is added
   * @throws RangeError for a k that the decoder cannot do, and emissions that are not T×L
   */
  (lattice: Lattice<Emissions>, k?: number, work?: Work): Decoded;
  /** The same for several lattices; `works[i]` counts what the i-th took. */
  batch(
    lattices: readonly Lattice<Emissions>[],
    k?: number,
    works?: readonly Work[],
  ): Decoded[];
  /** See `Decode.place`; does nothing if the decoder reads scores where they are. */
  place(lattice: Lattice<Emissions>): void;
  /** Gives the memory back. Decoding is an error afterwards. */
  dispose(): void;
}

/**
 * Prepares a decoder for a model. Options that are not given have their defaults.
 *
 * Emissions in float32 are converted into a buffer, unless the decoder copies them anyway. What is
 * prepared is `Revisable` if what the decoder prepares is (see `isRevisable`).
 *
 * @throws TypeError for an option that the decoder does not have
 * @throws RangeError for a value that the option may not have
 *
 * @example
 * ```ts
 * import dominance from "../dominance.ts";
 * import { prepared } from "./prepared.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const model = {
 *   labelCount: 2,
 *   transitions: Float64Array.of(0, 1, 2, 3),
 *   exactSums: true,
 *   float32Exact: true,
 * };
 * const decode = prepared(dominance, model, { kernel: "simd" });
 * const { paths } = decode({ length: 2, emissions: Float32Array.of(5, 0, 0, 7) });
 * assertEquals(paths, [{ score: 13, labels: Int32Array.of(0, 1) }]);
 * ```
 */
export function prepared<D extends Declared>(
  decoder: Decoder<D>,
  model: Model,
  options: GivenOptions<D> = {},
): Prepared {
  const { name, maxK } = decoder;
  let inner: Decode | undefined = decoder.prepare(model, resolveOptions(decoder, options));
  const widening = takesFloat32(inner) ? undefined : new Widening();

  const able = (k: number): Decode => {
    if (inner === undefined) throw new Error(`Cannot decode with what was disposed of: ${name}`);
    if (!Number.isInteger(k) || k < 1 || k > maxK) {
      throw new RangeError(`Cannot find so many paths with ${name}, whose maxK is ${maxK}: ${k}`);
    }
    return inner;
  };
  const checked = (lattice: Lattice<Emissions>): Lattice<Emissions> => {
    const { length, emissions } = lattice;
    if (length >= 1 && emissions.length === length * model.labelCount) return lattice;
    const shape = `${length} positions and ${model.labelCount} labels`;
    throw new RangeError(`Cannot decode ${shape} from so many emissions: ${emissions.length}`);
  };

  const decode = (lattice: Lattice<Emissions>, k = 1, work = newWork()): Decoded => {
    const own = checked(lattice);
    return able(k)(widening?.widened(own) ?? own as Lattice, k, work);
  };
  const others: Pick<Prepared, "batch" | "place" | "dispose"> = {
    batch(lattices, k = 1, works = lattices.map(newWork)) {
      const { batch, expect } = able(k);
      expect?.(lattices.length);
      if (batch === undefined) return lattices.map((one, i) => decode(one, k, works[i]));
      return batch(
        lattices.map((one) => widening?.copied(checked(one)) ?? one as Lattice),
        k,
        works,
      );
    },
    place(lattice) {
      const own = checked(lattice);
      able(1).place?.(widening?.kept(own) ?? own as Lattice);
    },
    dispose() {
      inner?.dispose?.();
      inner = undefined;
    },
  };
  return Object.assign(decode, others, isRevisable(inner) ? { revise: inner.revise } : {});
}

/** Lattices in float64, for decoders that read emissions where they are. */
class Widening {
  #buffer = new Float64Array(0);
  readonly #kept = new WeakMap<Lattice<Emissions>, Lattice>();

  /** The lattice in float64, until the next call. */
  widened(lattice: Lattice<Emissions>): Lattice {
    const { length, emissions } = lattice;
    const same = this.#same(lattice);
    if (same !== undefined) return same;
    if (this.#buffer.length < emissions.length) this.#buffer = new Float64Array(emissions.length);
    const own = this.#buffer.subarray(0, emissions.length);
    own.set(emissions);
    return { length, emissions: own };
  }

  /** The lattice in float64, with a copy of its own if it has to be converted. */
  copied(lattice: Lattice<Emissions>): Lattice {
    const { length, emissions } = lattice;
    return this.#same(lattice) ?? { length, emissions: Float64Array.from(emissions) };
  }

  /** The same, and from now on the answer for this lattice, which must not change any more. */
  kept(lattice: Lattice<Emissions>): Lattice {
    const copy = this.copied(lattice);
    this.#kept.set(lattice, copy);
    return copy;
  }

  #same(lattice: Lattice<Emissions>): Lattice | undefined {
    return lattice.emissions instanceof Float64Array ? lattice as Lattice : this.#kept.get(lattice);
  }
}
