/**
 * What forward dominance prepares of a model, in the memory of its kernels.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import type { Arena } from "../arena.ts";
import type { DominanceKernels } from "./dominance.ts";
import { ADVANTAGES_MISSING, PANELS_MISSING, TABLES } from "./tables.ts";
import { BLOCK, blocksOf, QUAD_BYTES, VECTOR_BYTES, wholeQuads } from "../rows.ts";
import { Tables } from "../tables.ts";
import type { Path } from "../../lattice.ts";
import { copyLabels } from "../../chain/label_pool.ts";
import type { PlacedTransitions } from "../edges/transitions.ts";

/**
 * How the edges out of two labels are compared: one by one, by their extremes, or by these until
 * that has cost as much as a row of advantages.
 */
export type DominanceBound = "pair" | "row" | "late";

/**
 * Edges that coarse advantages may have cost before a row is made, of the L² that the row takes. An
 * edge of a sweep takes at least four times as long as one of a row, and half of those that coarse
 * advantages cost would be left with tight ones.
 */
const ROW_PRICE = 1 / 8;

/** Rows that take no more together have their room at once: no sentence fails for want of it. */
const SMALL_BYTES = 2 ** 16;

/** More is no integer. */
const MAX_PRICE = 2 ** 31 - 1;

const PRICES: Record<DominanceBound, number> = { pair: 0, row: Infinity, late: ROW_PRICE };

/**
 * The tables of `dominanceSweep` for a model, which may change transition by transition.
 *
 * The advantages over a label, D(m, ·), are made when the sweep first asks for them: with `pair` at
 * once, for L²; with `row` never, for D(m, y) ≤ rowMax(y) − rowMin(m) serves all labels. So are
 * the panels of the dense step.
 */
export class DominanceTables {
  /** Address of the tables. */
  readonly address: number;
  /** Positions that there is room for, and the address of the path. */
  #capacity = 0;
  #path = 0;
  readonly #fields: Tables<typeof TABLES>;
  readonly #arena: Arena;
  readonly #kernels: DominanceKernels;
  readonly #transitions: PlacedTransitions;
  /** Room for the advantages over a label, by label: as it is needed, or at once if it is small. */
  readonly #rows = new Map<number, number>();
  readonly #rowBytes: number;

  /**
   * Finds the extremes of the transitions. Cost: O(L²).
   *
   * @param byRow see `TABLES`
   */
  constructor(
    transitions: PlacedTransitions,
    kernels: DominanceKernels,
    bound: DominanceBound,
    byRow: boolean,
  ) {
    const { arena, edges, extremes, labelCount } = transitions;
    const { scoreBytes } = arena;
    const blocks = blocksOf(labelCount);
    const row = blocks * BLOCK * scoreBytes;
    this.#arena = arena;
    this.#kernels = kernels;
    this.#transitions = transitions;
    this.#fields = new Tables(arena, TABLES);
    this.address = this.#fields.address;
    const quadMaxima = wholeQuads(row / 4);
    const blockBounds = wholeQuads(VECTOR_BYTES * blocks);
    const tables = {
      labelCount,
      blocks,
      byRow: Number(byRow),
      edges,
      ...extremes,
      bounds: arena.allocate(row),
      zeros: arena.allocate(row),
      advantages: arena.allocate(4 * labelCount),
      coarseAdvantages: arena.allocate(row + quadMaxima + (byRow ? row : 0)),
      charges: arena.allocate(4 * labelCount),
      price: Math.min(MAX_PRICE, PRICES[bound] * labelCount ** 2),
      values: arena.allocate(row),
      quadMaxima: arena.allocate(quadMaxima),
      prefixRow: arena.allocate(row),
      blockBounds: arena.allocate(blockBounds),
      openBlocks: arena.allocate(4 * (blocks + 1)),
      needed: arena.allocate(16 * (blocks + 1)),
    };
    this.#fields.set(tables);
    forbidAll(arena, tables.quadMaxima, quadMaxima);
    forbidAll(arena, tables.blockBounds, blockBounds);
    this.#rowBytes = row + quadMaxima + (byRow ? row : 0);
    if (labelCount * this.#rowBytes <= SMALL_BYTES) {
      for (let m = 0; m < labelCount; m++) this.#rows.set(m, arena.allocate(this.#rowBytes));
    }
    this.#sumBounds();
  }

