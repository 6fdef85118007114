/**
 * The predecessors of nodes in the order of their prefixes, as far as they are asked for.
 *
 * @module
 */

import type { Columns, Edges } from "../chain/columns.ts";
import type { Work } from "../contract.ts";
import { ScoreHeap } from "../chain/score_heap.ts";

/** No slot. */
const NONE = -1;

/** How many predecessors of a node are ranked at first: the best one and the best deviation. */
const FIRST_RANKS = 2;
/** How many times as many are ranked when they do not suffice. */
const GROWTH = 4;

/** Searches are numbered with 32 bits. */
const MOST_SEARCHES = 2 ** 31 - 1;

/** The end of the sentence as a slot: its predecessors are the nodes of the last position. */
export const END: number = -1;

/** A lattice of which the best prefix into every node is known. */
export interface PrefixLattice extends Columns {
  /** Score of the best prefix into each slot's node, its own emission included. */
  readonly prefixes: Float64Array;
  /** False if prefixes come from the right: then all is to be read in reversed time. */
  readonly isForward: boolean;
}

/** Some best predecessors of a node, best first. */
interface Ranking {
  /** Predecessors of a node that were looked for: if fewer were found, there are no others. */
  readonly capacity: number;
  /** Slots of the predecessors. */
  readonly slots: readonly number[];
  /** Score of the best prefix into the predecessor and of the edge from there. */
  readonly scores: readonly number[];
}

/**
 * Ranks the predecessors of nodes, once for all paths through them: what comes after a node adds
 * the same to all prefixes into it.
 *
 * The first question about a node scans its predecessors for the best two, which have places of
 * their own, as most nodes need no more. Deeper questions scan again for four times as many. So a
 * node costs O(ranks) memory, not O(L), and O(log ranks) scans. Predecessors without a prefix are
 * left out. Ties: the smaller slot first.
 */
export class Predecessors {
  readonly #edges: Edges;
  readonly #width: number;
  /** By slot + 1, for `END` is −1: the search that ranked it last, and the best two, −1 if none. */
  #ranked = new Int32Array(0);
  #bestSlots = new Int32Array(0);
  #bestScores = new Float64Array(0);
  #search = 0;
  /** Rankings of the nodes with more than two predecessors. */
  readonly #rankings = new Map<number, Ranking>();
  /** The best so far in a scan, the worst of them on top (negated). */
  readonly #chosen = new ScoreHeap();
  #lattice!: PrefixLattice;
  #work!: Work;
  /** Strides of the node before and of the node after an edge, in the direction of the search. */
  #fromStride = 0;
  #toStride = 0;
  /** First slot of the predecessors that were scanned last. */
  start = 0;
  /** Number of predecessors. */
  count = 0;
  /** Score of the best prefix into each, and of the edge from there. */
  readonly scores: Float64Array;

  /**
   * Keeps the edges.
   *
   * @param edges between nodes
   * @param width slots a position
   */
  constructor(edges: Edges, width: number) {
    this.#edges = edges;
    this.#width = width;
    this.scores = new Float64Array(width);
  }

