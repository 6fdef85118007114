/**
 * What block skipping prepares of a model, in the memory of its kernel.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import type { Arena } from "../arena.ts";
import { type BlockKernels, BLOCKS } from "./sweep.ts";
import { TABLES } from "./tables.ts";
import { BLOCK, blocksOf, VECTOR_BYTES } from "../rows.ts";
import { Tables } from "../tables.ts";
import { copyLabels } from "../../chain/label_pool.ts";
import type { Path } from "../../lattice.ts";
import type { PlacedTransitions } from "../edges/transitions.ts";

/** What share of the dense edges a position may take before its other sources go unchecked. */
const CHECKED_SHARE = 1 / 4;

/** The tables of `blockSweep` for a model, which may change transition by transition. */
export class BlockTables {
  /** Address of the tables. */
  readonly address: number;
  readonly #fields: Tables<typeof TABLES>;
  readonly #arena: Arena;
  readonly #kernels: BlockKernels;
  readonly #transitions: PlacedTransitions;
  readonly #blocks: number;
  readonly #limit: number;
  /** Scores in a list of blocks. */
  readonly #stride: number;
  /** Address of α of the last sweep, a row a position. */
  alpha = 0;
  /** Positions that there is room for, and the address of the path. */
  #capacity = 0;
  #path = 0;

  /** Finds the maxima of the transitions' blocks. Cost: O(L²). */
  constructor(transitions: PlacedTransitions) {
    const { arena, edges, labelCount } = transitions;
    const { outgoing } = transitions.extremes;
    const { scoreBytes } = arena;
    const blocks = blocksOf(labelCount);
    const lanes = VECTOR_BYTES / scoreBytes;
    const groups = Math.ceil(blocks / lanes);
    const row = blocks * BLOCK * scoreBytes;
    const list = groups * VECTOR_BYTES;
    this.#arena = arena;
    this.#kernels = BLOCKS.open(arena);
    this.#transitions = transitions;
    this.#blocks = blocks;
    this.#limit = CHECKED_SHARE * labelCount ** 2;
    this.#stride = groups * lanes;
    this.#fields = new Tables(arena, TABLES);
    this.address = this.#fields.address;
    const tables = {
      labelCount,
      blocks,
      groups,
      edges,
      maxima: arena.allocate(labelCount * list),
      outgoing,
      floors: arena.allocate(row),
      floored: arena.allocate(4 * blocks),
      values: arena.allocate(row),
      keys: arena.allocate(row),
      laneMinima: arena.allocate(groups * lanes * VECTOR_BYTES),
      least: arena.allocate(list),
      // Padded with a block after the last one that waits.
      waitingKeys: arena.allocate(row + BLOCK * scoreBytes),
      waitingLabels: arena.allocate(4 * blocks * BLOCK),
    };
    this.#fields.set(tables);
    const laneMinima = tables.laneMinima / scoreBytes;
    arena.scores.fill(Infinity, laneMinima, laneMinima + groups * lanes * lanes);
    const maxima = tables.maxima / scoreBytes;
    arena.scores.fill(-Infinity, maxima, maxima + labelCount * this.#stride);
    transitions.findBlockMaxima(tables.maxima, list);
    this.#setFloors();
  }

  /**
   * Finds α of a lattice; false if no path is left.
   *
   * @param own address of the emissions, a row a position
   * @param limit edges of a position after which its other sources go unchecked; a quarter of all
   */
  sweep(own: number, length: number, limit: number = this.#limit): boolean {
    this.#reserve(length);
    return this.#kernels.blockSweep(this.address, own, length, limit) > 0;
  }

  /** Makes room for a sweep over that many positions. */
  #reserve(length: number): void {
    if (length <= this.#capacity) return;
    const arena = this.#arena;
    const capacity = arena.roomFor(length, this.#capacity);
    const room = arena.allocateTogether(() => ({
      alpha: arena.allocate(capacity * this.#blocks * BLOCK * arena.scoreBytes),
      path: arena.allocate(4 * capacity),
      sources: arena.allocate(4 * capacity * this.#transitions.labelCount),
      ends: arena.allocate(4 * capacity),
    }));
    this.#fields.set(room);
    this.alpha = room.alpha;
    this.#path = room.path;
    this.#capacity = capacity;
  }

  /** Adds what the last sweep counted. */
  addCounts(work: Work): void {
    this.#fields.addCounts(work);
  }

  /** The best path of the last sweep, if one is left. */
  bestPath(length: number): Path {
    this.#kernels.blockFollow(this.address, length);
    const labels = copyLabels(this.#arena.integers, this.#path / 4, length);
    return { score: this.#fields.double(TABLES.score), labels };
  }

  /** The transition from `previous` to `label` has changed, and the extremes with it. */
  revise(previous: number, label: number): void {
    const { scores, scoreBytes } = this.#arena;
    this.#maximize(previous, Math.floor(label / BLOCK));
    const floors = this.#fields.get("floors") / scoreBytes;
    const floor = this.#floorOf(label);
    if (scores[floors + label] === floor) return;
    scores[floors + label] = floor;
    this.#listFloored();
  }

  /** The largest edge from a label into a block. */
  #maximize(previous: number, block: number): void {
    const { scores, scoreBytes } = this.#arena;
    const from = this.#fields.get("edges") / scoreBytes + (previous * this.#blocks + block) * BLOCK;
    let most = -Infinity;
    for (let i = from; i < from + BLOCK; i++) if (scores[i]! > most) most = scores[i]!;
    scores[this.#fields.get("maxima") / scoreBytes + previous * this.#stride + block] = most;
  }

  #setFloors(): void {
    const { scores, scoreBytes } = this.#arena;
    const floors = this.#fields.get("floors") / scoreBytes;
    scores.fill(Infinity, floors, floors + this.#blocks * BLOCK);
    const { labelCount } = this.#transitions;
    for (let y = 0; y < labelCount; y++) scores[floors + y] = this.#floorOf(y);
    this.#listFloored();
  }

  /** −∞, or ∞ for a label that no edge reaches. */
  #floorOf(label: number): number {
    const { scores, scoreBytes } = this.#arena;
    const { incoming } = this.#transitions.extremes;
    return scores[incoming / scoreBytes + label]! > -Infinity ? -Infinity : Infinity;
  }

  #listFloored(): void {
    const { integers, scores, scoreBytes } = this.#arena;
    const floors = this.#fields.get("floors") / scoreBytes;
    const floored = this.#fields.get("floored") / 4;
    let count = 0;
    for (let b = 0; b < this.#blocks; b++) {
      const block = scores.subarray(floors + b * BLOCK, floors + (b + 1) * BLOCK);
      if (block.includes(Infinity)) integers[floored + count++] = b;
    }
    this.#fields.set({ flooredCount: count });
  }
}
