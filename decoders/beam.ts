/**
 * Beam search: the approximate baseline.
 *
 * @module
 */

import type { Decode, Decoder } from "./contract.ts";
import { copyLabels, newLabels } from "./_label_pool.ts";
import type { Lattice, Model, Path } from "./lattice.ts";
import { kBestLists } from "./_k_best_lists.ts";
import { backtrackBeam, BEAM_ROOM_ROWS, sweepBeam } from "./kernels/beam_sweep.ts";
import { openKernels } from "./kernels/kernels.ts";
import { BLOCK, blocksOf, copyRows } from "./kernels/layout.ts";
import { Placement } from "./_placement.ts";

/** Options of the beam. */
export type BeamOptions = {
  /** Labels kept at each position. */
  readonly width: number;
  /** Inner loops in TypeScript (if nothing is said), or in WebAssembly with SIMD. */
  readonly kernel?: string;
};

/** A beam search over one lattice at a time. */
interface Beam {
  /** Keeps labels at each position. */
  sweep(lattice: Lattice): void;
  /** The labels that the last sweep kept at a position, in ascending order. */
  keptAt(position: number): Int32Array;
  /** The best path through the labels that the last sweep kept. */
  backtrack(length: number): Path;
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
const beam: Decoder<BeamOptions> = {
  name: "beam",
  title: "Beam search",
  source: "baseline of Huang et al. 2012, Tables 4 and 5",
  exact: false,
  maxK: Infinity,
  options: {
    width: { default: 1, minimum: 1, meaning: "labels kept at each position" },
    kernel: {
      default: "plain",
      choices: ["plain", "simd"],
      meaning: "inner loops in TypeScript, or in WebAssembly with SIMD",
    },
  },
  prepare(model: Model, { width: widest, kernel }: BeamOptions): Decode {
    const { labelCount, transitions } = model;
    const width = Math.min(widest, labelCount);
    const edges = { labelCount, transitions, fromStride: labelCount, toStride: 1 };
    const beam = kernel === "simd" ? kernelBeam(model, width) : plainBeam(model, width);

    const decode: Decode = (lattice, k, work) => {
      const { length } = lattice;
      beam.sweep(lattice);
      work.iterations++;
      work.nodeExpansions += (length - 1) * width;
      work.edgeEvaluations += (length - 1) * width * labelCount;
      if (k > 1) return { paths: kBestLists(edges, lattice, beam.keptAt, k, work) };
      const path = beam.backtrack(length);
      return { paths: path.score === -Infinity ? [] : [path] };
    };
    if (beam.place !== undefined) decode.place = beam.place;
    return decode;
  },
};
export default beam;

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
  const { arena, scoreBytes } = kernels;
  const blocks = blocksOf(labelCount);
  const placement = new Placement(kernels, labelCount);
  const row = blocks * BLOCK * scoreBytes;
  const edges = arena.allocate(labelCount * row);
  copyRows(kernels, transitions, labelCount, labelCount, edges);
  const room = arena.allocate(BEAM_ROOM_ROWS * row);
  let capacity = 0;
  let kept = 0;
  let prefixes = 0;
  let path = 0;
  return {
    sweep(lattice) {
      const { length } = lattice;
      if (length > capacity) {
        capacity = 2 * length;
        kept = arena.allocate(4 * capacity * width);
        prefixes = arena.allocate(scoreBytes * capacity * width);
        path = arena.allocate(4 * capacity);
      }
      const own = placement.addressOf(lattice);
      kernels.beamSweep(own, length, edges, blocks, width, kept, prefixes, room);
    },
    keptAt(position) {
      const start = kept / 4 + position * width;
      return arena.integers.subarray(start, start + width);
    },
    backtrack(length) {
      const score = kernels.beamBacktrack(length, edges, blocks, width, kept, prefixes, path);
      return { score, labels: copyLabels(arena.integers, path / 4, length) };
    },
    place: (lattice) => placement.place(lattice),
  };
}