  /** Begins with a lattice, whose scans are counted in `work`. */
  reset(lattice: PrefixLattice, work: Work): void {
    if (this.#rankings.size > 0) this.#rankings.clear();
    const slots = lattice.length * this.#width + 1;
    if (this.#ranked.length < slots || this.#search === MOST_SEARCHES) {
      this.#ranked = new Int32Array(Math.max(slots, this.#ranked.length));
      this.#bestSlots = new Int32Array(FIRST_RANKS * this.#ranked.length);
      this.#bestScores = new Float64Array(FIRST_RANKS * this.#ranked.length);
      this.#search = 0;
    }
    this.#search++;
    this.#lattice = lattice;
    this.#work = work;
    const { fromStride, toStride } = this.#edges;
    this.#fromStride = lattice.isForward ? fromStride : toStride;
    this.#toStride = lattice.isForward ? toStride : fromStride;
  }

  /** The edge from a slot to one after it. */
  edge(from: number, to: number): number {
    const { nodes } = this.#lattice;
    return this.#edges
      .transitions[nodes[from]! * this.#fromStride + nodes[to]! * this.#toStride]!;
  }

  /** The predecessor of a slot or of `END` that has that rank, −1 if there are not so many. */
  slotAt(slot: number, rank: number): number {
    if (this.#ranked[slot + 1] !== this.#search) {
      this.scan(slot);
      this.#rankTwo(FIRST_RANKS * (slot + 1));
      this.#ranked[slot + 1] = this.#search;
    }
    if (rank < FIRST_RANKS) return this.#bestSlots[FIRST_RANKS * (slot + 1) + rank]!;
    return this.#ranking(slot, rank)?.slots[rank] ?? NONE;
  }

  /** Score of the best prefix into that predecessor, which there is, and of the edge from there. */
  scoreAt(slot: number, rank: number): number {
    return rank < FIRST_RANKS
      ? this.#bestScores[FIRST_RANKS * (slot + 1) + rank]!
      : this.#rankings.get(slot)!.scores[rank]!;
  }

  /** More than two, as far as `rank`, if there are so many. */
  #ranking(slot: number, rank: number): Ranking | undefined {
    if (this.#bestSlots[FIRST_RANKS * (slot + 1) + 1] === NONE) return undefined;
    const known = this.#rankings.get(slot);
    if (known !== undefined && (rank < known.capacity || known.slots.length < known.capacity)) {
      return known;
    }
    let capacity = known?.capacity ?? FIRST_RANKS;
    while (capacity <= rank) capacity *= GROWTH;
    this.scan(slot);
    const ranking = this.#best(capacity);
    this.#rankings.set(slot, ranking);
    return ranking;
  }

  /** Scores all predecessors of a slot or of `END`. */
  scan(slot: number): void {
    const { length, counts, nodes, prefixes, isForward } = this.#lattice;
    const isEnd = slot === END;
    const end = isForward ? length : -1;
    const position = (isEnd ? end : Math.floor(slot / this.#width)) + (isForward ? -1 : 1);
    const start = position * this.#width;
    const count = counts[position]!;
    this.start = start;
    this.count = count;
    const scores = this.scores;
    if (isEnd) {
      for (let i = 0; i < count; i++) scores[i] = prefixes[start + i]!;
      return;
    }
    const { transitions } = this.#edges;
    const stride = this.#fromStride;
    const row = nodes[slot]! * this.#toStride;
    for (let i = 0; i < count; i++) {
      scores[i] = prefixes[start + i]! + transitions[row + nodes[start + i]! * stride]!;
    }
    this.#work.nodeExpansions++;
    this.#work.edgeEvaluations += count;
  }

  /** Writes the best two of those that were scanned. */
  #rankTwo(at: number): void {
    const { start, count, scores } = this;
    let first = NONE;
    let second = NONE;
    let firstScore = -Infinity;
    let secondScore = -Infinity;
    for (let i = 0; i < count; i++) {
      const score = scores[i]!;
      if (!(score > secondScore)) continue;
      if (score > firstScore) {
        second = first;
        secondScore = firstScore;
        first = start + i;
        firstScore = score;
      } else {
        second = start + i;
        secondScore = score;
      }
    }
    this.#bestSlots[at] = first;
    this.#bestSlots[at + 1] = second;
    this.#bestScores[at] = firstScore;
    this.#bestScores[at + 1] = secondScore;
  }

  /** The best of those that were scanned. */
  #best(capacity: number): Ranking {
    const chosen = this.#chosen;
    chosen.clear();
    let worst = -Infinity;
    for (let i = 0; i < this.count; i++) {
      const score = this.scores[i]!;
      if (!(score > worst)) continue;
      // Negated items make the larger slot the worse one among equal scores.
      if (chosen.size < capacity) chosen.push(-score, -i);
      else chosen.replaceTop(-score, -i);
      if (chosen.size === capacity) worst = -chosen.topScore;
    }
    const slots: number[] = [];
    const scores: number[] = [];
    for (; chosen.size > 0; chosen.pop()) {
      slots.push(this.start - chosen.topItem);
      scores.push(-chosen.topScore);
    }
    return { capacity, slots: slots.reverse(), scores: scores.reverse() };
  }
}
