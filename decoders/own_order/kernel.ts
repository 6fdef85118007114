/**
 * Each position's own order in kernels.
 *
 * @module
 */

import { newLabels } from "../chain/label_pool.ts";
import type { Decoded, Work } from "../contract.ts";
import type { Arena } from "../kernels/arena.ts";
import { copyRows } from "../kernels/edges/transitions.ts";
import {
  COUNT,
  FIRST_SLOTS,
  MISSING_ROOM,
  NONE_LEFT,
  POSITION_BYTES,
  SLOT_BYTES,
  SLOT_OWN,
  SLOT_SUM,
  SUMS_ROUND,
  TABLES,
} from "../kernels/own_order/tables.ts";
import { BLOCK, blocksOf, QUAD_BYTES, VECTOR_BYTES } from "../kernels/rows.ts";
import { type PlacedDecode, Placement } from "../kernels/scores/placement.ts";
import { Tables } from "../kernels/tables.ts";
import type { Emissions, Lattice, Model } from "../lattice.ts";
import type { Offsets } from "./offsets.ts";
import type { Bar, LabelColumns, OwnOrder } from "./own_order.ts";
import { Family } from "../kernels/family.ts";
import BINARY from "../kernels/own_order/binary.json" with { type: "json" };

/**
 * Kernels of iterative Viterbi in each position's own order: what `own_order/` does in TypeScript,
 * with the same answers and counts. Emissions are scores of the arena, sums are float64.
 * `tables` is the address of the tables, `own` that of T rows of emissions.
 */
interface OwnOrderKernels {
  /**
   * Starts on a sentence: reads its emissions, keeps the largest centred ones of each quad, and
   * makes the best labels of each position active. Cost: O(TL).
   */
  ownReset(tables: number, own: number, length: number): void;
  /**
   * Runs a pass and writes `labelBest`, `mixedBest` and the counts. 0 if nothing is left at a
   * position.
   */
  ownPass(tables: number, length: number, isForward: number): number;
  /** Writes the best path over labels of the last pass, which was of that direction. */
  ownFollow(tables: number, length: number, isForward: number): void;
  /** Marks the rests on the best path of the last pass that has one. */
  ownMark(tables: number, length: number, isForward: number): void;
  /**
   * Quadruples the active labels of the positions that are marked, or triples those of all. Stops
   * with 0 where `wanted` slots are missing; called again, it goes on.
   *
   * @param isAll 0, or 1 to mark all positions first; 2 to go on with all
   */
  ownExpand(tables: number, own: number, length: number, isAll: number): number;
  /**
   * Searches for the best path of a sentence as long as sums are exact: writes `score`, `path` and
   * the counts. Stops where slots are missing; called again, it goes on.
   *
   * @param isNew 1 to start, 0 to go on
   * @returns BEST_LEFT, NONE_LEFT, MISSING_ROOM or SUMS_ROUND
   */
  ownSearch(tables: number, own: number, length: number, isNew: number): number;
}

const FAMILY = /* @__PURE__ */ new Family<OwnOrderKernels>(BINARY);

/** Opens the kernels in an arena of the kind `simd`. */
function openOwnOrder(arena: Arena): OwnOrderKernels {
  return FAMILY.open(arena);
}

/** Columns and passes in kernels: the answers and counts of `PlainOwnOrder`. */
export class KernelOwnOrder implements OwnOrder {
  readonly #arena: Arena;
  readonly #kernels: OwnOrderKernels;
  readonly #fields: Tables<typeof TABLES>;
  readonly #placement: Placement;
  readonly #quads: number;
  #own = 0;
  #length = 0;
  #capacity = 0;