  /** Sums of the largest edges into and out of labels, and the coarse advantages. */
  #sumBounds(): void {
    const arena = this.#arena;
    const { scores, scoreBytes } = arena;
    const [incoming, outgoing, bounds, coarse] = ROWS.map((name) => this.#fields.get(name));
    const bytes = blocksOf(this.#transitions.labelCount) * BLOCK * scoreBytes;
    placeSums(arena, incoming!, outgoing!, bounds!, bytes);
    scores.copyWithin(
      coarse! / scoreBytes,
      outgoing! / scoreBytes,
      (outgoing! + bytes) / scoreBytes,
    );
    placeQuadMaxima(arena, coarse!, bytes);
    if (this.#fields.get("byRow") === 0) return;
    const gains = (coarse! + bytes + wholeQuads(bytes / 4)) / scoreBytes;
    scores.copyWithin(gains, bounds! / scoreBytes, (bounds! + bytes) / scoreBytes);
  }

  /** Adds what the last sweep counted, if these are the tables of its left side. */
  addCounts(work: Work): void {
    this.#fields.addCounts(work);
  }

  /** Makes room for a sweep over that many positions. */
  reserve(length: number): void {
    if (length > this.#capacity) this.#reserve(this.#arena.roomFor(length, this.#capacity));
  }

  /** Makes what the sweep misses, if it misses something of these tables. */
  supply(): void {
    const missing = this.#fields.get("missing");
    if (missing === 0) return;
    this.#fields.set({ missing: 0 });
    if (missing === PANELS_MISSING) {
      this.#fields.set({ panels: this.#transitions.panels });
    } else {
      this.#makeAdvantages(ADVANTAGES_MISSING - missing);
    }
  }

  /** Whether another path may be as good as that of the last sweep: see `TABLES`. */
  get isTied(): boolean {
    return this.#arena.integers[this.address / 4 + TABLES.isTied] !== 0;
  }

  /** The path that the last sweep found. */
  bestPath(length: number): Path {
    const labels = copyLabels(this.#arena.integers, this.#path / 4, length);
    return { score: this.#fields.double(TABLES.score), labels };
  }

  /**
   * The labels that the last sweep kept at each position that it did and listed, and their prefix
   * scores.
   */
  kept(): { labels: number[]; prefixes: number[] }[] {
    const { integers, scores, scoreBytes } = this.#arena;
    const [labels, ends] = [this.#fields.get("labels") / 4, this.#fields.get("ends") / 4];
    const prefixes = this.#fields.get("prefixes") / scoreBytes;
    const length = this.#fields.get("position") - this.#fields.get("isCounted");
    return Array.from({ length }, (_, t) => {
      const start = t > 0 ? integers[ends + t - 1]! : 0;
      const end = integers[ends + t]!;
      return {
        labels: Array.from(integers.subarray(labels + start, labels + end)),
        prefixes: Array.from(scores.subarray(prefixes + start, prefixes + end)),
      };
    });
  }

  /** Room for all labels of that many positions. */
  #reserve(capacity: number): void {
    const arena = this.#arena;
    const { scoreBytes } = arena;
    // A block more: the kernel writes a label before it knows that it is kept, and reads whole
    // blocks.
    const size = capacity * this.#transitions.labelCount + BLOCK;
    const room = arena.allocateTogether(() => ({
      path: arena.allocate(4 * capacity),
      labels: arena.allocate(4 * size),
      prefixes: arena.allocate(scoreBytes * size),
      ends: arena.allocate(4 * capacity),
      suffixes: arena.allocate(2 * scoreBytes * capacity),
    }));
    this.#fields.set(room);
    this.#path = room.path;
    this.#capacity = capacity;
  }

  /** Makes the advantages over a label. */
  #makeAdvantages(m: number): void {
    const arena = this.#arena;
    const { scoreBytes } = arena;
    const { labelCount } = this.#transitions;
    const blocks = blocksOf(labelCount);
    const bytes = blocks * BLOCK * scoreBytes;
    const quadMaxima = wholeQuads(bytes / 4);
    // Where blocks filter, nobody asks for the sums with the largest edges into labels.
    const byRow = this.#fields.get("byRow") === 1;
    const row = this.#rows.get(m) ?? arena.allocate(this.#rowBytes);
    this.#rows.set(m, row);
    this.#kernels.advantages(this.#fields.get("edges"), m, labelCount, blocks, row);
    if (byRow) {
      placeSums(arena, row, this.#fields.get("incoming"), row + bytes + quadMaxima, bytes);
    }
    // The label itself is kept before others are compared with it.
    arena.scores[row / scoreBytes + m] = -Infinity;
    placeQuadMaxima(arena, row, bytes);
    arena.integers[this.#fields.get("advantages") / 4 + m] = row;
  }

  /** A transition has changed, and the extremes with it. Cost: O(L). */
  revise(): void {
    this.#sumBounds();
    const advantages = this.#fields.get("advantages") / 4;
    this.#arena.integers.fill(0, advantages, advantages + this.#transitions.labelCount);
  }
}

const ROWS = ["incoming", "outgoing", "bounds", "coarseAdvantages"] as const;

/** Makes scores −∞. */
function forbidAll(arena: Arena, address: number, bytes: number): void {
  const from = address / arena.scoreBytes;
  arena.scores.fill(-Infinity, from, from + bytes / arena.scoreBytes);
}

/**
 * Writes behind a row of advantages its quad maxima: the maxima of each four vectors, lane by lane.
 */
function placeQuadMaxima(arena: Arena, row: number, bytes: number): void {
  const { scores, scoreBytes } = arena;
  forbidAll(arena, row + bytes, wholeQuads(bytes / 4));
  const [lanes, quad] = [VECTOR_BYTES / scoreBytes, QUAD_BYTES / scoreBytes];
  const from = row / scoreBytes;
  const quadMaxima = (row + bytes) / scoreBytes;
  for (let y = 0; y < bytes / scoreBytes; y++) {
    const maximum = quadMaxima + Math.floor(y / quad) * lanes + y % lanes;
    if (scores[from + y]! > scores[maximum]!) scores[maximum] = scores[from + y]!;
  }
}

/** Writes the sums of two rows. */
function placeSums(
  { scores, scoreBytes }: Arena,
  one: number,
  other: number,
  sums: number,
  bytes: number,
): void {
  const [first, second, target] = [one / scoreBytes, other / scoreBytes, sums / scoreBytes];
  for (let i = 0; i < bytes / scoreBytes; i++) {
    scores[target + i] = scores[first + i]! + scores[second + i]!;
  }
}
