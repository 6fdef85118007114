/**
 * The best paths one after the other, each as a deviation from one found before.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import type { Edges } from "../chain/columns.ts";
import { newLabels } from "../chain/label_pool.ts";
import type { Path } from "../lattice.ts";
import { END, Predecessors, type PrefixLattice } from "./predecessors.ts";
import { ScoreHeap } from "../chain/score_heap.ts";

/**
 * Which deviations a popped path pushes: all (`eager`, up to T·L), or the best one at each position
 * and the next best in its own place (`lazy`, up to T).
 */
export type DeviationForm = "lazy" | "eager";

/** No slot. */
const NONE = -1;

/**
 * Backward best-first search in a lattice of which the best prefixes are known.
 *
 * An element of the agenda is a node and what comes after it, the suffix of a popped path. It
 * stands for the path of the best prefix into the node and that suffix. When a path is popped, all
 * other paths that end like its element are divided by the position at which they last differ from
 * it, to the left of the element's node, and by their node there. In lazy form an element also
 * stands for all worse predecessors of the node after it: when popped it pushes the next of them,
 * and the second best predecessor for each position to its left. An element refers to the popped
 * path from which it deviates; popped paths never change.
 *
 * Exact: the score of an element is that of the best path among all it stands for, and each path is
 * generated once. Proof: `PROOFS.md` in this folder. Where sums round, the suffix is added term by
 * term, and prefixes must come from the left.
 *
 * Ties: the element that was pushed first. Memory: O(1) an element pushed, O(T) a path popped, and
 * the ranks of predecessors that were asked for. An element is not pushed if its score does not
 * exceed those of `limit` others.
 */
export class DeviationSearch {
  readonly #width: number;
  readonly #exactSums: boolean;
  readonly #form: DeviationForm;
  readonly #predecessors: Predecessors;
  #lattice!: PrefixLattice;

  readonly #agenda = new ScoreHeap();
  /**
   * By element: its slot, its rank among the predecessors, the path from which it deviates, and the
   * score of what comes after its node, without the edge from there.
   */
  #slots = new Int32Array(64);
  #ranks = new Int32Array(64);
  #origins = new Int32Array(64);
  #rests = new Float64Array(64);
  #pushed = 0;
  /** Popped paths one after the other: a slot for each position. */
  #paths = new Int32Array(64);
  #popped = 0;

  /** The best scores that were pushed, the worst of them on top (negated). */
  readonly #best = new ScoreHeap();
  #limit = 1;
  #bar = -Infinity;
  #tolerance = 0;

  /**
   * Keeps the edges; buffers stay from search to search.
   *
   * @param edges between nodes
   * @param width slots a position
   * @param exactSums see `Model.exactSums`
   */
  constructor(edges: Edges, width: number, exactSums = false, form: DeviationForm) {
    this.#width = width;
    this.#exactSums = exactSums;
    this.#form = form;
    this.#predecessors = new Predecessors(edges, width);
  }

