/**
 * A beam in kernels.
 *
 * @module
 */

import type { Beam } from "../beam.ts";
import { copyLabels } from "../chain/label_pool.ts";
import type { Lattice, Path } from "../lattice.ts";
import { BEAM_ROOM_ROWS } from "../kernels/beam_sweep.ts";
import { BLOCK, blocksOf } from "../kernels/layout.ts";
import type { Placement } from "./placement.ts";

/** Keeps labels at each position of lattices that others may have placed. */
export class BeamKernel implements Beam {
  readonly #placement: Placement;
  readonly #blocks: number;
  readonly #edges: number;
  readonly #width: number;
  readonly #room: number;
  /** Positions that there is room for; addresses of their labels, prefix scores and the path. */
  #capacity = 0;
  #kept = 0;
  #prefixes = 0;
  #path = 0;

  /**
   * Allocates room for a row of each kind.
   *
   * @param edges address of the transitions, a row a label
   * @param width at most `labelCount`
   */
  constructor(placement: Placement, labelCount: number, edges: number, width: number) {
    const { arena, scoreBytes } = placement.kernels;
    this.#placement = placement;
    this.#blocks = blocksOf(labelCount);
    this.#edges = edges;
    this.#width = width;
    this.#room = arena.allocate(BEAM_ROOM_ROWS * this.#blocks * BLOCK * scoreBytes);
  }

  sweep(lattice: Lattice): void {
    const { kernels } = this.#placement;
    const { length } = lattice;
    if (length > this.#capacity) this.#reserve(2 * length);
    const own = this.#placement.addressOf(lattice);
    const [edges, kept, prefixes] = [this.#edges, this.#kept, this.#prefixes];
    kernels.beamSweep(own, length, edges, this.#blocks, this.#width, kept, prefixes, this.#room);
  }

  keptAt(position: number): Int32Array {
    const start = this.#kept / 4 + position * this.#width;
    return this.#placement.kernels.arena.integers.subarray(start, start + this.#width);
  }

  backtrack(length: number): Path {
    const { kernels } = this.#placement;
    const [edges, kept, prefixes] = [this.#edges, this.#kept, this.#prefixes];
    const [blocks, width, path] = [this.#blocks, this.#width, this.#path];
    const score = kernels.beamBacktrack(length, edges, blocks, width, kept, prefixes, path);
    return { score, labels: copyLabels(kernels.arena.integers, path / 4, length) };
  }

  place(lattice: Lattice): void {
    this.#placement.place(lattice);
  }

  #reserve(capacity: number): void {
    const { arena, scoreBytes } = this.#placement.kernels;
    this.#capacity = capacity;
    this.#kept = arena.allocate(4 * capacity * this.#width);
    this.#prefixes = arena.allocate(scoreBytes * capacity * this.#width);
    this.#path = arena.allocate(4 * capacity);
  }
}
