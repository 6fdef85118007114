/**
 * Dense Viterbi in kernels.
 *
 * @module
 */

import type { Decode, Work } from "./contract.ts";
import type { DeviationForm } from "./_deviations.ts";
import { type KernelPaths, kernelPaths } from "./_kernel_paths.ts";
import { openKernels } from "./kernels/kernels.ts";
import { BLOCK, blocksOf, placePanels } from "./kernels/layout.ts";
import { copyLabels } from "./_label_pool.ts";
import type { Lattice, Model, Path } from "./lattice.ts";
import { Placement } from "./_placement.ts";

/** A dense forward pass with SIMD, and what it leaves behind. */
export class DenseForwardKernel {
  readonly #kernels;
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

  /** Copies the transitions. Cost: O(L²). */
  constructor(model: Model) {
    this.#kernels = openKernels("simd", model.float32Exact);
    this.#model = model;
    this.#labelCount = model.labelCount;
    this.#blocks = blocksOf(model.labelCount);
    this.#panels = placePanels(this.#kernels, model);
    this.#placement = new Placement(this.#kernels, model.labelCount);
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

/** One-best Viterbi in kernels: the same answers, ties and counts as `viterbi`. */
export function kernelViterbi(model: Model): Decode {
  const { labelCount } = model;
  const forward = new DenseForwardKernel(model);
  const decode: Decode = (lattice, _k, work) => {
    const { length } = lattice;
    forward.run(lattice);
    work.iterations++;
    work.nodeExpansions += (length - 1) * labelCount;
    work.edgeEvaluations += (length - 1) * labelCount * labelCount;
    const last = forward.row(length - 1);
    let best = 0;
    for (let y = 1; y < labelCount; y++) if (last[y]! > last[best]!) best = y;
    const score = last[best]!;
    return { paths: score === -Infinity ? [] : [{ score, labels: forward.pathTo(best, length) }] };
  };
  decode.place = (lattice) => forward.place(lattice);
  return decode;
}
