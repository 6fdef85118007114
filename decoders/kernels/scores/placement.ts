/**
 * Emissions in the memory of kernels: rows that are reserved, or copied from outside.
 *
 * @module
 */

import type { Decode, Decoded, ScoreBlock, Work } from "../../contract.ts";
import { type Arena, openArena } from "../arena.ts";
import { type RowCopy, rowCopy, type RowRule } from "./row_copy.ts";
import { BLOCK, blocksOf } from "../rows.ts";
import type { Emissions, Lattice, Model } from "../../lattice.ts";

/** Rows of scores that decoders keep at most for each position, and for each label of a model. */
const POSITION_ROWS = 12;
const MODEL_ROWS = 8;
/** Ample for lists of labels and of paths. */
const OTHER_BYTES = 2 ** 22;

/** Places lattices of a model in an arena of kernels with SIMD, if there are. */
export function simdPlacement({ labelCount, float32Exact }: Model): Placement {
  return new Placement(openArena("simd", float32Exact), labelCount);
}

/** A decode function that reads scores in an arena alone. */
export interface PlacedDecode extends Decode {
  /** As in `Decode`. */
  (lattice: Lattice<Emissions>, k: number, work: Work): Decoded;
}

/**
 * Finds the emissions of lattices in an arena: in rows that were reserved, or in a buffer that they
 * are copied into now, padded with −∞ to whole blocks.
 */
export class Placement {
  /** The memory that they are in. */
  readonly arena: Arena;
  readonly #labelCount: number;
  readonly #rowBytes: number;
  readonly #copy: RowCopy;
  #buffer = 0;
  #capacity = 0;

  /** A place for scores in an arena, which holds none yet. */
  constructor(arena: Arena, labelCount: number) {
    this.arena = arena;
    this.#labelCount = labelCount;
    this.#copy = rowCopy(arena);
    this.#rowBytes = blocksOf(labelCount) * BLOCK * arena.scoreBytes;
  }

  /**
   * Adds what a decode function can offer that reads scores here alone. Without SIMD some paths
   * read emissions where they are given, so that these had better be in float64, L to a row.
   */
  placedDecode(
    decode: (lattice: Lattice<Emissions>, k: number, work: Work) => Decoded,
  ): PlacedDecode {
    const dispose = () => this.arena.dispose();
    if (this.arena.kind === "plain") return Object.assign(decode, { dispose });
    const reserve = (positions: number, lasting: boolean) => this.reserve(positions, lasting);
    return Object.assign(decode, { dispose, reserve, takesFloat32: true });
  }

  /** Rows in the arena, padded with −∞, for as long as it lives. See `Decode.reserve`. */
  reserve(positions: number, lasting: boolean): ScoreBlock {
    if (lasting) {
      this.arena.positions = Math.max(this.arena.positions, positions);
      const rows = (1 + POSITION_ROWS) * positions + MODEL_ROWS * this.#labelCount;
      this.arena.spare(rows * this.#rowBytes + OTHER_BYTES);
    }
    return new ReservedBlock(this.arena, this.#labelCount, positions);
  }

  /** Address of the emissions, T rows; until the next call if they are not in reserved rows. */
  addressOf(lattice: Lattice<Emissions>): number {
    if (lattice instanceof ReservedLattice) return lattice.address;
    if (lattice.length > this.#capacity) {
      const capacity = this.arena.roomFor(lattice.length, this.#capacity);
      this.#buffer = this.arena.allocate(capacity * this.#rowBytes);
      this.#capacity = capacity;
    }
    this.#copy.copy(lattice.emissions, lattice.length, this.#labelCount, this.#buffer);
    return this.#buffer;
  }
}

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

/** Copies rows into reserved ones; they are checked and rounded while they are in the cache. */
export class ScoreRows {
  readonly #arena: Arena;
  readonly #copy: RowCopy;
  readonly #labelCount: number;
  readonly #rule: RowRule;

  /**
   * Of an arena with kernels.
   *
   * @param limit scores beyond are refused
   * @param scale scores are rounded to multiples of 1 / scale; 0 if they are not
   */
  constructor(arena: Arena, labelCount: number, limit: number, scale: number) {
    this.#arena = arena;
    this.#copy = rowCopy(arena);
    this.#labelCount = labelCount;
    this.#rule = { limit, single: floorSingle(limit), scale };
  }

  /**
   * Copies rows that stand one after another, unless it is one that is there, until one has what is
   * no score; returns how many rows come before it.
   */
  take(rows: Emissions, count: number, block: ReservedBlock, position: number): number {
    const address = block.addressOf(position);
    if (rows.buffer === this.#arena.memory.buffer && rows.byteOffset === address) {
      return Number(this.#copy.takeInPlace(address, this.#labelCount, this.#rule));
    }
    return this.#copy.take(rows, count, this.#labelCount, address, this.#rule);
  }
}

/** The largest finite float32 number. */
export const LARGEST_SINGLE: number = (2 - 2 ** -23) * 2 ** 127;

/** The largest finite float32 that does not exceed a positive number. */
function floorSingle(value: number): number {
  if (value >= LARGEST_SINGLE) return LARGEST_SINGLE;
  const nearest = Math.fround(value);
  return nearest <= value ? nearest : Math.fround(value * (1 - 2 ** -24));
}
