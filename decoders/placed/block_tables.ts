/**
 * What block skipping prepares of a model, in the memory of its kernel.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import type { Arena } from "../kernels/arena.ts";
import { type BlockKernels, openBlocks } from "../kernels/blocks/kernels.ts";
import { TABLES } from "../kernels/blocks/tables.ts";
import { copyRows } from "../kernels/place.ts";
import { BLOCK, blocksOf, VECTOR_BYTES } from "../kernels/rows.ts";
import { Tables } from "../kernels/tables.ts";
import { copyLabels } from "../chain/label_pool.ts";
import type { Model, Path } from "../lattice.ts";
import { incomingMaxima, outgoingMaxima } from "../chain/transition_maxima.ts";

/** What share of the dense edges a position may take before its other sources go unchecked. */
const CHECKED_SHARE = 1 / 4;

/** The tables of `blockSweep` for a model, which may change transition by transition. */
export class BlockTables {
  /** Address of the tables. */
  readonly address: number;
  readonly #fields: Tables<typeof TABLES>;
  readonly #arena: Arena;
  readonly #kernels: BlockKernels;
  readonly #model: Model;
  readonly #blocks: number;
  readonly #limit: number;
  /** Scores in a list of blocks. */
  readonly #stride: number;
  /** Address of α of the last sweep, a row a position. */
  alpha = 0;
  /** Positions that there is room for, and the address of the path. */
  #capacity = 0;
  #path = 0;

  /** Copies the transitions and finds the maxima of their blocks. Cost: O(L²). */
  constructor(arena: Arena, model: Model) {
    const { labelCount, transitions } = model;
    const { scoreBytes } = arena;
    const blocks = blocksOf(labelCount);
    const lanes = VECTOR_BYTES / scoreBytes;
    const groups = Math.ceil(blocks / lanes);
    const row = blocks * BLOCK * scoreBytes;
    const list = groups * VECTOR_BYTES;
    this.#arena = arena;
    this.#kernels = openBlocks(arena);
    this.#model = model;
    this.#blocks = blocks;
    this.#limit = CHECKED_SHARE * labelCount ** 2;
    this.#stride = groups * lanes;
    this.#fields = new Tables(arena, TABLES);
    this.address = this.#fields.address;
    const tables = {
      labelCount,
      blocks,
      groups,
      edges: arena.allocate(labelCount * row),
      maxima: arena.allocate(labelCount * list),
      outgoing: arena.allocate(row),
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
    copyRows(arena, transitions, labelCount, labelCount, tables.edges);
    copyRows(arena, outgoingMaxima(model), 1, labelCount, tables.outgoing);
    const laneMinima = tables.laneMinima / scoreBytes;
    arena.scores.fill(Infinity, laneMinima, laneMinima + groups * lanes * lanes);
    const maxima = tables.maxima / scoreBytes;
    arena.scores.fill(-Infinity, maxima, maxima + labelCount * this.#stride);
    for (let x = 0; x < labelCount; x++) {
      for (let b = 0; b < blocks; b++) this.#maximize(x, b);
    }
    this.#setFloors(incomingMaxima(model));
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
    const capacity = 2 * length;
    this.#capacity = capacity;
    this.alpha = arena.allocate(capacity * this.#blocks * BLOCK * arena.scoreBytes);
    this.#path = arena.allocate(4 * capacity);
    this.#fields.set({
      alpha: this.alpha,
      path: this.#path,
      sources: arena.allocate(4 * capacity * this.#model.labelCount),
      ends: arena.allocate(4 * capacity),
    });
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

  /** The model's transition from `previous` to `label` has changed. Cost: O(L) at most. */
  revise(previous: number, label: number): void {
    const { labelCount, transitions } = this.#model;
    const { scores, scoreBytes } = this.#arena;
    const edges = this.#fields.get("edges") / scoreBytes + previous * this.#blocks * BLOCK;
    scores[edges + label] = transitions[previous * labelCount + label]!;
    this.#maximize(previous, Math.floor(label / BLOCK));
    const maxima = this.#fields.get("maxima") / scoreBytes + previous * this.#stride;
    const outgoing = this.#fields.get("outgoing") / scoreBytes + previous;
    scores[outgoing] = -Infinity;
    for (let i = maxima; i < maxima + this.#blocks; i++) {
      if (scores[i]! > scores[outgoing]!) scores[outgoing] = scores[i]!;
    }
    const floors = this.#fields.get("floors") / scoreBytes;
    const floor = this.#isReached(label) ? -Infinity : Infinity;
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

  #setFloors(incoming: Float64Array): void {
    const { scores, scoreBytes } = this.#arena;
    const floors = this.#fields.get("floors") / scoreBytes;
    scores.fill(Infinity, floors, floors + this.#blocks * BLOCK);
    incoming.forEach((most, y) => {
      if (most > -Infinity) scores[floors + y] = -Infinity;
    });
    this.#listFloored();
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

  #isReached(label: number): boolean {
    const { labelCount, transitions } = this.#model;
    for (let i = label; i < transitions.length; i += labelCount) {
      if (transitions[i]! > -Infinity) return true;
    }
    return false;
  }
}
