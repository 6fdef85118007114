/**
 * Rows that a neural network writes its scores into.
 *
 * @module
 */

import type { ScoreBlock } from "../contract.ts";
import type { Emissions, Lattice } from "../lattice.ts";

/** Rows where a decoder reads them, made by `Tagger.reserve`. */
export class ReservedScores {
  /**
   * One view a position, of L scores: Float32Array if the decoder computes in float32, otherwise
   * Float64Array. Memory has room for decoding so many positions; if more are reserved or decoded
   * later, or very many paths are found, it may move. Then the views are of nothing, and decoding
   * them is an error.
   */
  readonly rows: readonly Emissions[];
  /** What they are views of. */
  readonly block: ScoreBlock;

  /** Views of the first rows of a block. */
  constructor(block: ScoreBlock, positions: number, labelCount: number) {
    const { scores, stride } = block;
    this.block = block;
    const rowAt = (t: number) => scores.subarray(t * stride, t * stride + labelCount);
    this.rows = Object.freeze(Array.from({ length: positions }, (_, t) => rowAt(t)));
  }

  /** Whether the views are still of the decoder's memory. */
  get isAttached(): boolean {
    return this.rows.length === 0 || this.rows[0]!.buffer === this.block.scores.buffer;
  }
}

/**
 * A block in the memory of JavaScript, for decoders that read scores from there.
 *
 * @throws RangeError if there is no memory for it
 */
export function plainBlock(positions: number, labelCount: number): ScoreBlock {
  const scores = allocate(positions * labelCount);
  return {
    scores,
    stride: labelCount,
    lattice: (position, length): Lattice => ({
      length,
      emissions: scores.subarray(position * labelCount, (position + length) * labelCount),
    }),
  };
}

function allocate(size: number): Float64Array {
  try {
    return new Float64Array(size);
  } catch (cause) {
    throw new RangeError(`Cannot hold so many scores in memory: ${size}`, { cause });
  }
}
