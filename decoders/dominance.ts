/**
 * Forward dominance: one sweep over a short list of labels a position.
 *
 * @module
 */

import type { Decode, Decoder } from "./contract.ts";
import { type DominanceBound, DominanceTables } from "./placed/dominance_tables.ts";
import { type KernelKind, openKernels } from "./kernels/kernels.ts";
import { GIVEN_UP } from "./kernels/sweep_tables.ts";
import { kernelViterbi } from "./placed/dense.ts";
import type { Lattice, Model } from "./lattice.ts";
import { Placement, simdPlacement } from "./placed/placement.ts";
import { reversedModel } from "./chain/reversed_model.ts";
import { roundingTolerance } from "./chain/rounding.ts";

/** From so many labels on the emissions are scanned alone, without a row of the transitions. */
const MANY_LABELS = 1024;

/** Options of forward dominance. */
export type DominanceOptions = {
  /** How the transitions out of two labels are compared: `pair` exactly, `row` by their extremes. */
  readonly bound: string;
  /** What filters the labels before the edges of all sources are looked at. */
  readonly filter: string;
  /** Whether the sentence is swept from its left end alone, or from both. */
  readonly ends: string;
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
 * needs no preparation but L². A forbidden edge out of m makes D infinite unless it is forbidden out
 * of y too, and then y is kept.
 *
 * Rounding: where sums round, a label is dropped only if it is worse by more than the rounding
 * tolerance, and v adds as `scorePath` does. Where path sums are exact no tolerance is needed, although D is
 * the difference of two edges: n + colMax + D is no larger than a path of four positions, and where v + D
 * exceeds all paths and rounds, it is on the same side of v(m) before and after. If no sentence of a task has
 * more than three positions, a label that ties may be dropped; its rival is as good and is kept.
 *
 * v is not computed for all labels; see `dominanceSweep` for what is passed over, by the rows of the best
 * sources (`filter=row`) or by the block with the best bound, which reads no row of the transitions
 * (`filter=block`); `auto` is `row` below 1,024 labels. Where nothing can be passed over, a position
 * costs a dense step; a sentence with more than half of the labels kept in its first quarter is decoded
 * densely.
 *
 * With `ends=both` a position with many labels is not swept over if it can be helped: there a second
 * sweep begins at the other end, on transposed transitions, and the two meet where labels are few. The
 * best path goes over an edge between two labels that are kept, by the same proof read from both sides. If both
 * ends keep many labels, with at most eight positions between them, a label is also dropped if its prefix cannot
 * reach the score of a greedy path with any suffix: `SuffixBounds` has the formula and the proof. All this
 * adds scores in another order than `scorePath`, so it is only done if sums are exact; `auto` is `both` below
 * 1,024 labels. Of short sentences with many labels that leaves about a quarter of the edges: `deno task bench
 * --dataset hwu_slot_scenario323 --decoder 'dominance,dominance{ends=left}'`.
 *
 * Ties: `ends=left` gives the path of dense Viterbi on exact sums, the smallest label from the last
 * position backwards, for no best path loses a label before the last position; otherwise any. Cost: O(L) a
 * position to find the blocks, and an edge for each kept label and label of those; a row of D costs L² once a model,
 * when its dominator first occurs, and stays. Memory O(L²), twice with two sweeps. `kernel=plain` does
 * the same work without SIMD.
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
      meaning: "find the blocks of labels that matter with the best sources' rows, or without",
    },
    ends: {
      default: "auto",
      choices: ["auto", "both", "left"],
      meaning: "sweep from both ends towards the position with few labels, or from the left alone",
    },
    kernel: {
      default: "plain",
      choices: ["simd", "plain"],
      meaning: "inner loops in WebAssembly with SIMD, or in TypeScript",
    },
  },
  prepare(model: Model, options: DominanceOptions): Decode {
    const kernels = openKernels(options.kernel as KernelKind, model.float32Exact);
    return sweepDecode(model, options, new Placement(kernels, model.labelCount));
  },
};
export default dominance;

/** Prepares forward dominance on lattices that others may have placed. */
export function sweepDecode(
  model: Model,
  options: Omit<DominanceOptions, "kernel">,
  placement: Placement,
): Decode {
  const sides = new Sides(model, options, placement);
  let dense: Decode | undefined;
  const decode: Decode = (lattice, k, work) => {
    const { length } = lattice;
    const done = sides.sweep(lattice, true);
    sides.left.addCounts(work);
    if (done === GIVEN_UP) {
      const ends = options.ends === "left" ? "left" : "auto";
      dense ??= kernelViterbi(model, ends, placement, sides.left.panels());
      return dense(lattice, k, work);
    }
    work.iterations++;
    return { paths: done > 0 ? [sides.left.bestPath(length)] : [] };
  };
  decode.place = (lattice) => placement.place(lattice);
  decode.revise = (previous, label) => sides.revise(previous, label);
  return decode;
}

/**
 * Makes a function that counts the labels that a sweep from the left keeps at each position of a
 * lattice; none if no path is left.
 */
export function keptCounts(model: Model): (lattice: Lattice) => Int32Array {
  const options = { bound: "pair", filter: "auto", ends: "left" };
  const sides = new Sides(model, options, simdPlacement(model));
  return (lattice) => {
    sides.sweep(lattice, false);
    return Int32Array.from(sides.left.kept(), ({ labels }) => labels.length);
  };
}

/** The tables of a sweep from the left and, if there is one, of a sweep from the right. */
class Sides {
  readonly #placement: Placement;
  readonly #model: Model;
  readonly #reversed: Model | undefined;
  readonly left: DominanceTables;
  readonly right: DominanceTables | undefined;
  #toleranceOf: (lattice: Lattice) => number;

  constructor(
    model: Model,
    { bound, filter, ends }: Omit<DominanceOptions, "kernel">,
    placement: Placement,
  ) {
    const isSmall = model.labelCount < MANY_LABELS;
    const byRow = filter === "auto" ? isSmall : filter === "row";
    const fromBoth = model.exactSums && (ends === "auto" ? isSmall : ends === "both");
    const tables = (side: Model) =>
      new DominanceTables(placement.kernels, side, bound as DominanceBound, byRow);
    this.#placement = placement;
    this.#model = model;
    this.#toleranceOf = roundingTolerance(model);
    this.left = tables(model);
    this.#reversed = fromBoth ? reversedModel(model) : undefined;
    this.right = this.#reversed && tables(this.#reversed);
  }

  /** What `dominanceSweep` returns when nothing is missing any more. */
  sweep(lattice: Lattice, mayGiveUp: boolean): number {
    const { kernels } = this.#placement;
    const { left, right } = this;
    const { length } = lattice;
    const own = this.#placement.addressOf(lattice);
    const tolerance = this.#toleranceOf(lattice);
    const other = right === undefined ? 0 : right.address;
    left.reserve(length);
    right?.reserve(length);
    for (let isNew = 1;; isNew = 0) {
      const done = kernels.dominanceSweep(
        left.address,
        other,
        own,
        length,
        tolerance,
        Number(mayGiveUp),
        isNew,
      );
      if (done !== -1) return done;
      left.supply();
      right?.supply();
    }
  }

  /** See `Decode.revise`. */
  revise(previous: number, label: number): void {
    const { labelCount, transitions } = this.#model;
    this.left.revise(previous, label);
    this.#toleranceOf = roundingTolerance(this.#model);
    if (this.#reversed === undefined) return;
    const edge = transitions[previous * labelCount + label]!;
    this.#reversed.transitions[label * labelCount + previous] = edge;
    this.right!.revise(label, previous);
  }
}
