/**
 * Iterative Viterbi A* in each position's own order.
 *
 * @module
 */

import { tell, tellPath } from "../chain/observer.ts";
import { newLabels } from "../chain/label_pool.ts";
import type { Decoded, Work } from "../contract.ts";
import { DeviationSearch } from "../k_best/deviations.ts";
import { addNeighbours, BestPaths } from "../k_best/neighbours.ts";
import type { PrefixLattice } from "../k_best/predecessors.ts";
import { type Lattice, type Model, scorePath } from "../lattice.ts";
import { type Bar, type OwnOrder, reaches, setBar, type Tolerance } from "./own_order.ts";

/** Decodes one lattice for any k. */
export type DecodePaths = (lattice: Lattice, k: number, work: Work) => Decoded;

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
export function ownOrderPaths(
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
        search.addPaths(known, lattice, isForward, work);
        searched = work.edgeEvaluations;
        setBar(bar, known.bar, tolerance);
      }
      if (reaches(mixedBest, bar)) {
        if (searched < 0) columns.expandBest(isForward, bar);
        else columns.expandAll(bar);
      } else if (mayEnd) {
        search.addPaths(known, lattice, isForward, work);
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

  /** Reads the columns, and adds the best paths; the pass was from the left if sums round. */
  addPaths(known: BestPaths, { length }: Lattice, isForward: boolean, work: Work): void {
    this.read(length);
    const width = this.#width;
    const search = this.#searches.get(width) ?? this.#newSearch(width);
    this.#searches.set(width, search);
    search.start(this.#lattice(isForward), known.k, known.bar, work);
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
