/**
 * Rows in the memory of kernels that others write into.
 *
 * @module
 */

import type { ScoreBlock } from "../contract.ts";
import type { Arena } from "../kernels/arena.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { Emissions, Lattice } from "../lattice.ts";

/** Rows in an arena, padded with −∞ to whole blocks. */
export class ReservedBlock implements ScoreBlock {
  readonly stride: number;
  /** Whose rows they are. */
  readonly arena: Arena;
  readonly #address: number;
  readonly #size: number;

  /** Allocates so many rows. */
  constructor(arena: Arena, labelCount: number, positions: number) {
    this.stride = blocksOf(labelCount) * BLOCK;
    this.arena = arena;
    this.#size = positions * this.stride;
    this.#address = arena.allocate(this.#size * arena.scoreBytes);
    this.scores.fill(-Infinity);
  }

  get scores(): Emissions {
    return this.#view(this.#address, this.#size);
  }

  /** Address of a row. */
  addressOf(position: number): number {
    return this.#address + position * this.stride * this.arena.scoreBytes;
  }

  lattice(position: number, length: number): Lattice {
    const address = this.addressOf(position);
    return new ReservedLattice(address, length, () => this.#view(address, length * this.stride));
  }

  #view(address: number, size: number): Emissions {
    const start = address / this.arena.scoreBytes;
    return this.arena.scores.subarray(start, start + size);
  }
}

/** A lattice whose emissions lie in an arena. */
export class ReservedLattice implements Lattice {
  /** Of its first row. */
  readonly address: number;
  readonly length: number;
  readonly #view: () => Emissions;

  /** The rows from an address on. */
  constructor(address: number, length: number, view: () => Emissions) {
    this.address = address;
    this.length = length;
    this.#view = view;
  }

  /** With −∞ between the rows, which matters to nobody who looks for the largest of them. */
  get emissions(): Float64Array {
    return this.#view() as Float64Array;
  }
}
