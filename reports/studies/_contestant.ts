/**
 * A decoder on the stopwatch while a model changes under it.
 *
 * @module
 */

import { type Decode, isRevisable, newWork, type Work } from "../../decoders/contract.ts";
import type { Lattice, Model, Path } from "../../decoders/lattice.ts";
import type { Variant } from "../../harness/plan/variant.ts";

/** Decodes with a model that changes, and times that apart from following the changes. */
export class Contestant {
  /** The decoder with its options. */
  readonly variant: Variant;
  /** What it did to decode. */
  readonly work: Work = newWork();
  /** Milliseconds of decoding alone. */
  decodingMs = 0;
  /** Milliseconds of preparing that a trainer would have to do. */
  preparingMs = 0;
  /** Milliseconds of following changes without preparing again. */
  revisingMs = 0;
  /** Prepared for the current model; undefined if it has to be prepared. */
  #decode: Decode | undefined;
  /** Previous labels and labels of the changes that have yet to be followed. */
  readonly #changes: number[] = [];

  /** Prepares nothing yet. */
  constructor(variant: Variant) {
    this.variant = variant;
  }

  /**
   * The best path that the decoder finds, as it claims it; none if it finds none.
   *
   * It decodes twice and the second time counts: other decoders have just used the caches, and
   * tables that are built at need are built then. What the first time took longer is preparing.
   *
   * @param model the same object on each call; changes are told to `revise`
   * @param isCharged whether preparing, if it is necessary, counts
   */
  decode(model: Model, lattice: Lattice, isCharged: boolean): readonly Path[] {
    this.#follow();
    const start = performance.now();
    const isFresh = this.#decode === undefined;
    const decode = this.#decode ??= this.variant.decoder.prepare(model, this.variant.options);
    decode(lattice, 1, newWork());
    const middle = performance.now();
    const { paths } = decode(lattice, 1, this.work);
    const elapsed = performance.now() - middle;
    this.decodingMs += elapsed;
    if (isFresh && isCharged) this.preparingMs += middle - start - elapsed;
    return paths;
  }

  /** A transition has changed. */
  revise(previous: number, label: number): void {
    if (this.#decode === undefined || !isRevisable(this.#decode)) this.#decode = undefined;
    else this.#changes.push(previous, label);
  }

  /** Follows the changes, together: the clock takes as long as one of them. */
  #follow(): void {
    const changes = this.#changes;
    const decode = this.#decode;
    if (decode === undefined || !isRevisable(decode)) return;
    const start = performance.now();
    for (let i = 0; i < changes.length; i += 2) decode.revise(changes[i]!, changes[i + 1]!);
    this.revisingMs += performance.now() - start;
    changes.length = 0;
  }
}