  /** Copies the transitions. Cost: O(L²). */
  constructor(arena: Arena, { labelCount, transitions }: Model, offsets: Offsets) {
    const { outgoing, incoming, entry, both, magnitude, exponent } = offsets;
    const { scoreBytes } = arena;
    const row = blocksOf(labelCount) * BLOCK * scoreBytes;
    this.#arena = arena;
    this.#kernels = openOwnOrder(arena);
    this.#fields = new Tables(arena, TABLES);
    this.#placement = new Placement(arena, labelCount);
    this.#quads = row / QUAD_BYTES;
    const none = new Float64Array(labelCount);
    const edges = arena.allocate(labelCount ** 2 * scoreBytes);
    arena.scores.set(transitions, edges / scoreBytes);
    const doubles = (list: Float64Array) => {
      const address = arena.allocate(8 * labelCount);
      arena.doubles.set(list, address / 8);
      return address;
    };
    const rowOf = (list: Float64Array) => {
      const address = arena.allocate(row);
      copyRows(arena, list, 1, labelCount, address);
      return address;
    };
    this.#fields.set({
      labelCount,
      quads: this.#quads,
      edges,
      outgoing: doubles(outgoing),
      incoming: doubles(incoming),
      entry: doubles(entry),
      noneRow: rowOf(none),
      outgoingRow: rowOf(outgoing),
      incomingRow: rowOf(incoming),
      bothRow: rowOf(both),
      found: arena.allocate(4 * (labelCount + 2)),
      scores: arena.allocate(8 * (labelCount + 2)),
      firstExponent: exponent,
    });
    this.#fields.setDouble(TABLES.magnitude, magnitude);
  }

  /** See `OwnOrder`. */
  get labelBest(): number {
    return this.#fields.double(TABLES.labelBest);
  }

  /** See `OwnOrder`. */
  get mixedBest(): number {
    return this.#fields.double(TABLES.mixedBest);
  }

  /** See `OwnOrder`. */
  get largest(): number {
    return this.#fields.double(TABLES.largest);
  }

  /** See `OwnOrder`. */
  get exponent(): number {
    return this.#fields.integer(TABLES.exponent);
  }

  /** See `OwnOrder`. */
  search(lattice: Lattice<Emissions>, work: Work): Decoded | undefined {
    const { length } = lattice;
    const { address } = this.#fields;
    this.#place(lattice);
    let state = this.#kernels.ownSearch(address, this.#own, length, 1);
    while (state === MISSING_ROOM) {
      this.#moveSlots(2 * this.#fields.integer(TABLES.wanted));
      state = this.#kernels.ownSearch(address, this.#own, length, 0);
    }
    if (state === SUMS_ROUND) return undefined;
    work.iterations += this.#fields.integer(TABLES.iterations);
    this.#fields.addCounts(work);
    if (state === NONE_LEFT) return { paths: [] };
    const labels = newLabels(length);
    this.#readPath(labels);
    return { paths: [{ score: this.#fields.double(TABLES.score), labels }] };
  }

  /** See `OwnOrder`. */
  reset(lattice: Lattice<Emissions>): void {
    this.#place(lattice);
    this.#kernels.ownReset(this.#fields.address, this.#own, this.#length);
  }

  /** See `OwnOrder`. */
  run(isForward: boolean, bar: Bar, work: Work): boolean {
    this.#setBar(bar);
    this.#fields.setDouble(TABLES.edgeEvaluations, 0);
    this.#fields.setDouble(TABLES.nodeExpansions, 0);
    const isLeft = this.#kernels.ownPass(this.#fields.address, this.#length, Number(isForward));
    this.#fields.addCounts(work);
    return isLeft === 1;
  }

  /** See `OwnOrder`. */
  followLabels(isForward: boolean, path: Int32Array): void {
    this.#kernels.ownFollow(this.#fields.address, this.#length, Number(isForward));
    this.#readPath(path);
  }

  /** See `OwnOrder`. */
  expandBest(isForward: boolean, bar: Bar): void {
    this.#kernels.ownMark(this.#fields.address, this.#length, Number(isForward));
    this.#expand(bar, 0);
  }

  /** See `OwnOrder`. */
  expandAll(bar: Bar): void {
    this.#expand(bar, 1);
  }

  /** See `OwnOrder`. */
  widest(): number {
    const { integers } = this.#arena;
    let most = 0;
    let at = (this.#fields.integer(TABLES.positions) + COUNT) / 4;
    for (let t = 0; t < this.#length; t++, at += POSITION_BYTES / 4) {
      most = Math.max(most, integers[at]!);
    }
    return most;
  }

  /** See `OwnOrder`. */
  write(width: number, { counts, nodes, own, prefixes }: LabelColumns): void {
    const { integers, doubles } = this.#arena;
    const positions = this.#fields.integer(TABLES.positions);
    const slots = this.#fields.integer(TABLES.slots);
    for (let t = 0; t < this.#length; t++) {
      const position = positions + t * POSITION_BYTES;
      let slot = slots + integers[position / 4]! * SLOT_BYTES;
      const count = integers[(position + COUNT) / 4]!;
      counts[t] = count;
      for (let to = t * width; to < t * width + count; to++, slot += SLOT_BYTES) {
        nodes[to] = integers[slot / 4]!;
        own[to] = doubles[(slot + SLOT_OWN) / 8]!;
        prefixes[to] = doubles[(slot + SLOT_SUM) / 8]!;
      }
    }
  }

  /** See `Placement.placedDecode`. */
  placedDecode(decode: PlacedDecode): PlacedDecode {
    return this.#placement.placedDecode(decode);
  }

  #place(lattice: Lattice<Emissions>): void {
    const { length } = lattice;
    if (length > this.#capacity) this.#reserve(this.#arena.roomFor(length, this.#capacity));
    this.#length = length;
    this.#own = this.#placement.addressOf(lattice);
  }

  #readPath(path: Int32Array): void {
    const { integers } = this.#arena;
    const from = this.#fields.integer(TABLES.path) / 4;
    for (let t = 0; t < this.#length; t++) path[t] = integers[from + t]!;
  }

  #expand(bar: Bar, isAll: 0 | 1): void {
    this.#setBar(bar);
    const { address } = this.#fields;
    let state: number = isAll;
    while (this.#kernels.ownExpand(address, this.#own, this.#length, state) === 0) {
      state = 2 * isAll;
      this.#moveSlots(2 * this.#fields.integer(TABLES.wanted));
    }
  }

  #setBar({ above, least }: Bar): void {
    this.#fields.setDouble(TABLES.above, above);
    this.#fields.setDouble(TABLES.least, least);
  }

  /** Room for that many positions. */
  #reserve(capacity: number): void {
    const arena = this.#arena;
    const slots = 2 * FIRST_SLOTS * capacity;
    this.#fields.set(arena.allocateTogether(() => ({
      positions: arena.allocate(capacity * POSITION_BYTES),
      tops: arena.allocate(capacity * this.#quads * VECTOR_BYTES),
      path: arena.allocate(4 * capacity),
      slots: arena.allocate(slots * SLOT_BYTES),
      capacity: slots,
    })));
    this.#capacity = capacity;
  }

  /** Moves the slots to where there are so many. */
  #moveSlots(capacity: number): void {
    const slots = this.#arena.allocate(capacity * SLOT_BYTES);
    const from = this.#fields.integer(TABLES.slots);
    const end = from + this.#fields.integer(TABLES.used) * SLOT_BYTES;
    this.#arena.integers.copyWithin(slots / 4, from / 4, end / 4);
    this.#fields.set({ slots, capacity });
  }
}
