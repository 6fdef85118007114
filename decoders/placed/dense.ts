/**
 * Dense Viterbi in kernels.
 *
 * @module
 */

import type { Decode, Work } from "../contract.ts";
import type { DeviationForm } from "../k_best/deviations.ts";
import { type KernelPaths, kernelPaths } from "../k_best/kernel_paths.ts";
import { meetRoomBytes } from "../kernels/dense_meet.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { BLOCK, blocksOf, placePanels } from "../kernels/layout.ts";
import { copyLabels } from "../chain/label_pool.ts";
import type { Lattice, Model, Path } from "../lattice.ts";
import { type Placement, simdPlacement } from "./placement.ts";

/** A dense forward pass with SIMD, and what it leaves behind. */
export class DenseForwardKernel {
  readonly #kernels: Kernels;
  readonly #model: Model;
  #paths: KernelPaths | undefined;
  #own = 0;
  readonly #labelCount: number;
  readonly #blocks: number;
  readonly #panels: number;
  readonly #placement: Placement;
  #alpha = 0;
  #labels = 0;
  #capacity = 0;

  /**
   * Copies the transitions, if they are not yet in the memory of the lattices. Cost: O(L²).
   *
   * @param placement where the lattices are
   * @param panels address of the transitions in that memory
   */
  constructor(
    model: Model,
    placement: Placement = simdPlacement(model),
    panels = placePanels(placement.kernels, model),
  ) {
    this.#kernels = placement.kernels;
    this.#model = model;
    this.#labelCount = model.labelCount;
    this.#blocks = blocksOf(model.labelCount);
    this.#panels = panels;
    this.#placement = placement;
  }

  /** See `Decode.place`. */
  place(lattice: Lattice): void {
    this.#placement.place(lattice);
  }

  /** Computes α of all positions. */
  run(lattice: Lattice): void {
    const { length } = lattice;
    const { arena, scoreBytes } = this.#kernels;
    if (length > this.#capacity) {
      this.#capacity = 2 * length;
      this.#alpha = arena.allocate(this.#capacity * this.#blocks * BLOCK * scoreBytes);
      this.#labels = arena.allocate(4 * this.#capacity);
    }
    const own = this.#own = this.#placement.addressOf(lattice);
    const alpha = this.#alpha;
    this.#kernels.denseForward(own, length, this.#panels, alpha, this.#labelCount, this.#blocks);
  }

  /** The min(k, finite paths) best paths of the lattice that was run last, best first. */
  paths(lattice: Lattice, k: number, form: DeviationForm, work: Work): Path[] {
    this.#paths ??= kernelPaths(this.#model, this.#kernels, form);
    return this.#paths.find(lattice, this.#alpha, this.#own, k, work);
  }

  /** α of a position, L scores, of the lattice that was run last; until anything else is done. */
  row(position: number): Float32Array | Float64Array {
    const { scores, scoreBytes } = this.#kernels;
    const start = this.#alpha / scoreBytes + position * this.#blocks * BLOCK;
    return scores.subarray(start, start + this.#labelCount);
  }

  /** The best path that ends in a label, of the lattice that was run last. */
  pathTo(label: number, length: number): Int32Array {
    const { arena } = this.#kernels;
    arena.integers[this.#labels / 4 + length - 1] = label;
    this.#kernels.denseBacktrack(
      length,
      this.#panels,
      this.#alpha,
      this.#labels,
      this.#labelCount,
      this.#blocks,
    );
    return copyLabels(arena.integers, this.#labels / 4, length);
  }
}

/** Where a sentence is begun: at its left end, at both, or as it is faster. */
export type DenseEnds = "auto" | "both" | "left";

/** From so many labels on, one reading of the transitions for two steps is worth it. */
const MANY_LABELS = 256;

/**
 * One-best Viterbi in kernels, with the work of `viterbi`: from the left with its answers and ties, or from
 * both ends; `auto` is from both ends for 256 labels or more, with SIMD.
 *
 * @param placement where the lattices are
 * @param panels address of the transitions in that memory
 */
export function kernelViterbi(
  model: Model,
  ends: DenseEnds,
  placement: Placement = simdPlacement(model),
  panels: number = placePanels(placement.kernels, model),
): Decode {
  const { labelCount } = model;
  // In TypeScript a step is bound by its additions and not by what it reads.
  const isCompiled = placement.kernels.deviationSearch !== undefined;
  const isFaster = isCompiled && labelCount >= MANY_LABELS;
  const fromBoth = model.exactSums && (ends === "auto" ? isFaster : ends === "both");
  const find = fromBoth
    ? meeting(model, placement, panels)
    : fromLeft(new DenseForwardKernel(model, placement, panels));
  const decode: Decode = (lattice, _k, work) => {
    work.iterations++;
    work.nodeExpansions += (lattice.length - 1) * labelCount;
    work.edgeEvaluations += (lattice.length - 1) * labelCount * labelCount;
    const best = find(lattice);
    return { paths: best.score === -Infinity ? [] : [best] };
  };
  decode.place = (lattice) => placement.place(lattice);
  return decode;
}

/** Finds a best path; one with the score −∞ if there is none. */
type FindBest = (lattice: Lattice) => Path;

function fromLeft(forward: DenseForwardKernel): FindBest {
  return (lattice) => {
    const { length } = lattice;
    forward.run(lattice);
    const last = forward.row(length - 1);
    let best = 0;
    for (let y = 1; y < last.length; y++) if (last[y]! > last[best]!) best = y;
    return { score: last[best]!, labels: forward.pathTo(best, length) };
  };
}

/**
 * From both ends, for models whose path sums are exact.
 *
 * With α the best prefix into a label and β the best that can follow it, the best path through y at a
 * position has α(y) + β(y): the largest sum at the position where they meet is the best score. The same
 * edges are looked at as from the left alone, but two steps share one reading of the transitions. The
 * sums are added in another order than `scorePath` adds them, hence only where that makes no difference.
 *
 * Ties: the smallest label in the middle, and from there the smallest at each position.
 */
function meeting(model: Model, placement: Placement, panels: number): FindBest {
  const { labelCount } = model;
  const { kernels } = placement;
  const { arena, scoreBytes } = kernels;
  const blocks = blocksOf(labelCount);
  const width = blocks * BLOCK;
  const room = arena.allocate(meetRoomBytes(labelCount, scoreBytes));
  let capacity = 0;
  let alpha = 0;
  let rest = 0;
  let labels = 0;

  return (lattice) => {
    const { length } = lattice;
    if (length > capacity) {
      capacity = 2 * length;
      alpha = arena.allocate(capacity * width * scoreBytes);
      rest = arena.allocate(capacity * width * scoreBytes);
      labels = arena.allocate(4 * capacity);
    }
    const own = placement.addressOf(lattice);
    const middle = kernels.denseMeet(own, length, panels, alpha, rest, room, labelCount, blocks);
    const prefixes = alpha / scoreBytes + middle * width;
    const suffixes = rest / scoreBytes + middle * width;
    const { scores } = kernels;
    let score = -Infinity;
    let best = 0;
    for (let y = 0; y < labelCount; y++) {
      const sum = scores[prefixes + y]! + scores[suffixes + y]!;
      if (sum > score) {
        score = sum;
        best = y;
      }
    }
    arena.integers[labels / 4 + middle] = best;
    kernels.denseBacktrack(middle + 1, panels, alpha, labels, labelCount, blocks);
    kernels.denseFollow(middle, length, own, panels, rest, labels, labelCount, blocks);
    return { score, labels: copyLabels(arena.integers, labels / 4, length) };
  };
}
