/**
 * Beam search: the approximate baseline.
 *
 * @module
 */

import { BeamKernel } from "./placed/beam.ts";
import type { Decode, Decoder } from "./contract.ts";
import { newLabels } from "./chain/label_pool.ts";
import type { Lattice, Model, Path } from "./lattice.ts";
import { kBestLists } from "./k_best/lists.ts";
import { backtrackBeam, sweepBeam } from "./kernels/beam_sweep.ts";
import { KERNEL } from "./chain/shared_options.ts";
import { openKernels } from "./kernels/kernels.ts";
import { BLOCK, blocksOf, copyRows } from "./kernels/layout.ts";
import { Placement } from "./placed/placement.ts";

/** Options of the beam. */
export const OPTIONS = {
  width: { default: 1, minimum: 1, meaning: "labels kept at each position" },
  kernel: KERNEL,
} as const;

/** A beam search over one lattice at a time. */
export interface Beam {
  /** Keeps labels at each position. */
  sweep(lattice: Lattice): void;
  /** The labels that the last sweep kept at a position, in ascending order. */
  keptAt(position: number): Int32Array;
  /** The best path through the labels that the last sweep kept. */
  backtrack(length: number): Path;
  /** See `Decode.place`. */
  place?(lattice: Lattice): void;
}

/**
 * Beam search over labels: at each position the `width` labels with the best prefix scores are
 * kept, v_t(y) = max over kept x of ( v_{t−1}(x) + e(x, y) ) + n_t(y).
 *
 * Approximate: the best path may leave the beam. A width of 1 is the greedy baseline, a width of
 * at least L is exact. For k > 1 the k best paths through the kept labels are returned, which may
 * be fewer than exist.
 *
 * Ties: the smallest label is kept, and the smallest wins from the last position backwards.
 * Cost: (T−1)·width·L edges.
 *
 * Source: the baseline of Huang et al. 2012, Tables 4 and 5, and Kaji et al. 2010, Table 4.
 */
const beam: Decoder<typeof OPTIONS> = {
  name: "beam",
  title: "Beam search",
  source: "baseline of Huang et al. 2012, Tables 4 and 5",
  exact: false,
  maxK: Infinity,
  options: OPTIONS,
  prepare(model, { width: widest, kernel }) {
    const width = Math.min(widest, model.labelCount);
    const beam = kernel === "simd" ? kernelBeam(model, width) : plainBeam(model, width);
    return beamDecode(model, width, beam);
  },
};
export default beam;

/** Decodes with a beam of that width. */
export function beamDecode({ labelCount, transitions }: Model, width: number, beam: Beam): Decode {
  const edges = { labelCount, transitions, fromStride: labelCount, toStride: 1 };
  const decode: Decode = (lattice, k, work) => {
    const { length } = lattice;
    beam.sweep(lattice);
    work.iterations++;
    work.nodeExpansions += (length - 1) * width;
    work.edgeEvaluations += (length - 1) * width * labelCount;
    if (k > 1) {
      const keptAt = (position: number) => beam.keptAt(position);
      return { paths: kBestLists(edges, lattice, keptAt, k, work) };
    }
    const path = beam.backtrack(length);
    return { paths: path.score === -Infinity ? [] : [path] };
  };
  if (beam.place !== undefined) decode.place = (lattice) => beam.place!(lattice);
  return decode;
}

function plainBeam({ labelCount, transitions }: Model, width: number): Beam {
  const values = new Float64Array(labelCount);
  let kept = new Int32Array(0);
  let prefixes = new Float64Array(0);
  return {
    sweep({ length, emissions }) {
      if (kept.length < length * width) {
        kept = new Int32Array(length * width);
        prefixes = new Float64Array(length * width);
      }
      sweepBeam(emissions, transitions, width, kept, prefixes, values);
    },
    keptAt: (position) => kept.subarray(position * width, (position + 1) * width).toSorted(),
    backtrack(length) {
      const labels = newLabels(length);
      const score = backtrackBeam(transitions, labelCount, width, kept, prefixes, labels);
      return { score, labels };
    },
  };
}

function kernelBeam({ labelCount, transitions, float32Exact }: Model, width: number): Beam {
  const kernels = openKernels("simd", float32Exact);
  const edges = kernels.arena.allocate(
    labelCount * blocksOf(labelCount) * BLOCK * kernels.scoreBytes,
  );
  copyRows(kernels, transitions, labelCount, labelCount, edges);
  return new BeamKernel(new Placement(kernels, labelCount), labelCount, edges, width);
}
