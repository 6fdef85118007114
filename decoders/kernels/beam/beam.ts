/**
 * Beam search by kernels.
 *
 * @module
 */

import type { Beam } from "../../chain/beam.ts";
import { copyLabels } from "../../chain/label_pool.ts";
import type { ScoreBlock } from "../../contract.ts";
import type { Lattice, Model, Path } from "../../lattice.ts";
import { BLOCK, blocksOf } from "../rows.ts";
import { type Placement, simdPlacement } from "../scores/placement.ts";
import { placeTransitions } from "../edges/transitions.ts";
import { Family } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };

/** A beam of that width, which is at most L, over a copy of the transitions. Cost: O(L²). */
export function placedBeam(model: Model, width: number): Beam {
  const placement = simdPlacement(model);
  const { edges } = placeTransitions(placement.arena, model);
  return new BeamKernel(placement, model.labelCount, edges, width);
}

/** Keeps labels at each position of lattices in the memory of kernels. */
export class BeamKernel implements Beam {
  readonly #placement: Placement;
  readonly #kernels: BeamKernels;
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
    const { arena } = placement;
    this.#placement = placement;
    this.#kernels = BEAM.open(arena);
    this.#blocks = blocksOf(labelCount);
    this.#edges = edges;
    this.#width = width;
    this.#room = arena.allocate(BEAM_ROOM_ROWS * this.#blocks * BLOCK * arena.scoreBytes);
  }

  sweep(lattice: Lattice): void {
    const { length } = lattice;
    if (length > this.#capacity) {
      this.#reserve(this.#placement.arena.roomFor(length, this.#capacity));
    }
    const own = this.#placement.addressOf(lattice);
    const [edges, kept, prefixes] = [this.#edges, this.#kept, this.#prefixes];
    const [blocks, width] = [this.#blocks, this.#width];
    this.#kernels.beamSweep(own, length, edges, blocks, width, kept, prefixes, this.#room);
  }

  keptAt(position: number): Int32Array {
    const start = this.#kept / 4 + position * this.#width;
    return this.#placement.arena.integers.subarray(start, start + this.#width);
  }

  backtrack(length: number): Path {
    const [edges, kept, prefixes] = [this.#edges, this.#kept, this.#prefixes];
    const [blocks, width, path] = [this.#blocks, this.#width, this.#path];
    const score = this.#kernels.beamBacktrack(length, edges, blocks, width, kept, prefixes, path);
    return { score, labels: copyLabels(this.#placement.arena.integers, path / 4, length) };
  }

  reserve(positions: number, lasting: boolean): ScoreBlock {
    return this.#placement.reserve(positions, lasting);
  }

  #reserve(capacity: number): void {
    const { arena } = this.#placement;
    [this.#kept, this.#prefixes, this.#path] = arena.allocateTogether(() => [
      arena.allocate(4 * capacity * this.#width),
      arena.allocate(arena.scoreBytes * capacity * this.#width),
      arena.allocate(4 * capacity),
    ]);
    this.#capacity = capacity;
  }
}

/** Rows of scores that `beamSweep` needs as room. */
const BEAM_ROOM_ROWS = 4;

/** Kernels of beam search. Rows of scores are padded with −∞ to whole blocks. */
export interface BeamKernels {
  /**
   * Fills `labels` and `prefixes` with the `width` best labels of each position and their scores
   * v_t(y) = max over the labels x kept before of ( v_{t−1}(x) + e(x, y) ) + n_t(y), in the order
   * of labels. Ties: the smaller labels are kept. Cost: (T−1)·width·L edges.
   *
   * @param own address of T rows of emissions
   * @param edges address of the transitions, L rows
   * @param width labels kept, at most L
   * @param labels address of T·width integers
   * @param prefixes address of T·width scores
   * @param room address of `BEAM_ROOM_ROWS` rows of scores
   */
  beamSweep(
    own: number,
    length: number,
    edges: number,
    blocks: number,
    width: number,
    labels: number,
    prefixes: number,
    room: number,
  ): void;
  /**
   * Writes the best path through the labels that `beamSweep` kept and returns its score. Writes
   * nothing if the score is −∞. Ties: the smallest label, from the last position backwards. Cost:
   * `width` edges a position.
   *
   * @param path address of T integers
   */
  beamBacktrack(
    length: number,
    edges: number,
    blocks: number,
    width: number,
    labels: number,
    prefixes: number,
    path: number,
  ): number;
}

/** The kernels, for arenas of the kind `simd`. */
const BEAM: Family<BeamKernels> = /* @__PURE__ */ new Family<BeamKernels>(BINARY);
