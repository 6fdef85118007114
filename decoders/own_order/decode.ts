/**
 * Iterative Viterbi and iterative Viterbi A* in each position's own order, in TypeScript or in
 * kernels.
 *
 * @module
 */

import { FLOAT64_BITS } from "../chain/grid.ts";
import type { Decode, Decoded, Work } from "../contract.ts";
import { type KernelKind, openArena } from "../kernels/arena.ts";
import { type Emissions, type Lattice, type Model, scorePath } from "../lattice.ts";
import { KernelOwnOrder } from "./kernel.ts";
import { type Offsets, offsetsOf } from "./offsets.ts";
import { type Bar, type OwnOrder, reaches, setBar, type Tolerance } from "./own_order.ts";
import { PlainOwnOrder } from "./pass.ts";
import { NONE, tell, tellPath } from "../chain/observer.ts";
import { newLabels } from "../chain/label_pool.ts";
import { DeviationSearch } from "../k_best/deviations.ts";
import { addNeighbours, BestPaths } from "../k_best/neighbours.ts";
import type { PrefixLattice } from "../k_best/predecessors.ts";

/** 2^−48: the rounding of a few sums in units of their terms; ample. */
const ROUNDING = 2 ** -48;

/** The best path; see `ownOrderDecode`. `simd` has the same answers and counts as `plain`. */
export function bestInOwnOrder(model: Model, kernel: KernelKind): Decode {
  const offsets = offsetsOf(model);
  const columns = ownOrderOf(model, offsets, kernel);
  const find = ownOrderDecode(model, columns, toleranceOf(model, offsets, columns));
  const decode = (lattice: Lattice<Emissions>, _k: number, work: Work) => find(lattice, work);
  return columns instanceof KernelOwnOrder ? columns.placedDecode(decode) : decode;
}

/** The k best paths; see `ownOrderPaths`. The search for paths stays in TypeScript. */
export function pathsInOwnOrder(model: Model, kernel: KernelKind): Decode {
  const offsets = offsetsOf(model);
  const columns = ownOrderOf(model, offsets, kernel);
  const tolerance = toleranceOf(model, offsets, columns);
  const findBest = ownOrderDecode(model, columns, tolerance);
  const findPaths = ownOrderPaths(model, columns, tolerance);
  return (lattice, k, work) => k === 1 ? findBest(lattice, work) : findPaths(lattice, k, work);
}

/**
 * Columns of a model's sentences. Kernels copy the transitions; where these do not fit into their
 * memory, from 23,000 labels on in float64, it is the plain form. Emissions are float32 there if
 * both they and the offsets can be.
 */
function ownOrderOf(model: Model, offsets: Offsets, kernel: KernelKind): OwnOrder {
  const { outgoing, incoming, both } = offsets;
  const isSingle = [outgoing, incoming, both].every((scores) =>
    scores.every((score) => Math.fround(score) === score)
  );
  const arena = openArena(kernel, model.float32Exact === true && isSingle);
  const isPlain = arena.kind === "plain" ||
    !arena.hasRoomFor(model.labelCount ** 2 * arena.scoreBytes);
  return isPlain ? new PlainOwnOrder(model, offsets) : new KernelOwnOrder(arena, model, offsets);
}

function toleranceOf({ exactSums }: Model, offsets: Offsets, columns: OwnOrder): Tolerance {
  return (length) => {
    const terms = length + 2;
    const magnitude = terms * (columns.largest + offsets.magnitude);
    // One bit for the rounding of what is compared.
    const units = (magnitude + 1) * 2 ** columns.exponent;
    if (exactSums && units < 2 ** (FLOAT64_BITS - 1)) return 0;
    return ROUNDING * terms * magnitude + Number.MIN_VALUE;
  };
}

/** Decodes one lattice for k = 1. */
type DecodeBest = (lattice: Lattice<Emissions>, work: Work) => Decoded;

/**
 * Makes a function that decodes by iterative Viterbi with the labels of each position in the order
 * of their own scores.
 *
 * At first the two labels of each position with the largest centred emissions (`offsets.ts`) are
 * active, and all others are one node, the rest. Passes alternate between forward and backward, and
 * prune by the best label path that is known. While a path with a rest in it may be better, the
 * rests on the best such path are split: four times as many labels become active.
 *
 * Exact: a path with rests scores at least as much as all that it stands for. Proof: `PROOFS.md`.
 *
 * Ties: any best path; the same one at each call.
 *
 * Cost: reading the emissions once, O(TL), and once more a column that is split; a few edges a
 * position best, O(T) times dense Viterbi worst. Preparation: O(L²) time, O(L) memory.
 *
 * Source: our own; the search is that of Kaji et al. 2010, Section 3, where labels are ordered once
 * by frequency, and groups have maxima of transitions that are prepared.
 */
