/**
 * The search for deviations by a kernel.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import type { Arena } from "../arena.ts";
import { ELEMENTS_MISSING, PATHS_MISSING, TABLES } from "./tables.ts";
import { copyRows } from "../edges/transitions.ts";
import { BLOCK, blocksOf } from "../rows.ts";
import { Tables } from "../tables.ts";
import { transpose } from "../../chain/dense_viterbi.ts";
import { roundingTolerance } from "../../chain/grid.ts";
import { copyLabels } from "../../chain/label_pool.ts";
import type { Lattice, Model, Path } from "../../lattice.ts";
import { Family } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };

/** Elements that the heap has room for at first; it is doubled whenever that does not suffice. */
const FIRST_ELEMENTS = 256;
const FIRST_POOL_BYTES = 1 << 14;
const FIRST_PATHS = 16;
/** The kernel counts with 32 bits. */
const MOST_PATHS = 2 ** 31 - 1;

/**
 * The search of `k_best/prefix_paths.ts` by a kernel: the same paths in the same order, and the
 * same counts.
 */
export class DeviationKernel {
  readonly #fields: Tables<typeof TABLES>;
  readonly #arena: Arena;
  readonly #kernels: DeviationKernels;
  readonly #model: Model;
  readonly #row: number;
  readonly #incoming: number;
  /** Positions that there is room for in the rankings and in each path. */
  #length = 0;
  #elements = FIRST_ELEMENTS;
  #poolBytes = FIRST_POOL_BYTES;
  #paths = FIRST_PATHS;
  /** Where the paths and their scores are. */
  #pathAddress = 0;
  #scoreAddress = 0;
  #toleranceOf: ReturnType<typeof roundingTolerance> | undefined;

  /** Copies the transposed transitions. Cost: O(L²). */
  constructor(arena: Arena, model: Model) {
    const { labelCount, transitions } = model;
    const { scoreBytes } = arena;
    const width = blocksOf(labelCount) * BLOCK;
    this.#arena = arena;
    this.#kernels = DEVIATIONS.open(arena);
    this.#model = model;
    this.#row = width * scoreBytes;
    this.#fields = new Tables(arena, TABLES);
    const incoming = this.#incoming = arena.allocate((labelCount + 1) * this.#row);
    copyRows(arena, transpose(transitions, labelCount), labelCount, labelCount, incoming);
    this.#fields.set({ labelCount, blocks: blocksOf(labelCount), incoming });
    this.#reserveElements(this.#elements);
    this.#reservePool(this.#poolBytes);
  }

  /**
   * The min(k, finite paths) best paths, best first.
   *
   * @param alpha address of α, a row a position
   * @param own address of the emissions, a row a position
   */
  find(lattice: Lattice, alpha: number, own: number, k: number, work: Work): Path[] {
    const { length } = lattice;
    this.#toleranceOf ??= roundingTolerance(this.#model);
    if (length > this.#length) this.#reserveLength(length);
    this.#fields.set({ alpha });
    this.#fields.setDouble(TABLES.tolerance, this.#toleranceOf(lattice));
    let count: number;
    // No memory holds more paths.
    const limit = Math.min(k, MOST_PATHS);
    while ((count = this.#kernels.deviationSearch(this.#fields.address, own, length, limit)) < 0) {
      if (count === ELEMENTS_MISSING) {
        this.#reserveElements(2 * this.#elements);
      } else if (count === PATHS_MISSING) {
        this.#reservePaths(2 * this.#paths, this.#length);
      } else {
        this.#reservePool(2 * this.#poolBytes);
      }
    }
    const { doubles, integers } = this.#arena;
    this.#fields.addCounts(work);
    const scores = this.#scoreAddress / 8;
    const first = this.#pathAddress / 4;
    const paths: Path[] = [];
    for (let i = 0; i < count; i++) {
      const labels = copyLabels(integers, first + i * length, length);
      paths.push({ score: doubles[scores + i]!, labels });
    }
    return paths;
  }

  /** See `Revisable`. */
  revise(previous: number, label: number): void {
    this.#toleranceOf = undefined;
    const { scores, scoreBytes } = this.#arena;
    const { labelCount, transitions } = this.#model;
    const edge = (this.#incoming + label * this.#row) / scoreBytes + previous;
    scores[edge] = transitions[previous * labelCount + label]!;
  }

  #reserveLength(length: number): void {
    const arena = this.#arena;
    const capacity = arena.roomFor(length, this.#length);
    const bytes = 8 * (capacity * this.#model.labelCount + 1);
    arena.allocateTogether(() => {
      const rankings = arena.allocate(bytes);
      this.#reservePaths(this.#paths, capacity);
      this.#fields.set({ rankings, rankingsBytes: bytes });
    });
  }

  /** Room for paths of that length. */
  #reservePaths(pathCapacity: number, length: number): void {
    const arena = this.#arena;
    const room = arena.allocateTogether(() => ({
      paths: arena.allocate(4 * pathCapacity * length),
      pathScores: arena.allocate(8 * pathCapacity),
    }));
    this.#fields.set({ ...room, pathCapacity });
    this.#pathAddress = room.paths;
    this.#scoreAddress = room.pathScores;
    this.#paths = pathCapacity;
    this.#length = length;
  }

  #reservePool(bytes: number): void {
    const pool = this.#arena.allocate(bytes);
    this.#fields.set({ pool, poolEnd: pool + bytes });
    this.#poolBytes = bytes;
  }

  #reserveElements(elementCapacity: number): void {
    const arena = this.#arena;
    const integers = () => arena.allocate(4 * elementCapacity);
    const scores = () => arena.allocate(arena.scoreBytes * elementCapacity);
    this.#fields.set(arena.allocateTogether(() => ({
      elementCapacity,
      positions: integers(),
      labels: integers(),
      ranks: integers(),
      origins: integers(),
      agenda: integers(),
      scores: scores(),
      rests: scores(),
      best: scores(),
    })));
    this.#elements = elementCapacity;
  }
}

/** The kernel of `k_best/deviations.ts` in its lazy form, from the left. */
export interface DeviationKernels {
  /**
   * Finds the k best paths from α: the same paths in the same order, by the same work.
   *
   * @param tables address of the tables
   * @param own address of T rows of emissions
   * @returns how many paths there are, or which room is missing: see `tables.ts`
   */
  deviationSearch(tables: number, own: number, length: number, k: number): number;
}

/** The kernels, for arenas of the kind `simd`. */
const DEVIATIONS: Family<DeviationKernels> = /* @__PURE__ */ new Family<DeviationKernels>(BINARY);
