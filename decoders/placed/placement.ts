/**
 * Emissions in the memory of kernels.
 *
 * @module
 */

import type { Decode, Decoded, ScoreBlock, Work } from "../contract.ts";
import { type Arena, openArena } from "../kernels/arena.ts";
import { type RowCopy, rowCopy } from "../kernels/row_copy.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { Emissions, Lattice, Model } from "../lattice.ts";
import { ReservedBlock, ReservedLattice } from "./reserved.ts";

/** Rows of scores that decoders keep at most for each position, and for each label of a model. */
const POSITION_ROWS = 4;
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
  /** Where they are. */
  readonly arena: Arena;
  readonly #labelCount: number;
  readonly #rowBytes: number;
  readonly #copy: RowCopy;
  #buffer = 0;
  #capacity = 0;

  /** Places nothing yet. */
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
  offeredBy(decode: (lattice: Lattice<Emissions>, k: number, work: Work) => Decoded): PlacedDecode {
    const dispose = () => this.arena.dispose();
    if (this.arena.kind === "plain") return Object.assign(decode, { dispose });
    const reserve = (positions: number, lasting: boolean) => this.reserve(positions, lasting);
    return Object.assign(decode, { dispose, reserve, takesFloat32: true });
  }

  /** Rows in the arena, padded with −∞, for as long as it lives. See `Decode.reserve`. */
  reserve(positions: number, lasting: boolean): ScoreBlock {
    if (lasting) {
      const rows = (1 + POSITION_ROWS) * positions + MODEL_ROWS * this.#labelCount;
      this.arena.spare(rows * this.#rowBytes + OTHER_BYTES);
    }
    return new ReservedBlock(this.arena, this.#labelCount, positions);
  }

  /** Address of the emissions, T rows; until the next call if they are not in reserved rows. */
  addressOf(lattice: Lattice<Emissions>): number {
    if (lattice instanceof ReservedLattice) return lattice.address;
    if (lattice.length > this.#capacity) {
      this.#buffer = this.arena.allocate(2 * lattice.length * this.#rowBytes);
      this.#capacity = 2 * lattice.length;
    }
    this.#copy.copy(lattice.emissions, lattice.length, this.#labelCount, this.#buffer);
    return this.#buffer;
  }
}
