/**
 * The forward pass of Viterbi over diagonals, and the best path read off its scores.
 *
 * @module
 */

import { newLabels } from "../../chain/label_pool.ts";
import type { Work } from "../../contract.ts";
import type { Model, Path } from "../../lattice.ts";
import type { Arena } from "../arena.ts";
import { BLOCK, blocksOf } from "../rows.ts";
import {
  type DiagonalKernels,
  edgesOn,
  openDiagonals,
  type PlacedDiagonals,
  placeDiagonals,
} from "./diagonals.ts";

/**
 * Viterbi's scores over the edges of some diagonals, which are all that are finite: no other is on
 * a path.
 *
 * Exact: the maxima are those of dense Viterbi over the same terms, added in the same order, for
 * what is left out is −∞. Ties: the smallest label, from the right end on, as there.
 *
 * Cost: (T−1)·D·L edges. Preparation: O(D·L). Counts: one iteration, (T−1)·L nodes, the edges on
 * the diagonals a step.
 */
export class DiagonalForward {
  readonly #arena: Arena;
  readonly #kernels: DiagonalKernels;
  readonly #model: Model;
  readonly #diagonals: Int32Array;
  readonly #placed: PlacedDiagonals;
  readonly #stepEdges: number;
  readonly #width: number;
  /** Scores from a row of α to the next. */
  readonly #stride: number;
  #capacity = 0;
  /** Address of the first label of the first row of α. */
  #alpha = 0;

  /** @param diagonals as `findDiagonals` gives them */
  constructor(arena: Arena, model: Model, diagonals: Int32Array) {
    const { labelCount, transitions } = model;
    this.#arena = arena;
    this.#kernels = openDiagonals(arena);
    this.#model = model;
    this.#diagonals = diagonals;
    const edgeOf = (x: number, y: number) => transitions[x * labelCount + y]!;
    this.#placed = placeDiagonals(arena, diagonals, labelCount, edgeOf, -Infinity);
    this.#stepEdges = edgesOn(diagonals, labelCount);
    this.#width = blocksOf(labelCount) * BLOCK;
    this.#stride = this.#width + this.#placed.margin;
  }

  /** Fills α. @param own address of T rows of emissions */
  run(own: number, length: number, work: Work): void {
    const { labelCount } = this.#model;
    work.iterations++;
    work.nodeExpansions += (length - 1) * labelCount;
    work.edgeEvaluations += (length - 1) * this.#stepEdges;
    this.#reserve(length);
    const { shifts, count, edges } = this.#placed;
    const [bytes, blocks] = [this.#stride * this.#arena.scoreBytes, this.#width / BLOCK];
    this.#kernels.diagonalForward(own, length, shifts, count, edges, this.#alpha, bytes, blocks);
  }

  /** The best path of the lattice that was run last; undefined if there is none. */
  bestPath(length: number): Path | undefined {
    const { labelCount, transitions } = this.#model;
    const { scores, scoreBytes } = this.#arena;
    const first = this.#alpha / scoreBytes;
    const last = first + (length - 1) * this.#stride;
    let best = 0;
    for (let y = 1; y < labelCount; y++) if (scores[last + y]! > scores[last + best]!) best = y;
    const score = scores[last + best]!;
    if (score === -Infinity) return undefined;
    const labels = newLabels(length);
    labels[length - 1] = best;
    for (let t = length - 2; t >= 0; t--) {
      const row = first + t * this.#stride;
      const label = labels[t + 1]!;
      let [most, previous] = [-Infinity, 0];
      // From the last diagonal on, sources ascend.
      for (let i = this.#placed.count - 1; i >= 0; i--) {
        const x = label - this.#diagonals[i]!;
        if (x < 0 || x >= labelCount) continue;
        const sum = scores[row + x]! + transitions[x * labelCount + label]!;
        if (sum > most) [most, previous] = [sum, x];
      }
      labels[t] = previous;
    }
    return { score, labels };
  }

  /** Writes α in whole blocks, a row after the other. @param to address of T such rows */
  copyTo(to: number, length: number): void {
    const { scores, scoreBytes } = this.#arena;
    for (let t = 0; t < length; t++) {
      const row = this.#alpha / scoreBytes + t * this.#stride;
      scores.copyWithin(to / scoreBytes + t * this.#width, row, row + this.#width);
    }
  }

  /** Room for so many rows of α; all margins hold −∞. */
  #reserve(length: number): void {
    if (length <= this.#capacity) return;
    const arena = this.#arena;
    const { margin } = this.#placed;
    const capacity = arena.roomFor(length, this.#capacity);
    const size = capacity * this.#stride + margin;
    const room = arena.allocate(size * arena.scoreBytes);
    const first = room / arena.scoreBytes;
    arena.scores.fill(-Infinity, first, first + size);
    this.#alpha = room + margin * arena.scoreBytes;
    this.#capacity = capacity;
  }
}
