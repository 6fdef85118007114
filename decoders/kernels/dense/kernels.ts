/**
 * Dense Viterbi by kernels.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family } from "../family.ts";
import { BLOCK, blocksOf, VECTOR_BYTES } from "../rows.ts";
import BINARY from "./binary.json" with { type: "json" };

/**
 * Kernels of dense Viterbi. Rows of scores are padded with −∞ to whole blocks; the transitions are
 * panels (see `placePanels`).
 */
export interface DenseKernels {
  /**
   * α_0 = n_0, α_t(y) = max_x ( α_{t−1}(x) + e(x, y) ) + n_t(y), a block of next labels at a time.
   * Cost: (T−1)·L² edges.
   *
   * @param own address of T rows of emissions
   * @param alpha address that receives as many rows
   */
  denseForward(
    own: number,
    length: number,
    panels: number,
    alpha: number,
    labelCount: number,
    blocks: number,
  ): void;
  /**
   * The best path that ends in the label at labels[T − 1], from right to left. Ties: the smallest
   * label. Cost: an edge a label and position.
   *
   * @param labels address of T integers
   */
  denseBacktrack(
    length: number,
    panels: number,
    alpha: number,
    labels: number,
    labelCount: number,
    blocks: number,
  ): void;
  /**
   * α_t(y), the best prefix into y at t, and β_t(x) = max_y ( e(x, y) + n_{t+1}(y) + β_{t+1}(y) ),
   * the best that can follow x at t, up to the position where the two meet. One reading of the
   * transitions serves a step from each end: where they do not fit into a cache, that is what a
   * step costs. Cost: (T−1)·L² edges.
   *
   * @param own address of T rows of emissions
   * @param alpha address that receives α of the positions up to the middle, a row a position
   * @param rest address that receives β of those from the middle on, where its row is
   * @param room address of `meetRoomBytes`
   * @returns the middle: the position of which both are known
   */
  denseMeet(
    own: number,
    length: number,
    panels: number,
    alpha: number,
    rest: number,
    room: number,
    labelCount: number,
    blocks: number,
  ): number;
  /**
   * The best path after the label at labels[middle], from left to right. Ties: the smallest label.
   * Cost: an edge a label and position.
   *
   * @param rest β as `denseMeet` left it
   * @param labels address of T integers
   * @returns 1 if another path after that label is as good, otherwise 0
   */
  denseFollow(
    middle: number,
    length: number,
    own: number,
    panels: number,
    rest: number,
    labels: number,
    labelCount: number,
    blocks: number,
  ): number;
}

const FAMILY = new Family<DenseKernels>(BINARY);

/** Opens the kernels in an arena of the kind `simd`. */
export function openDense(arena: Arena): DenseKernels {
  return FAMILY.open(arena);
}

/** Bytes of the room that `denseMeet` needs: a row, and a vector a label, padding included. */
export function meetRoomBytes(labelCount: number, scoreBytes: number): number {
  return blocksOf(labelCount) * BLOCK * (scoreBytes + VECTOR_BYTES);
}
