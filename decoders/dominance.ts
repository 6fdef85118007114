/**
 * Forward dominance: one sweep over a short list of labels a position.
 *
 * @module
 */

import { denseViterbi } from "./chain/dense_viterbi.ts";
import { KERNEL } from "./chain/options.ts";
import {
  type Decode,
  type Decoder,
  isRevisable,
  type OptionsOf,
  type Revisable,
} from "./contract.ts";
import { openArena } from "./kernels/arena.ts";
import { DOMINANCE, type DominanceKernels } from "./kernels/dominance/dominance.ts";
import { GIVEN_UP } from "./kernels/dominance/tables.ts";
import { placedViterbi, TiedShare, type Ties } from "./kernels/dense/dense_viterbi.ts";
import { type DominanceBound, DominanceTables } from "./kernels/dominance/dominance_tables.ts";
import type { Emissions, Lattice, Model } from "./lattice.ts";
import { type PlacedDecode, Placement, simdPlacement } from "./kernels/scores/placement.ts";
import { type PlacedTransitions, placeTransitions } from "./kernels/edges/transitions.ts";
import { roundingTolerance } from "./chain/grid.ts";

/** From so many labels on the emissions are scanned alone, without a row of the transitions. */
const MANY_LABELS = 1024;

/**
 * Edges, as a share of L², that sweeps from the left may take beyond the least before the tables of
 * the other side are made, if tables are made late.
 */
const SECOND_SIDE = 2;

/** Options of forward dominance. */
export const OPTIONS = {
  bound: {
    default: "pair",
    choices: ["pair", "row"],
    meaning: "compare the edges out of two labels one by one, or by their extremes",
  },
  ends: {
    default: "auto",
    choices: ["auto", "both", "left"],
    meaning: "sweep from both ends towards the position with few labels, or from the left alone",
  },
  kernel: KERNEL,
} as const;

interface SweepOptions extends Pick<OptionsOf<typeof OPTIONS>, "ends"> {
  readonly bound: DominanceBound;
  /** Which of several best paths is found. */
  readonly ties?: Ties;
}

/**
 * Forward dominance: dynamic programming in which a label is dropped as soon as another one is
 * better whatever comes next.
 *
 * At position t, v(y) = max over kept labels x of ( v(x) + e(x, y) ) + n_t(y), and m = argmax v.
 * Label y is kept iff v(y) + D(m, y) ≥ v(m), with D(m, y) = max_z ( e(y, z) − e(m, z) ). After the
 * last position m alone is the answer.
 *
 * Exact: if y is dropped, then for each next label z the prefix into m with the edge to z is better
 * than the prefix into y with the edge to z. So y is on no best path. Where sums round, y is
 * dropped only if it is worse by more than the rounding tolerance. `PROOFS.md` has the proof, also
 * of the options:
 *
 * - `bound=row` takes the largest edge out of y less the smallest out of m for D: less to prepare.
 * - `ends=both` begins a second sweep at the other end where labels are many, if sums are exact.
 *   The two meet where labels are few. `auto` is `both` below 1,024 labels.
 *
 * Where nothing can be passed over, a position costs a dense step. A sentence that keeps more than
 * half of the labels in its first quarter is decoded densely.
 *
 * Ties: with `ends=left` and exact sums, the path of dense Viterbi; otherwise any best path.
 *
 * Cost: O(L) a position to find the blocks, and an edge for each kept label and label of these
 * blocks. A row of D costs L² once a model, when its label is first m, and stays. Memory: O(L²),
 * twice with two sweeps. `kernel=plain` does the same work without SIMD.
 *
 * Source: our own.
 */
const dominance: Decoder<typeof OPTIONS> = {
  name: "dominance",
  title: "Forward dominance",
  source: "Trellis",
  exact: true,
  maxK: 1,
  options: OPTIONS,
  prepare(model, options) {
    const arena = openArena(options.kernel, model.float32Exact);
    return sweepDecode(model, options, new Placement(arena, model.labelCount));
  },
};
export default dominance;

/**
 * Prepares forward dominance on lattices that others may have placed.
 *
 * @param manyLabels see `MANY_LABELS`
 */
