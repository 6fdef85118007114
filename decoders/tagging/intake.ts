/**
 * Lattices on their way from a caller to a decoder.
 *
 * @module
 */

import { type Decode, takesFloat32 } from "../contract.ts";
import type { Emissions, Lattice, Model } from "../lattice.ts";
import type { Claims } from "../chain/claims.ts";
import { LARGEST_SUM } from "../chain/grid.ts";
import { findNoScore, scoreRefusal, shown } from "../chain/score_check.ts";
import { ReservedBlock, ScoreRows } from "../kernels/scores/placement.ts";

/**
 * Checks lattices and puts them where a decoder reads them.
 *
 * Decoders with kernels copy emissions anyway: here they are copied into the decoder's rows, and
 * the kernel that copies them checks them as well. Others get them in float64, where they are if
 * they are that, after a pass over all. Cost: O(TL).
 */
export class Intake {
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
