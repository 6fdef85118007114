/**
 * The dense forward pass by kernels.
 *
 * @module
 */

import { copyLabels } from "../../chain/label_pool.ts";
import { BLOCK, blocksOf, VECTOR_BYTES } from "../rows.ts";
import type { Placement } from "../scores/placement.ts";
import { Family } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };

/** A dense forward pass with SIMD, and what it leaves behind. */
export class DenseForwardKernel {
  readonly #kernels: DenseKernels;
  readonly #labelCount: number;
  readonly #blocks: number;
  readonly #panels: number;
  readonly #placement: Placement;
  #alpha = 0;
  #labels = 0;
  #capacity = 0;

  /**
   * Over transitions that have been placed.
   *
   * @param placement where the lattices are
   * @param panels address of the transitions in that memory
   */
  constructor(labelCount: number, placement: Placement, panels: number) {
    this.#kernels = DENSE.open(placement.arena);
    this.#labelCount = labelCount;
    this.#blocks = blocksOf(labelCount);
    this.#panels = panels;
    this.#placement = placement;
  }

  /** Address of α of the last lattice, a row a position. */
  get alpha(): number {
    return this.#alpha;
  }

  /** Computes α of all positions of a sentence whose emissions are at an address. */
  run(own: number, length: number): void {
    const { arena } = this.#placement;
    if (length > this.#capacity) {
      const capacity = arena.roomFor(length, this.#capacity);
      [this.#alpha, this.#labels] = arena.allocateTogether(() => [
        arena.allocate(capacity * this.#blocks * BLOCK * arena.scoreBytes),
        arena.allocate(4 * capacity),
      ]);
      this.#capacity = capacity;
    }
    const alpha = this.#alpha;
    this.#kernels.denseForward(own, length, this.#panels, alpha, this.#labelCount, this.#blocks);
  }

  /** α of a position, L scores, of the lattice that was run last; until anything else is done. */
  row(position: number): Float32Array | Float64Array {
    const { scores, scoreBytes } = this.#placement.arena;
    const start = this.#alpha / scoreBytes + position * this.#blocks * BLOCK;
    return scores.subarray(start, start + this.#labelCount);
  }

  /** The best path that ends in a label, of the lattice that was run last. */
  pathTo(label: number, length: number): Int32Array {
    const { arena } = this.#placement;
    arena.integers[this.#labels / 4 + length - 1] = label;
    this.#kernels.denseBacktrack(
      length,
      this.#panels,
      this.#alpha,
      this.#labels,
      this.#labelCount,
      this.#blocks,
    );
    return copyLabels(arena.integers, this.#labels / 4, length);
  }
}

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

/** The kernels, for arenas of the kind `simd`. */
export const DENSE: Family<DenseKernels> = /* @__PURE__ */ new Family<DenseKernels>(BINARY);

/** Bytes of the room that `denseMeet` needs: a row, and a vector a label, padding included. */
export function meetRoomBytes(labelCount: number, scoreBytes: number): number {
  return blocksOf(labelCount) * BLOCK * (scoreBytes + VECTOR_BYTES);
}