function ownOrderDecode(
  model: Model,
  columns: OwnOrder,
  toleranceOf: Tolerance,
): DecodeBest {
  const bar: Bar = { above: -Infinity, least: -Infinity };
  let incumbent = new Int32Array(0);
  let candidate = new Int32Array(0);
  return (lattice, work) => {
    const { length } = lattice;
    const found = model.exactSums ? columns.search?.(lattice, work) : undefined;
    if (found !== undefined) return found;
    if (incumbent.length < length) {
      incumbent = new Int32Array(2 * length);
      candidate = new Int32Array(2 * length);
    }
    let lowerBound = -Infinity;
    columns.reset(lattice, work);
    for (let isForward = true;; isForward = !isForward) {
      work.iterations++;
      tell(work, "iteration", isForward ? 0 : 1, work.iterations);
      const tolerance = toleranceOf(length);
      const mayEnd = isForward || tolerance === 0;
      setBar(bar, lowerBound, tolerance);
      const isLeft = columns.run(isForward, bar, work);
      if (isLeft && columns.labelBest > lowerBound) {
        columns.followLabels(isForward, candidate);
        // From the right, sums that round are not in the order of a path's score.
        const score = mayEnd ? columns.labelBest : scoreOf(model, lattice, candidate);
        if (score > lowerBound) {
          [incumbent, candidate] = [candidate, incumbent];
          lowerBound = score;
          if (work.observer) tellPath(work, { score, labels: incumbent.subarray(0, length) });
          tell(work, "lower", NONE, score);
          setBar(bar, lowerBound, tolerance);
        }
      }
      tell(work, "upper", NONE, Math.max(isLeft ? columns.mixedBest : -Infinity, lowerBound));
      if (isLeft && reaches(columns.mixedBest, bar)) columns.expandBest(isForward, bar);
      else if (mayEnd || !isLeft) {
        if (lowerBound === -Infinity) return { paths: [] };
        const labels = newLabels(length);
        for (let t = 0; t < length; t++) labels[t] = incumbent[t]!;
        return { paths: [{ score: lowerBound, labels }] };
      }
    }
  };
}

/** `scorePath` in rows that may have gaps between them. */
function scoreOf(
  { labelCount, transitions }: Model,
  { length, emissions }: Lattice<Emissions>,
  labels: Int32Array,
): number {
  const stride = emissions.length / length;
  let score = emissions[labels[0]!]!;
  for (let t = 1; t < length; t++) {
    score += transitions[labels[t - 1]! * labelCount + labels[t]!]!;
    score += emissions[t * stride + labels[t]!]!;
  }
  return score;
}

/** Decodes one lattice for any k. */
type DecodePaths = (lattice: Lattice, k: number, work: Work) => Decoded;

/**
 * Makes a function that finds the k best paths with the labels of each position in the order of
 * their own scores.
 *
 * Passes and rests are those of `ownOrderDecode`, but the bar is the worst of the k best label
 * paths that are known: the best one of a pass, those that differ from it in one active label, and
 * those that searches find. While the best path has a rest in it, its rests are split. Then a
 * search from the end at which the pass arrived finds the k best label paths, and all rests that
 * are left are split, for each of them may be on a path over the bar. The next search waits until
 * passes have taken more edges than it has nodes to follow, k·T. When no path with a rest reaches
 * the bar, a last search gives the answer.
 *
 * Exact: no path with a rest or with a node that went is better than k label paths that are known,
 * and the last search gives the best of the others. Proof: `PROOFS.md`.
 *
 * Ties: any of the best paths. Cost: as for one path, and that of the searches; a path that a
 * search finds takes O(T), and the columns on its way. Preparation: O(L²) time, O(L) memory.
 *
 * Source: our own; the search is that of Huang et al. 2012, Algorithm 4.
 */
