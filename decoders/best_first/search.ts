/**
 * A*: best-first search from left to right over the columns of a lattice.
 *
 * @module
 */

import { Agenda } from "./agenda.ts";
import type { Columns } from "../chain/columns.ts";
import { BOUNDS, labelOf, NONE, tellNode } from "../chain/observer.ts";
import type { Work } from "../contract.ts";
import type { Path } from "../lattice.ts";

/**
 * A bound for each node: that of the i-th node of position t is at
 * `values[t * stride + min(i, size − 1)]`.
 */
export interface Heuristic {
  /** The bounds, position by position. */
  readonly values: Float64Array;
  /** Entries from one position to the next. */
  readonly stride: number;
  /** Different bounds at each position, at least 1. */
  readonly size: number;
}

/** How many paths to find, and how far sums that add in different orders may be apart. */
export interface Goal {
  /** Paths asked for, at least 1. */
  readonly k: number;
  /** See `roundingTolerance`; 0 if sums are exact. */
  readonly tolerance: number;
}

/**
 * Pops prefixes in the order of f = g + h until the k best complete ones are known.
 *
 * g is the score of a prefix, added as `scorePath` does. h bounds every rest from above and is 0 at
 * the last position. A popped prefix is extended by all nodes of the next position; an extension is
 * given up if k prefixes into the same node are at least as good. A popped prefix of length T is a
 * path. The search ends when no f on the agenda exceeds (the k-th best path found) − tolerance.
 *
 * Exact to the last bit; there is no closed set. Proof: `PROOFS.md` in this folder.
 */
export class BestFirstSearch {
  readonly #transitions: Float64Array;
  readonly #nodeCount: number;
  readonly #width: number;
  readonly #agenda = new Agenda();
  readonly #arrivals = new Arrivals();
  /** Popped prefixes in the order of their pops: last slot, and the popped prefix they extend. */
  #poppedSlots = new Int32Array(256);
  #poppedOrigins = new Int32Array(256);
  /** Extensions of the prefix at hand that are kept: index of the node, and score. */
  readonly #kept: Int32Array;
  readonly #extended: Float64Array;

  /**
   * Keeps the transitions; buffers stay from run to run.
   *
   * @param transitions between nodes, `nodeCount` to a row
   * @param width slots a position
   */
  constructor(transitions: Float64Array, nodeCount: number, width: number) {
    this.#transitions = transitions;
    this.#nodeCount = nodeCount;
    this.#width = width;
    this.#kept = new Int32Array(width);
    this.#extended = new Float64Array(width);
  }

