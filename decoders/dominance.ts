/**
 * Forward dominance: one sweep over a short list of labels a position.
 *
 * @module
 */

import type { Decode, Decoder } from "./contract.ts";
import { type DominanceBound, DominanceTables } from "./_dominance_tables.ts";
import { KeptLabels } from "./_kept_labels.ts";
import { ADVANTAGES_MISSING, PANELS_MISSING } from "./kernels/dominance_sweep.ts";
import { type KernelKind, openKernels } from "./kernels/kernels.ts";
import type { Model } from "./lattice.ts";
import { Placement } from "./_placement.ts";
import { roundingTolerance } from "./_rounding.ts";

/** From so many labels on the emissions are scanned alone, without a row of the transitions. */
const MANY_LABELS = 1024;

/** Options of forward dominance. */
export type DominanceOptions = {
  /** How the transitions out of two labels are compared: `pair` exactly, `row` by their extremes. */
  readonly bound: string;
  /** What filters the labels before the edges of all sources are looked at. */
  readonly filter: string;
  /** Inner loops in WebAssembly with SIMD, or in TypeScript. */
  readonly kernel: string;
};

/**
 * Forward dominance: dynamic programming in which a label is dropped as soon as another one is
 * better whatever comes next.
 *
 * At position t, v(y) = max over kept labels x of ( v(x) + e(x, y) ) + n_t(y), and m = argmax v.
 * Label y is kept iff v(y) + D(m, y) ≥ v(m), with D(m, y) = max_z ( e(y, z) − e(m, z) ); after the
 * last position m alone is the answer.
 *
 * Exact: let a best path be lost at its label y of position t, so v(y) + D(m, y) < v(m). Then for
 * its next label z, v(y) + e(y, z) < v(m) + e(m, z): the prefix into m with the rest of the path is
 * better, a contradiction. Any m is valid; the slack is that of one edge and does not add up over
 * positions. D may be replaced by anything larger: `bound=row` takes rowMax(y) − rowMin(m), which
 * needs no preparation but L². On scores whose sums round, a label is dropped only if it is worse by
 * more than the rounding tolerance, and v adds as `scorePath` does. A forbidden edge out of m makes D
 * infinite unless it is forbidden out of y too, and then y is kept.
 *
 * v is not computed for all labels: with a* = max v(x), label y cannot survive if
 * n(y) + colMax(y) + a* + rowMax(y) is below some v(z) + rowMin(z), and blocks of 16 labels of which none
 * can are passed over. `filter=row` takes the best such z among the values from the best source,
 * `filter=block` among the block with the best bound, which reads no row of the transitions; `auto`
 * is `row` below 1,024 labels. Where nothing can be passed over, a position costs a dense step.
 *
 * Ties: the smallest label, from the last position backwards. No best path loses a label before
 * the last position, so on exact sums it is the path of dense Viterbi. Cost: O(L) a position to find
 * the blocks, and an edge for each kept label and label of those; a row of D costs L² once a model,
 * when its dominator first occurs, and stays. `kernel=plain` does the same work without SIMD.
 *
 * Source: our own.
 */
const dominance: Decoder<DominanceOptions> = {
  name: "dominance",
  title: "Forward dominance",
  source: "Trellis",
  exact: true,
  maxK: 1,
  options: {
    bound: {
      default: "pair",
      choices: ["pair", "row"],
      meaning: "compare the edges out of two labels one by one, or by their extremes",
    },
    filter: {
      default: "auto",
      choices: ["auto", "row", "block"],
      meaning: "find the blocks of labels that matter with the best source's row, or without",
    },
    kernel: {
      default: "plain",
      choices: ["simd", "plain"],
      meaning: "inner loops in WebAssembly with SIMD, or in TypeScript",
    },
  },
  prepare(model: Model, { bound, filter, kernel }: DominanceOptions): Decode {
    const { labelCount, float32Exact } = model;
    const kernels = openKernels(kernel as KernelKind, float32Exact);
    const byRow = filter === "auto" ? labelCount < MANY_LABELS : filter === "row";
    const tables = new DominanceTables(kernels, model, bound as DominanceBound, byRow);
    const placement = new Placement(kernels, labelCount);
    const kept = new KeptLabels(kernels, labelCount);
    let toleranceOf = roundingTolerance(model);

    const decode: Decode = (lattice, _k, work) => {
      const own = placement.addressOf(lattice);
      const { labels, prefixes, ends } = kept.reserve(lattice.length);
      const tolerance = toleranceOf(lattice);
      const { address } = tables;
      const { length } = lattice;
      let done: number;
      tables.begin();
      do {
        done = kernels.dominanceSweep(address, own, length, tolerance, labels, prefixes, ends);
        if (done === PANELS_MISSING) tables.makePanels();
        else if (done < 0) tables.makeAdvantages(ADVANTAGES_MISSING - done);
      } while (done < 0);
      const { edgeEvaluations, nodeExpansions } = tables.counted;
      work.iterations++;
      work.nodeExpansions += nodeExpansions;
      work.edgeEvaluations += edgeEvaluations;
      return { paths: done === 0 ? [] : [kept.bestPath(address, length)] };
    };
    decode.place = (lattice) => placement.place(lattice);
    decode.revise = (previous, label) => {
      tables.revise(previous, label);
      toleranceOf = roundingTolerance(model);
    };
    return decode;
  },
};
export default dominance;
