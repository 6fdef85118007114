/**
 * Emissions in the memory of kernels.
 *
 * @module
 */

import { BLOCK, blocksOf, copyRows } from "../kernels/layout.ts";
import { type Kernels, openKernels } from "../kernels/kernels.ts";
import type { Lattice, Model } from "../lattice.ts";

/** Places lattices of a model in the memory of kernels with SIMD. */
export function simdPlacement({ labelCount, float32Exact }: Model): Placement {
  return new Placement(openKernels("simd", float32Exact), labelCount);
}

/**
 * Finds the emissions of lattices in an arena: where they were placed before, or in a buffer into
 * which they are copied now, padded with −∞ to whole blocks.
 */
export class Placement {
  /** Whose arena it is. */
  readonly kernels: Kernels;
  readonly #labelCount: number;
  readonly #rowBytes: number;
  readonly #addresses = new WeakMap<Lattice, number>();
  #buffer = 0;
  #capacity = 0;

  /** Places nothing yet. */
  constructor(kernels: Kernels, labelCount: number) {
    this.kernels = kernels;
    this.#labelCount = labelCount;
    this.#rowBytes = blocksOf(labelCount) * BLOCK * kernels.scoreBytes;
  }

  /** Copies a lattice's emissions into the arena, for as long as the arena lives. */
  place(lattice: Lattice): void {
    if (this.#addresses.has(lattice)) return;
    const address = this.kernels.arena.allocate(lattice.length * this.#rowBytes);
    copyRows(this.kernels, lattice.emissions, lattice.length, this.#labelCount, address);
    this.#addresses.set(lattice, address);
  }

  /** Address of the emissions, T rows; until the next call if they were not placed. */
  addressOf(lattice: Lattice): number {
    const placed = this.#addresses.get(lattice);
    if (placed !== undefined) return placed;
    if (lattice.length > this.#capacity) {
      this.#capacity = 2 * lattice.length;
      this.#buffer = this.kernels.arena.allocate(this.#capacity * this.#rowBytes);
    }
    copyRows(this.kernels, lattice.emissions, lattice.length, this.#labelCount, this.#buffer);
    return this.#buffer;
  }
}
