/**
 * Beam search: the approximate baseline.
 *
 * @module
 */

import type { Decode, Decoded, Decoder } from "./contract.ts";
import type { Lattice, Model } from "./lattice.ts";
import { kBestLists } from "./_k_best_lists.ts";
import { openKernels } from "./kernels/kernels.ts";
import { BLOCK, blocksOf, copyRows } from "./kernels/layout.ts";
import { Placement } from "./_placement.ts";
import { restrictedStep } from "./_restricted_step.ts";

/** Options of the beam. */
export type BeamOptions = {
  /** Labels kept at each position. */
  readonly width: number;
  /** Inner loops in TypeScript (if nothing is said), or in WebAssembly with SIMD. */
  readonly kernel?: string;
};

/** Keeps labels at each position of a lattice, best first: `width` labels and their prefix scores. */
interface Sweep {
  (lattice: Lattice, kept: Int32Array, prefixes: Float64Array): void;
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
  prepare(model: Model, options: BeamOptions): Decode {
    const { labelCount, transitions } = model;
    const width = Math.min(options.width, labelCount);
    const edges = { labelCount, transitions, fromStride: labelCount, toStride: 1 };
    const sweep = options.kernel === "simd" ? kernelSweep(model, width) : plainSweep(model, width);
    let kept = new Int32Array(0);
    let prefixes = new Float64Array(0);

    const decode: Decode = (lattice, k, work) => {
      const { length } = lattice;
      if (kept.length < length * width) {
        kept = new Int32Array(length * width);
        prefixes = new Float64Array(length * width);
      }
      sweep(lattice, kept, prefixes);
      work.iterations++;
      work.nodeExpansions += (length - 1) * width;
      work.edgeEvaluations += (length - 1) * width * labelCount;
      if (k === 1) return backtrack(model, lattice, kept, prefixes, width);
      const columns = (t: number) => kept.subarray(t * width, (t + 1) * width).toSorted();
      return { paths: kBestLists(edges, lattice, columns, k, work) };
    };
    if (sweep.place !== undefined) decode.place = sweep.place;
    return decode;
  },
};
export default beam;

function plainSweep({ labelCount, transitions }: Model, width: number): Sweep {
  const values = new Float64Array(labelCount);
  return ({ length, emissions }, kept, prefixes) => {
    for (let t = 0; t < length; t++) {
      const row = emissions.subarray(t * labelCount, (t + 1) * labelCount);
      if (t === 0) values.set(row);
      else restrictedStep(transitions, kept, prefixes, (t - 1) * width, t * width, row, values);
      keepBest(values, kept, prefixes, t * width, width);
    }
  };
}

function kernelSweep({ labelCount, transitions, float32Exact }: Model, width: number): Sweep {
  const kernels = openKernels("simd", float32Exact);
  const { arena, scoreBytes } = kernels;
  const blocks = blocksOf(labelCount);
  const placement = new Placement(kernels, labelCount);
  const row = blocks * BLOCK * scoreBytes;
  const edges = arena.allocate(labelCount * row);
  copyRows(kernels, transitions, labelCount, labelCount, edges);
  const values = arena.allocate(row);
  let capacity = 0;
  let labels = 0;
  let scores = 0;
  const sweep: Sweep = (lattice, kept, prefixes) => {
    const { length } = lattice;
    if (length > capacity) {
      capacity = 2 * length;
      labels = arena.allocate(4 * capacity * width);
      scores = arena.allocate(scoreBytes * capacity * width);
    }
    const own = placement.addressOf(lattice);
    kernels.beamSweep(own, length, edges, blocks, width, labels, scores, values);
    const [label, score] = [labels / 4, scores / scoreBytes];
    const all = kernels.scores;
    const { integers } = arena;
    for (let i = 0; i < length * width; i++) {
      kept[i] = integers[label + i]!;
      prefixes[i] = all[score + i]!;
    }
  };
  sweep.place = (lattice) => placement.place(lattice);
  return sweep;
}

/** Writes the `width` best labels and their values at `start`, best first, smaller labels first. */
function keepBest(
  values: Float64Array,
  kept: Int32Array,
  prefixes: Float64Array,
  start: number,
  width: number,
): void {
  let count = 0;
  let worst = -Infinity;
  for (let y = 0; y < values.length; y++) {
    const value = values[y]!;
    if (count === width && !(value > worst)) continue;
    if (count < width) count++;
    let at = start + count - 1;
    for (; at > start && prefixes[at - 1]! < value; at--) {
      prefixes[at] = prefixes[at - 1]!;
      kept[at] = kept[at - 1]!;
    }
    prefixes[at] = value;
    kept[at] = y;
    worst = prefixes[start + count - 1]!;
  }
}

function backtrack(
  { labelCount, transitions }: Model,
  { length }: Lattice,
  kept: Int32Array,
  prefixes: Float64Array,
  width: number,
): Decoded {
  const labels = new Int32Array(length);
  // The best of the last position comes first; among equals the smallest label does.
  const end = (length - 1) * width;
  const score = prefixes[end]!;
  if (score === -Infinity) return { paths: [] };
  labels[length - 1] = kept[end]!;
  for (let t = length - 1; t > 0; t--) {
    let best = -Infinity;
    for (let i = (t - 1) * width; i < t * width; i++) {
      const x = kept[i]!;
      const candidate = prefixes[i]! + transitions[x * labelCount + labels[t]!]!;
      if (candidate > best || (candidate === best && x < labels[t - 1]!)) {
        best = candidate;
        labels[t - 1] = x;
      }
    }
  }
  return { paths: [{ score, labels }] };
}
