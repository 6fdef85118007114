/**
 * Scores that come from outside, into rows in the memory of kernels.
 *
 * @module
 */

import type { Arena } from "../kernels/arena.ts";
import { type RowCopy, rowCopy, type RowRule } from "../kernels/row_copy.ts";
import type { Emissions } from "../lattice.ts";
import type { ReservedBlock } from "./reserved.ts";

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

/** The largest finite float32. */
export const LARGEST_SINGLE: number = (2 - 2 ** -23) * 2 ** 127;

/** The largest finite float32 that does not exceed a positive number. */
function floorSingle(value: number): number {
  if (value >= LARGEST_SINGLE) return LARGEST_SINGLE;
  const nearest = Math.fround(value);
  return nearest <= value ? nearest : Math.fround(value * (1 - 2 ** -24));
}
