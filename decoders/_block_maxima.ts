/**
 * The best edge from each label into each block of labels.
 *
 * @module
 */

import type { Kernels } from "./kernels/kernels.ts";
import { BLOCK, blocksOf } from "./kernels/layout.ts";

/**
 * For each label, a list with the largest edge out of it into each block of 16 labels, in the memory of
 * kernels: what no edge from the label into the block exceeds. The lists are padded with −∞.
 */
export class BlockMaxima {
  /** Address of the lists. */
  readonly address: number;
  readonly #kernels: Kernels;
  readonly #edges: number;
  readonly #blocks: number;
  readonly #stride: number;

  /**
   * Finds the maxima. Cost: O(L²).
   *
   * @param edges address of the transitions: L rows, padded with −∞ to whole blocks
   * @param listBytes bytes of a list
   */
  constructor(kernels: Kernels, edges: number, labelCount: number, listBytes: number) {
    const { arena, scoreBytes } = kernels;
    this.#kernels = kernels;
    this.#edges = edges;
    this.#blocks = blocksOf(labelCount);
    this.#stride = listBytes / scoreBytes;
    this.address = arena.allocate(labelCount * listBytes);
    const start = this.address / scoreBytes;
    kernels.scores.fill(-Infinity, start, start + labelCount * this.#stride);
    for (let x = 0; x < labelCount; x++) {
      for (let b = 0; b < this.#blocks; b++) this.#maximize(x, b);
    }
  }

  /** The edge from `previous` to `label` has changed. Cost: an edge for each label of a block. */
  revise(previous: number, label: number): void {
    this.#maximize(previous, Math.floor(label / BLOCK));
  }

  /** The maxima of a label, block by block. */
  of(label: number): Float32Array | Float64Array {
    const { scores, scoreBytes } = this.#kernels;
    const list = this.address / scoreBytes + label * this.#stride;
    return scores.subarray(list, list + this.#blocks);
  }

  #maximize(previous: number, block: number): void {
    const { scores, scoreBytes } = this.#kernels;
    const from = this.#edges / scoreBytes + (previous * this.#blocks + block) * BLOCK;
    let most = -Infinity;
    for (let i = from; i < from + BLOCK; i++) if (scores[i]! > most) most = scores[i]!;
    scores[this.address / scoreBytes + previous * this.#stride + block] = most;
  }
}