  /**
   * Begins a search for at most `limit` paths with scores greater than `bar`. Prefixes from the
   * right are allowed if sums are exact.
   *
   * @param tolerance by how much sums in another order may differ: what is further below the bar is
   * not added up anew
   */
  start(
    lattice: PrefixLattice,
    limit: number,
    bar: number,
    work: Work,
    tolerance: number,
  ): void {
    this.#tolerance = tolerance;
    this.#lattice = lattice;
    this.#predecessors.reset(lattice, work);
    this.#agenda.clear();
    this.#popped = 0;
    this.#pushed = 0;
    this.#best.clear();
    this.#limit = limit;
    this.#bar = bar;
    if (this.#form === "lazy") this.#pushRank(END, 0, 0, NONE);
    else {
      this.#predecessors.scan(END);
      this.#pushAll(END, NONE, 0, NONE);
    }
  }

  /** Score of the best path that is left, −∞ if there is none. */
  get topScore(): number {
    return this.#agenda.size > 0 ? this.#agenda.topScore : -Infinity;
  }

  /** How many elements have been pushed. */
  get pushed(): number {
    return this.#pushed;
  }

  /** The slot of an element: they are numbered in the order in which they are pushed. */
  slotOf(element: number): number {
    return this.#slots[element]!;
  }

  /**
   * Pops the best path, as nodes, and pushes its deviations, unless it is the last that was asked
   * for. Only while `topScore` is finite.
   *
   * Cost: O(T) and, in lazy form, a scan of the predecessors of each node that occurs for the first
   * time; in eager form, a scan for each position to the left of the element.
   */
  pop(): Path {
    const score = this.#agenda.topScore;
    const element = this.#agenda.topItem;
    this.#agenda.pop();
    // No deviation is better than its path.
    if (score <= this.#bar) this.#bar = Infinity;
    const { length, nodes, own, isForward } = this.#lattice;
    const slot = this.#slots[element]!;
    const position = Math.floor(slot / this.#width);
    const path = this.#popped++ * length;
    if (path + length > this.#paths.length) this.#growPaths(length);
    const paths = this.#paths;
    const origin = this.#origins[element]! * length;
    const labels = newLabels(length);
    const isLast = this.#popped === this.#limit;

    const step = isForward ? -1 : 1;
    let t = isForward ? length - 1 : 0;
    // The node after position t, and the score from there to the end, its emission included.
    let next = END;
    for (; t !== position; t += step) {
      paths[path + t] = next = paths[origin + t]!;
      labels[t] = nodes[next]!;
    }
    let rest = this.#rests[element]!;
    let current = slot;
    if (this.#form === "lazy" && !isLast) {
      this.#pushRank(next, this.#ranks[element]! + 1, rest, path);
    }
    for (;; t += step) {
      paths[path + t] = current;
      labels[t] = nodes[current]!;
      if (t === (isForward ? 0 : length - 1)) return { score, labels };
      if (next !== END) rest += this.#predecessors.edge(current, next);
      rest += own[current]!;
      next = current;
      if (this.#form === "eager") {
        current = bestOf(this.#predecessors, next);
        if (!isLast) this.#pushAll(next, current, rest, path);
      } else if (isLast) current = this.#predecessors.slotAt(next, 0);
      else {
        this.#pushRank(next, 1, rest, path);
        current = this.#predecessors.slotAt(next, 0);
      }
    }
  }

  /** Pushes the path through the predecessor of that rank, if there is one. */
  #pushRank(next: number, rank: number, rest: number, path: number): void {
    const slot = this.#predecessors.slotAt(next, rank);
    if (slot === NONE) return;
    const prefix = this.#predecessors.scoreAt(next, rank);
    this.#push(this.#complete(prefix, next, rest, path), slot, rank, rest);
  }

  /** Pushes the paths through all predecessors but one; they have been scanned. */
  #pushAll(next: number, except: number, rest: number, path: number): void {
    const { start, count, scores } = this.#predecessors;
    for (let i = 0; i < count; i++) {
      if (start + i === except) continue;
      this.#push(this.#complete(scores[i]!, next, rest, path), start + i, 0, rest);
    }
  }

  /**
   * Score of a prefix that ends with the edge to `next`, and of the path from there on; in
   * any order where it cannot exceed the bar.
   */
  #complete(prefix: number, next: number, rest: number, path: number): number {
    const rough = prefix + rest;
    if (this.#exactSums || next === END || rough + this.#tolerance <= this.#bar) return rough;
    const { length, own } = this.#lattice;
    const paths = this.#paths;
    let score = prefix;
    for (let t = Math.floor(next / this.#width); t < length; t++) {
      score += own[paths[path + t]!]!;
      if (t < length - 1) {
        score += this.#predecessors.edge(paths[path + t]!, paths[path + t + 1]!);
      }
    }
    return score;
  }

  #push(score: number, slot: number, rank: number, rest: number): void {
    if (!(score > this.#bar)) return;
    const best = this.#best;
    if (best.size < this.#limit) best.push(-score, 0);
    else best.replaceTop(-score, 0);
    if (best.size === this.#limit) this.#bar = Math.max(this.#bar, -best.topScore);
    if (this.#pushed === this.#slots.length) this.#grow();
    const element = this.#pushed++;
    this.#slots[element] = slot;
    this.#ranks[element] = rank;
    this.#origins[element] = this.#popped - 1;
    this.#rests[element] = rest;
    this.#agenda.push(score, element);
  }

  #grow(): void {
    const [slots, ranks, origins] = [this.#slots, this.#ranks, this.#origins].map((list) => {
      const longer = new Int32Array(2 * list.length);
      longer.set(list);
      return longer;
    });
    this.#slots = slots!;
    this.#ranks = ranks!;
    this.#origins = origins!;
    const rests = new Float64Array(2 * this.#rests.length);
    rests.set(this.#rests);
    this.#rests = rests;
  }

  #growPaths(length: number): void {
    const paths = new Int32Array(2 * this.#paths.length + length);
    paths.set(this.#paths);
    this.#paths = paths;
  }
}

/** Scans the predecessors of a node and returns the best, the smaller slot first. */
function bestOf(predecessors: Predecessors, next: number): number {
  predecessors.scan(next);
  const { start, count, scores } = predecessors;
  let best = 0;
  for (let i = 1; i < count; i++) if (scores[i]! > scores[best]!) best = i;
  return start + best;
}