function ownOrderPaths(
  model: Model,
  columns: OwnOrder,
  toleranceOf: Tolerance,
): DecodePaths {
  const search = new LabelSearch(model, columns);
  const bar: Bar = { above: -Infinity, least: -Infinity };
  return (lattice, k, work) => {
    const known = new BestPaths(k);
    /** The best path whose neighbours have been tried, and the edges when a search ended. */
    let centre = -Infinity;
    let searched = -1;
    columns.reset(lattice, work);
    for (let isForward = true;; isForward = !isForward) {
      work.iterations++;
      tell(work, "iteration", isForward ? 0 : 1, work.iterations);
      const tolerance = toleranceOf(lattice.length);
      const mayEnd = isForward || tolerance === 0;
      setBar(bar, known.bar, tolerance);
      if (!columns.run(isForward, bar, work)) return { paths: known.paths };
      const { labelBest, mixedBest } = columns;
      if (labelBest > known.bar && labelBest > centre) {
        const labels = newLabels(lattice.length);
        columns.followLabels(isForward, labels);
        const path = { score: scorePath(model, lattice, labels), labels };
        known.add(path);
        if (work.observer) tellPath(work, path);
        search.read(lattice.length);
        addNeighbours(known, path, model, lattice, search.labelsAt, work);
        centre = labelBest;
        setBar(bar, known.bar, tolerance);
      }
      const hasCost = searched < 0 || work.edgeEvaluations - searched > k * lattice.length;
      if (mayEnd && labelBest >= mixedBest && reaches(mixedBest, bar) && hasCost) {
        search.addPaths(known, lattice, isForward, tolerance, work);
        searched = work.edgeEvaluations;
        setBar(bar, known.bar, tolerance);
      }
      if (reaches(mixedBest, bar)) {
        if (searched < 0) columns.expandBest(isForward, bar);
        else columns.expandAll(bar);
      } else if (mayEnd) {
        search.addPaths(known, lattice, isForward, tolerance, work);
        return { paths: known.paths };
      }
    }
  };
}

/** Slots a position that a search has room for at least; more are powers of two. */
const LEAST_WIDTH = 8;

/** Finds the best paths over the labels that are active. */
class LabelSearch {
  readonly #columns: OwnOrder;
  /** Searches by their slots a position: few labels are active, and what is narrow is read fast. */
  readonly #searches = new Map<number, DeviationSearch>();
  readonly #newSearch: (width: number) => DeviationSearch;
  #width = LEAST_WIDTH;
  #length = 0;
  #counts = new Int32Array(0);
  #nodes = new Int32Array(0);
  #own = new Float64Array(0);
  #prefixes = new Float64Array(0);

  constructor({ labelCount, transitions, exactSums }: Model, columns: OwnOrder) {
    this.#columns = columns;
    const edges = { labelCount, transitions, fromStride: labelCount, toStride: 1 };
    this.#newSearch = (width) => new DeviationSearch(edges, width, exactSums, "lazy");
  }

  /** Reads the columns after a pass. */
  read(length: number): void {
    this.#length = length;
    const widest = this.#columns.widest();
    this.#width = LEAST_WIDTH;
    while (this.#width < widest) this.#width *= 2;
    const size = length * this.#width;
    if (this.#counts.length < length) this.#counts = new Int32Array(2 * length);
    if (this.#nodes.length < size) {
      this.#nodes = new Int32Array(2 * size);
      this.#own = new Float64Array(2 * size);
      this.#prefixes = new Float64Array(2 * size);
    }
    this.#columns.write(this.#width, this.#lattice(true));
  }

  /** The labels of a position when the columns were read. */
  readonly labelsAt = (position: number): Int32Array => {
    const start = position * this.#width;
    return this.#nodes.subarray(start, start + this.#counts[position]!);
  };

  /**
   * Reads the columns, and adds the best paths; the pass was from the left if sums round.
   *
   * @param tolerance by how much sums in another order may differ
   */
  addPaths(
    known: BestPaths,
    { length }: Lattice,
    isForward: boolean,
    tolerance: number,
    work: Work,
  ): void {
    this.read(length);
    const width = this.#width;
    const search = this.#searches.get(width) ?? this.#newSearch(width);
    this.#searches.set(width, search);
    search.start(this.#lattice(isForward), known.k, known.bar, work, tolerance);
    for (let i = 0; i < known.k && search.topScore > known.bar; i++) known.add(search.pop());
  }

  #lattice(isForward: boolean): PrefixLattice {
    return {
      length: this.#length,
      counts: this.#counts,
      nodes: this.#nodes,
      own: this.#own,
      prefixes: this.#prefixes,
      isForward,
    };
  }
}