  /**
   * The min(k, finite paths) best paths over nodes, best first.
   *
   * Ties: see `Agenda`; among paths and prefixes of equal score the first found. Counts a pop
   * before the last position as an expansion, with an edge to each node of the next.
   */
  run(columns: Columns, heuristic: Heuristic, { k, tolerance }: Goal, work: Work): Path[] {
    const { length, counts, own } = columns;
    const width = this.#width;
    const agenda = this.#agenda;
    const arrivals = this.#arrivals;
    // Paths arrive at one more slot.
    const end = length * width;
    agenda.reset(length, width);
    arrivals.reset(end + 1, Math.min(k, width ** length));
    let popped = 0;
    for (let slot = 0; slot < counts[0]!; slot++) {
      if (own[slot] === -Infinity) continue;
      arrivals.add(slot, own[slot]!, -1);
      agenda.scores[slot] = own[slot]! + boundOf(heuristic, 0, slot);
      agenda.raised(0, slot);
    }
    while (agenda.topScore > arrivals.bars[end]! - tolerance) {
      const position = agenda.topPosition;
      const slot = agenda.topSlot;
      const first = arrivals.next(slot);
      const score = arrivals.score(slot, first);
      if (popped === this.#poppedSlots.length) this.#grow();
      this.#poppedSlots[popped] = slot;
      this.#poppedOrigins[popped] = arrivals.origin(slot, first);
      arrivals.pop(slot);
      const second = arrivals.next(slot);
      const rest = second < 0
        ? -Infinity
        : arrivals.score(slot, second) + boundOf(heuristic, position, slot - position * width);
      agenda.lowerTop(rest, counts[position]!);
      if (work.observer) this.#tellPopped(columns, position, score, popped, work);
      if (position < length - 1) {
        this.#extend(columns, heuristic, position, slot, score, popped);
        work.nodeExpansions++;
        work.edgeEvaluations += counts[position + 1]!;
      } else if (score > arrivals.bars[end]!) {
        arrivals.add(end, score, popped);
      }
      popped++;
    }
    return Array.from({ length: arrivals.count(end) }, (_, rank) => ({
      score: arrivals.score(end, rank),
      labels: this.#follow(columns, arrivals.origin(end, rank)),
    }));
  }

  /**
   * Extends a popped prefix by all nodes of the next position. Few extensions are among the k best
   * of their node: a loop of its own finds them.
   */
  #extend(
    { counts, nodes, own }: Columns,
    { values, stride, size }: Heuristic,
    position: number,
    slot: number,
    score: number,
    popped: number,
  ): void {
    const transitions = this.#transitions;
    const { scores } = this.#agenda;
    const arrivals = this.#arrivals;
    const { bars } = arrivals;
    const row = nodes[slot]! * this.#nodeCount;
    const start = (position + 1) * this.#width;
    const count = counts[position + 1]!;
    const bounds = (position + 1) * stride;
    const kept = this.#kept;
    const extended = this.#extended;
    let found = 0;
    for (let i = 0; i < count; i++) {
      const prefix = score + transitions[row + nodes[start + i]!]! + own[start + i]!;
      if (prefix > bars[start + i]!) {
        kept[found] = i;
        extended[found++] = prefix;
      }
    }
    let best = -Infinity;
    let bestSlot = -1;
    for (let j = 0; j < found; j++) {
      const i = kept[j]!;
      const to = start + i;
      arrivals.add(to, extended[j]!, popped);
      const f = extended[j]! + values[bounds + (i < size ? i : size - 1)]!;
      if (!(f > scores[to]!)) continue;
      scores[to] = f;
      if (f > best) {
        best = f;
        bestSlot = to;
      }
    }
    if (bestSlot >= 0) this.#agenda.raised(position + 1, bestSlot);
  }

