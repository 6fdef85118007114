/**
 * Scores that come from outside, into rows in the memory of kernels.
 *
 * @module
 */

import type { Arena } from "../kernels/arena.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import { openScores, type ScoreKernels } from "../kernels/scores/kernels.ts";
import type { Emissions } from "../lattice.ts";
import type { ReservedBlock } from "./reserved.ts";

/** Copies rows into reserved ones; each is checked and rounded while it is in the cache. */
export class ScoreRows {
  readonly #arena: Arena;
  readonly #kernels: ScoreKernels;
  readonly #blocks: number;
  readonly #limit: number;
  /** The limit of float32. */
  readonly #single: number;
  readonly #scale: number;
  /** A row of float32 on its way to float64. */
  readonly #narrow: number;
  #singles: Float32Array;

  /**
   * Opens the kernels.
   *
   * @param limit scores beyond are refused
   * @param scale scores are rounded to multiples of 1 / scale; 0 if they are not
   */
  constructor(arena: Arena, labelCount: number, limit: number, scale: number) {
    this.#arena = arena;
    this.#kernels = openScores(arena);
    this.#blocks = blocksOf(labelCount);
    this.#single = floorSingle(limit);
    this.#limit = arena.scoreBytes === 8 ? limit : this.#single;
    this.#scale = scale;
    this.#narrow = arena.allocate(4 * BLOCK * this.#blocks);
    this.#singles = this.#view();
    this.#singles.fill(-Infinity);
  }

  /** Whether the kernels take such a row: one of float64 would be rounded twice to be float32. */
  takes(row: ArrayLike<number>): boolean {
    return row instanceof Float32Array || this.#arena.scoreBytes === 8;
  }

  /** Copies a row, unless it is there; returns whether all are scores. */
  take(row: ArrayLike<number>, block: ReservedBlock, position: number): boolean {
    const address = block.addressOf(position);
    const { widenRow } = this.#kernels;
    if (row instanceof Float32Array && widenRow !== undefined) {
      if (this.#singles.buffer !== this.#arena.memory.buffer) this.#singles = this.#view();
      this.#singles.set(row);
      return widenRow(this.#narrow, address, this.#blocks, this.#single, this.#scale) !== 0;
    }
    const { scores, scoreBytes } = this.#arena;
    if (!isAt(row, scores, address)) scores.set(row, address / scoreBytes);
    return this.#kernels.roundRow(address, this.#blocks, this.#limit, this.#scale) !== 0;
  }

  #view(): Float32Array {
    return new Float32Array(this.#arena.memory.buffer, this.#narrow, BLOCK * this.#blocks);
  }
}

/** The largest finite float32. */
const LARGEST_SINGLE = (2 - 2 ** -23) * 2 ** 127;

/** The largest finite float32 that does not exceed a positive number. */
function floorSingle(value: number): number {
  if (value >= LARGEST_SINGLE) return LARGEST_SINGLE;
  const nearest = Math.fround(value);
  return nearest <= value ? nearest : Math.fround(value * (1 - 2 ** -24));
}

/** Whether a row is what lies at an address. */
function isAt(row: ArrayLike<number>, scores: Emissions, address: number): boolean {
  return ArrayBuffer.isView(row) && row.buffer === scores.buffer && row.byteOffset === address;
}
