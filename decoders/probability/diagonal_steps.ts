/**
 * Sums over the edges on few diagonals.
 *
 * @module
 */

import type { Arena } from "../kernels/arena.ts";
import {
  type DiagonalKernels,
  type DiagonalRoom,
  diagonalRoom,
  edgesOn,
  findDiagonals,
  openDiagonals,
  type PlacedDiagonals,
  placeDiagonals,
} from "../kernels/diagonals/diagonals.ts";
import { exp } from "../kernels/probability/exp.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import { largestMagnitude, type Model } from "../lattice.ts";
import { ROUNDOFF } from "./estimate.ts";
import { type EdgeFacts, edgeFacts, type Steps } from "./steps.ts";

/**
 * Weights of the transitions on the diagonals that have a finite one, in both directions; all
 * others weigh 0. The sums multiply D·L of them. All terms are positive, and a sum adds up D of
 * them one after another, so that it errs by the share that its terms do and by D roundings, one of
 * which is that of a product.
 */
export class DiagonalSteps implements Steps {
  edges = 0;
  readonly growth = { forward: 1, backward: 1 };
  facts: EdgeFacts;
  readonly #model: Model;
  readonly #arena: Arena;
  readonly #kernels: DiagonalKernels;
  readonly #blocks: number;
  #diagonals: Int32Array;
  #outgoing: PlacedDiagonals;
  #incoming: PlacedDiagonals;
  /** Addresses of the transitions of both, for so many diagonals. */
  #rooms: readonly DiagonalRoom[] = [];
  #capacity = 0;
  /** Address of a row of sources with so many zeros on either side, and that of a row of sums. */
  #row = 0;
  #margin = -1;
  readonly #sums: number;

  /**
   * Exponentiates the transitions on some diagonals. Cost: O(L²).
   *
   * @param diagonals as `findDiagonals` gives them
   */
  constructor(arena: Arena, model: Model, diagonals: Int32Array) {
    this.#model = model;
    this.#arena = arena;
    this.#kernels = openDiagonals(arena);
    this.#blocks = blocksOf(model.labelCount);
    this.#sums = arena.allocate(8 * this.#blocks * BLOCK);
    this.#diagonals = diagonals;
    [this.facts, this.#outgoing, this.#incoming] = this.#place();
  }

  revise(): void {
    const { transitions, labelCount } = this.#model;
    this.#diagonals = findDiagonals(transitions, labelCount) ?? this.#diagonals;
    [this.facts, this.#outgoing, this.#incoming] = this.#place();
  }

  forward(from: number, to: number): number {
    return this.#sum(from, this.#outgoing, to);
  }

  backward(from: number, to: number): number {
    return this.#sum(from, this.#incoming, to);
  }

  #sum(from: number, { shifts, count, edges }: PlacedDiagonals, to: number): number {
    const { doubles } = this.#arena;
    doubles.copyWithin(this.#row / 8, from / 8, from / 8 + this.#blocks * BLOCK);
    this.#kernels.diagonalSums(this.#row, shifts, count, edges, to, this.#blocks);
    return this.facts.error + (count + 1) * ROUNDOFF;
  }

  #place(): [EdgeFacts, PlacedDiagonals, PlacedDiagonals] {
    const { transitions, labelCount } = this.#model;
    const facts = edgeFacts(transitions);
    const weight = (x: number, y: number) => exp(transitions[x * labelCount + y]! - facts.shift);
    const arena = this.#arena;
    const diagonals = this.#diagonals;
    if (diagonals.length > this.#capacity || this.#rooms.length === 0) {
      const capacity = Math.max(diagonals.length, 2 * this.#capacity);
      const room = () => diagonalRoom(arena, capacity, labelCount);
      this.#rooms = arena.allocateTogether(() => [room(), room()]);
      this.#capacity = capacity;
    }
    const [out, into] = this.#rooms;
    const outgoing = placeDiagonals(arena, diagonals, labelCount, weight, 0, out);
    const reversed = diagonals.map((d) => -d).reverse();
    const incoming = placeDiagonals(arena, reversed, labelCount, (y, x) => weight(x, y), 0, into);
    const { margin } = outgoing;
    if (margin > this.#margin) {
      this.#row = arena.allocate(8 * (2 * margin + this.#blocks * BLOCK)) + 8 * margin;
      this.#margin = margin;
    }
    this.edges = edgesOn(diagonals, labelCount);
    this.growth.forward = this.#largestSum(outgoing);
    this.growth.backward = this.#largestSum(incoming);
    return [facts, outgoing, incoming];
  }

  /** The largest sum of weights into a label. */
  #largestSum({ shifts, count, edges }: PlacedDiagonals): number {
    const { doubles } = this.#arena;
    const { labelCount } = this.#model;
    const row = this.#row;
    doubles.fill(1, row / 8, row / 8 + labelCount);
    this.#kernels.diagonalSums(row, shifts, count, edges, this.#sums, this.#blocks);
    const start = this.#sums / 8;
    return 1.001 * largestMagnitude(doubles.subarray(start, start + labelCount));
  }
}