  #tellPopped({ nodes }: Columns, position: number, score: number, at: number, work: Work): void {
    const labelAt = (popped: number) => labelOf(nodes[this.#poppedSlots[popped]!]!, this.#width);
    const origin = this.#poppedOrigins[at]!;
    const other = origin < 0 ? NONE : labelAt(origin);
    tellNode(work, "opened", [position, labelAt(at)], other, score);
  }

  /** Tells of the nodes that are left on the agenda: f of the best of them bounds all that is. */
  tellRest({ length, counts, nodes }: Columns, work: Work): void {
    const { scores, topScore } = this.#agenda;
    for (let t = 0; t < length; t++) {
      const start = t * this.#width;
      for (let slot = start; slot < start + counts[t]!; slot++) {
        if (scores[slot] === -Infinity || this.#arrivals.isPopped(slot)) continue;
        const label = labelOf(nodes[slot]!, this.#width);
        tellNode(work, "dropped", [t, label], BOUNDS.indexOf("rest of the sentence"), topScore);
      }
    }
  }

  #follow({ length, nodes }: Columns, last: number): Int32Array {
    const labels = new Int32Array(length);
    for (let t = length - 1, popped = last; t >= 0; t--) {
      labels[t] = nodes[this.#poppedSlots[popped]!]!;
      popped = this.#poppedOrigins[popped]!;
    }
    return labels;
  }

  #grow(): void {
    const slots = new Int32Array(2 * this.#poppedSlots.length);
    const origins = new Int32Array(slots.length);
    slots.set(this.#poppedSlots);
    origins.set(this.#poppedOrigins);
    this.#poppedSlots = slots;
    this.#poppedOrigins = origins;
  }
}

function boundOf({ values, stride, size }: Heuristic, position: number, index: number): number {
  return values[position * stride + Math.min(index, size - 1)]!;
}

/**
 * For each slot a list of at most k prefixes: those that the search has popped, best first, and
 * then those that are pending, best first. A prefix is given up only when k at least as good have
 * arrived at the same node.
 */
class Arrivals {
  /** What a prefix must exceed to be among the k best of a slot: −∞ while fewer have arrived. */
  bars = new Float64Array(0);
  #capacity = 1;
  #counts = new Int32Array(0);
  #popped = new Int32Array(0);
  /** Entry `slot * capacity + i`: score of the prefix, and the popped prefix that it extends. */
  #scores = new Float64Array(0);
  #origins = new Int32Array(0);

  /** Forgets all. Memory: slots·capacity, of which only what is used is touched. */
  reset(slots: number, capacity: number): void {
    this.#capacity = capacity;
    if (this.bars.length < slots) {
      this.bars = new Float64Array(slots);
      this.#counts = new Int32Array(slots);
      this.#popped = new Int32Array(slots);
    }
    this.bars.fill(-Infinity, 0, slots);
    this.#counts.fill(0, 0, slots);
    this.#popped.fill(0, 0, slots);
    if (this.#scores.length < slots * capacity) {
      this.#scores = new Float64Array(slots * capacity);
      this.#origins = new Int32Array(slots * capacity);
    }
  }

  /** How many prefixes of a slot are kept. */
  count(slot: number): number {
    return this.#counts[slot]!;
  }

  /** Score of the i-th prefix of a slot. */
  score(slot: number, i: number): number {
    return this.#scores[slot * this.#capacity + i]!;
  }

  /** What the i-th prefix of a slot extends. */
  origin(slot: number, i: number): number {
    return this.#origins[slot * this.#capacity + i]!;
  }

  /** Adds a pending prefix whose score exceeds the slot's bar. Cost: O(k), O(1) if it is last. */
  add(slot: number, score: number, origin: number): void {
    const capacity = this.#capacity;
    const scores = this.#scores;
    const origins = this.#origins;
    const start = slot * capacity;
    if (this.#counts[slot] === capacity) this.#dropWorst(slot);
    const pending = start + this.#popped[slot]!;
    const end = start + this.#counts[slot]!++;
    let at = end;
    for (; at > pending && scores[at - 1]! < score; at--) {
      scores[at] = scores[at - 1]!;
      origins[at] = origins[at - 1]!;
    }
    scores[at] = score;
    origins[at] = origin;
    if (end + 1 < start + capacity) return;
    const worst = scores[end]!;
    this.bars[slot] = pending > start ? Math.min(worst, scores[pending - 1]!) : worst;
  }

  /** The best pending prefix of a slot as the index of its entry, −1 if there is none. */
  next(slot: number): number {
    const popped = this.#popped[slot]!;
    return popped < this.#counts[slot]! ? popped : -1;
  }

  /** Whether a prefix of a slot was popped. */
  isPopped(slot: number): boolean {
    return this.#popped[slot]! > 0;
  }

  /** Takes the best pending prefix of a slot. */
  pop(slot: number): void {
    const start = slot * this.#capacity;
    const scores = this.#scores;
    let at = start + this.#popped[slot]!++;
    const score = scores[at]!;
    // A better one after a worse one: only where sums round. The origins were taken already.
    for (; at > start && scores[at - 1]! < score; at--) scores[at] = scores[at - 1]!;
    scores[at] = score;
  }

  /** Makes room in a full list. */
  #dropWorst(slot: number): void {
    const start = slot * this.#capacity;
    const end = start + --this.#counts[slot]!;
    const pending = start + this.#popped[slot]!;
    const isPopped = pending > end ||
      pending > start && this.#scores[pending - 1]! < this.#scores[end]!;
    if (!isPopped) return;
    this.#scores.copyWithin(pending - 1, pending, end + 1);
    this.#origins.copyWithin(pending - 1, pending, end + 1);
    this.#popped[slot]!--;
  }
}
