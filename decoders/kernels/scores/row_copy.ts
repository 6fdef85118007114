/**
 * Copying rows of scores into an arena.
 *
 * @module
 */

import type { Emissions } from "../../lattice.ts";
import type { Arena } from "../arena.ts";
import { BLOCK, blocksOf } from "../rows.ts";
import { Family } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };

/** Bytes of rows that are copied at a time: they stay in the nearest cache, and calls are few. */
const PIECE_BYTES = 2 ** 17;

/** Scores that kernels may read after the last row. */
const SCORES_AFTER = 3;

const copies = new WeakMap<Arena, RowCopy>();

/** What copies rows into an arena: one for all. */
export function rowCopy(arena: Arena): RowCopy {
  let copy = copies.get(arena);
  if (copy === undefined) copies.set(arena, copy = new RowCopy(arena));
  return copy;
}

/** What scores may be, and how they are rounded, on their way. */
export interface RowRule {
  /** Scores of float64 beyond are refused, and NaN; −∞ is not. */
  readonly limit: number;
  /** The same for scores of float32: the largest of them that does not exceed the limit. */
  readonly single: number;
  /** Scores are rounded to multiples of 1 / scale; 0 if they are left as they are. */
  readonly scale: number;
}

const NO_RULE: RowRule = { limit: Infinity, single: Infinity, scale: 0 };

/**
 * Copies rows of scores that stand one after another into an arena, padded with −∞ to whole blocks.
 *
 * WebAssembly reads no memory but its own. So the bytes are taken over as they are, many rows at a
 * time, and a kernel converts and pads them while they are in the cache. Cost: O(scores).
 */
export class RowCopy {
  readonly #arena: Arena;
  readonly #kernels: ScoreKernels | undefined;
  /** Where bytes are taken over, and how many there is room for. */
  #stage = 0;
  #stageBytes = 0;

  /** Opens the kernels, if there are. */
  constructor(arena: Arena) {
    this.#arena = arena;
    this.#kernels = arena.kind === "simd" ? SCORES.open(arena) : undefined;
  }

  /**
   * Copies rows of `labelCount` scores to an address.
   *
   * @throws RangeError if the scores are not as many: what was there before would be left
   */
  copy(rows: Emissions, count: number, labelCount: number, address: number): void {
    if (this.#kernels === undefined) {
      checkRows(rows, count, labelCount);
      copyPlainly(this.#arena, rows, count, labelCount, address);
    } else this.#copyPieces(this.#kernels, rows, count, labelCount, address, NO_RULE);
  }

  /**
   * Copies as many by a rule, until a row has what is no score; returns how many rows come before
   * it. Only in arenas of the kind `simd`. @throws RangeError as `copy`
   */
  take(
    rows: Emissions,
    count: number,
    labelCount: number,
    address: number,
    rule: RowRule,
  ): number {
    return this.#copyPieces(this.#kernels!, rows, count, labelCount, address, rule);
  }

  /** Does the same to a row of the arena's own scores, where it is; returns whether all are. */
  takeInPlace(address: number, labelCount: number, { limit, single, scale }: RowRule): boolean {
    const { takeSingles, takeDoubles } = this.#kernels!;
    return this.#arena.scoreBytes === 4
      ? takeSingles(address, address, 1, labelCount, single, scale) === 1
      : takeDoubles(address, address, 1, labelCount, limit, scale) === 1;
  }

  #copyPieces(
    kernels: ScoreKernels,
    rows: Emissions,
    count: number,
    labelCount: number,
    address: number,
    rule: RowRule,
  ): number {
    checkRows(rows, count, labelCount);
    if (rows.byteLength <= PIECE_BYTES || count === 1) {
      return this.#copyPiece(kernels, rows, count, labelCount, address, rule);
    }
    const rowBytes = blocksOf(labelCount) * BLOCK * this.#arena.scoreBytes;
    const most = Math.max(1, Math.floor(PIECE_BYTES / (labelCount * rows.BYTES_PER_ELEMENT)));
    for (let row = 0; row < count; row += most) {
      const n = Math.min(most, count - row);
      const piece = rows.subarray(row * labelCount, (row + n) * labelCount);
      const at = address + row * rowBytes;
      const done = this.#copyPiece(kernels, piece, n, labelCount, at, rule);
      if (done < n) return row + done;
    }
    return count;
  }

  #copyPiece(
    kernels: ScoreKernels,
    rows: Emissions,
    count: number,
    labelCount: number,
    address: number,
    { limit, single, scale }: RowRule,
  ): number {
    const stage = this.#stageFor(rows.byteLength);
    // Rows in this very memory are gone if it has just grown.
    checkRows(rows, count, labelCount);
    if (rows instanceof Float32Array) {
      this.#arena.singles.set(rows, stage / 4);
      return kernels.takeSingles(stage, address, count, labelCount, single, scale);
    }
    this.#arena.doubles.set(rows, stage / 8);
    return kernels.takeDoubles(stage, address, count, labelCount, limit, scale);
  }

  #stageFor(bytes: number): number {
    if (bytes > this.#stageBytes) {
      const size = Math.max(bytes, PIECE_BYTES);
      this.#stage = this.#arena.allocate(size + 8 * SCORES_AFTER);
      this.#stageBytes = size;
    }
    return this.#stage;
  }
}

/** Of too few rows something would be left of those before. */
function checkRows({ length }: Emissions, count: number, labelCount: number): void {
  if (length === count * labelCount) return;
  throw new RangeError(`Cannot copy ${count} rows of ${labelCount} scores from ${length}`);
}

/** Without kernels. */
function copyPlainly(
  { scores, scoreBytes }: Arena,
  rows: Emissions,
  count: number,
  labelCount: number,
  address: number,
): void {
  const width = blocksOf(labelCount) * BLOCK;
  const start = address / scoreBytes;
  for (let row = 0; row < count; row++) {
    const at = start + row * width;
    scores.set(rows.subarray(row * labelCount, (row + 1) * labelCount), at);
    scores.fill(-Infinity, at + labelCount, at + width);
  }
}

/**
 * Copies rows that stand one after another, padded with −∞ to whole blocks, and rounds scores to
 * the nearest multiples of 1 / scale, halves to even, unless `scale` is 0. Those up to the limit
 * must then be below a quarter of 2^24 units, or 2^53. Stops at a row in which a score is NaN, or
 * beyond the limit and not −∞; returns how many rows come before it. Reads up to three scores after
 * the last one.
 *
 * @param source address of the scores
 * @param target address of the rows, which is `source` if one row stays where it is
 * @param count how many rows
 * @param limit in the precision of the source; Infinity if nothing is checked, nor rounded
 * @param scale a power of two, or 0
 */
export type TakeRows = (
  source: number,
  target: number,
  count: number,
  labelCount: number,
  limit: number,
  scale: number,
) => number;

/** Kernels for rows of scores that come from outside. */
export interface ScoreKernels {
  /** Copies rows of float32 scores. */
  readonly takeSingles: TakeRows;
  /** Copies rows of float64 scores. */
  readonly takeDoubles: TakeRows;
}

/** The kernels, for arenas of the kind `simd`. */
export const SCORES: Family<ScoreKernels> = /* @__PURE__ */ new Family<ScoreKernels>(BINARY);