export function sweepDecode(
  model: Model,
  options: SweepOptions,
  placement: Placement,
  manyLabels = MANY_LABELS,
  transitions: PlacedTransitions = placeTransitions(placement.arena, model),
): PlacedDecode & Revisable {
  const sides = new Sides(model, options, placement, manyLabels, transitions);
  let dense: Decode | undefined;
  const isLeft = options.ties === "left";
  const { labelCount } = model;
  const price = options.bound === "late" ? SECOND_SIDE * labelCount ** 2 : -Infinity;
  const tied = new TiedShare();
  /** Edges that sweeps took beyond one from the best label alone at each position. */
  let extra = 0;
  const decode = placement.placedDecode((lattice, k, work) => {
    const { length } = lattice;
    const isOneSided = extra < price;
    placement.arena.watched = work.observer && work;
    const before = work.edgeEvaluations;
    let done = sides.sweep(lattice, true, isOneSided || tied.isLarge);
    sides.left.addCounts(work);
    if (isOneSided) {
      extra += Math.max(0, work.edgeEvaluations - before - (length - 1) * labelCount);
    }
    if (isLeft && done > 0 && tied.add(sides.left.isTied)) {
      done = sides.sweep(lattice, true, true);
      sides.left.addCounts(work);
    }
    if (done === GIVEN_UP) {
      dense ??= denseDecode(model, options, placement, transitions);
      // Where it reads emissions itself they are in float64: see `placedDecode`.
      return dense(lattice as Lattice, k, work);
    }
    work.iterations++;
    return { paths: done > 0 ? [sides.left.bestPath(length)] : [] };
  });
  const revise = (previous: number, label: number) => {
    sides.revise(previous, label);
    if (dense !== undefined && isRevisable(dense)) dense.revise(previous, label);
  };
  return Object.assign(decode, { revise });
}

/** Dense Viterbi for sentences that sweeps give up. */
function denseDecode(
  model: Model,
  { ends, ties }: SweepOptions,
  placement: Placement,
  { panels }: PlacedTransitions,
): Decode {
  if (placement.arena.kind === "plain") return denseViterbi(model);
  return placedViterbi(model, ends === "left" ? "left" : "auto", ties, placement, panels);
}

/**
 * Makes a function that counts the labels that a sweep from the left keeps at each position of a
 * lattice; none if no path is left.
 */
export function keptCounts(model: Model): (lattice: Lattice) => Int32Array {
  const options = { bound: "pair", ends: "left" } as const;
  const placement = simdPlacement(model);
  const transitions = placeTransitions(placement.arena, model);
  const sides = new Sides(model, options, placement, MANY_LABELS, transitions);
  return (lattice) => {
    sides.sweep(lattice, false, false);
    return Int32Array.from(sides.left.kept(), ({ labels }) => labels.length);
  };
}

/** The tables of a sweep from the left and, if there is one, of a sweep from the right. */
class Sides {
  readonly #placement: Placement;
  readonly #kernels: DominanceKernels;
  readonly #model: Model;
  readonly #transitions: PlacedTransitions;
  readonly left: DominanceTables;
  right: DominanceTables | undefined;
  readonly #isFromBoth: boolean;
  readonly #makeRight: () => DominanceTables;
  #hasNoRight = false;
  #toleranceOf: ((lattice: Lattice<Emissions>) => number) | undefined;

  constructor(
    model: Model,
    { bound, ends }: SweepOptions,
    placement: Placement,
    manyLabels: number,
    transitions: PlacedTransitions,
  ) {
    const isSmall = model.labelCount < manyLabels;
    this.#isFromBoth = model.exactSums === true && (ends === "auto" ? isSmall : ends === "both");
    const kernels = DOMINANCE.open(placement.arena);
    const tables = (side: PlacedTransitions) => new DominanceTables(side, kernels, bound, isSmall);
    this.#placement = placement;
    this.#kernels = kernels;
    this.#model = model;
    this.#transitions = transitions;
    this.left = tables(transitions);
    this.#makeRight = () => tables(transitions.reversed);
  }

  /** What `dominanceSweep` returns when nothing is missing any more. */
  sweep(lattice: Lattice<Emissions>, mayGiveUp: boolean, isFromLeft: boolean): number {
    const { left } = this;
    const { length } = lattice;
    const own = this.#placement.addressOf(lattice);
    left.reserve(length);
    const right = this.#isFromBoth && !isFromLeft ? this.#rightIfRoom(length) : undefined;
    const tolerance = (this.#toleranceOf ??= roundingTolerance(this.#model))(lattice);
    const other = right === undefined ? 0 : right.address;
    for (let isNew = 1;; isNew = 0) {
      const done = this.#kernels.dominanceSweep(
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

  /**
   * The tables of the right side, with room for a sentence; none where memory has no room: the left
   * sweeps alone then.
   */
  #rightIfRoom(length: number): DominanceTables | undefined {
    if (this.#hasNoRight) return undefined;
    try {
      const right = this.right ??= this.#makeRight();
      right.reserve(length);
      return right;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // What failed in its middle is not tried again.
      this.#hasNoRight = this.right === undefined;
      return undefined;
    }
  }

  /** See `Revisable`. */
  revise(previous: number, label: number): void {
    const { labelCount, transitions } = this.#model;
    this.#transitions.revise(previous, label, transitions[previous * labelCount + label]!);
    this.left.revise();
    this.right?.revise();
    this.#toleranceOf = undefined;
  }
}
