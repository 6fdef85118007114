/**
 * The dense forward pass in kernels.
 *
 * @module
 */

import { copyLabels } from "../chain/label_pool.ts";
import { type DenseKernels, openDense } from "../kernels/dense/kernels.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { Placement } from "./placement.ts";

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
    this.#kernels = openDense(placement.arena);
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
      const capacity = 2 * length;
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
