/**
 * The active labels of each position and what is known of them.
 *
 * @module
 */

import { FLOAT64_BITS } from "../chain/grid.ts";
import { BOUNDS, GROUP, NONE, tellNode, type Watched } from "../chain/observer.ts";
import type { Lattice, Model } from "../lattice.ts";
import type { Offsets } from "./offsets.ts";
import type { Bar } from "./own_order.ts";

/** Labels of a position that are active at first. */
const FIRST = 2;
/** So many more for each active one become active where a rest is split, and where all are. */
const MORE = 3;
const MORE_OF_ALL = 2;
/** From so many on, all labels that may be on a path over the bar become active at once. */
const MANY = 32;
/** Slots that a position has at first: most need no more. */
const SLOTS = 8;
/** Rounding of a few sums, in units of their terms; ample. */
const ROUNDING = 2 ** -48;

/**
 * The columns of a sentence. Each has a slot for each active label that is left, and the rest: one
 * node for all labels that have not been active.
 *
 * Labels become active in the order of their centred emissions n(y) + r(y) + c(y), without c at the
 * first position and without r at the last; the smaller label first among equals. The rest scores
 * as the next of them would. What arrives at a rest from the left has r of the label before in it;
 * what arrives from the right has c or d of the label after.
 */
export class OwnColumns {
  readonly #labelCount: number;
  readonly #offsets: Offsets;
  #emissions: Float64Array = new Float64Array(0);
  /** Where labels that become active are told of, if somebody watches. */
  #work: Watched | undefined;
  /** T. */
  length = 0;
  /** By position: the first slot, how many there are, and how many there is room for. */
  starts = new Int32Array(0);
  counts = new Int32Array(0);
  #rooms = new Int32Array(0);
  /** By slot: label, emission, and the best that arrives from the left and from the right. */
  labels = new Int32Array(0);
  own: Float64Array = new Float64Array(0);
  before: Float64Array = new Float64Array(0);
  after: Float64Array = new Float64Array(0);
  /** By slot, the best sums of the last pass: over labels alone, and with a rest in it. */
  sums: Float64Array = new Float64Array(0);
  mixed: Float64Array = new Float64Array(0);
  #used = 0;
  /** By position, of the rest: its score, −∞ if there is none, what arrives, and the best sum. */
  rest = new Float64Array(0);
  restBefore = new Float64Array(0);
  restAfter = new Float64Array(0);
  restSums = new Float64Array(0);
  /** By position: how many labels have been active, and the last of them with its score. */
  #active = new Int32Array(0);
  #lastLabels = new Int32Array(0);
  #lastScores = new Float64Array(0);
  /** The best labels of a scan, best first. */
  readonly #found: Int32Array;
  readonly #scores: Float64Array;
  /** The largest centred emission that has been in use, by magnitude. */
  largest = 0;
  /** Transitions, and emissions in use, are multiples of 1 / scale, the scale 2 to this. */
  exponent = 0;
  #scale = 1;

  /** Keeps the offsets of a model; buffers stay from sentence to sentence. */
  constructor({ labelCount }: Model, offsets: Offsets) {
    this.#labelCount = labelCount;
    this.#offsets = offsets;
    this.#found = new Int32Array(labelCount + 2);
    this.#scores = new Float64Array(labelCount + 2);
  }

  /** Starts on a lattice with the best two labels of each position. Cost: O(TL). */
  reset({ length, emissions }: Lattice, work: Watched): void {
    this.#work = work.observer && work;
    const room = Math.min(SLOTS, this.#labelCount);
    this.length = length;
    this.#emissions = emissions;
    this.largest = 0;
    this.exponent = this.#offsets.exponent;
    this.#scale = 2 ** this.exponent;
    if (this.counts.length < length) this.#lengthen(2 * length);
    this.#used = 0;
    this.#reserve(room * length);
    this.#used = room * length;
    for (let t = 0; t < length; t++) {
      this.starts[t] = t * room;
      this.#rooms[t] = room;
      this.counts[t] = this.#active[t] = 0;
      this.restBefore[t] = t === 0 ? 0 : Infinity;
    }
    // What follows a position adds no more than the largest centred emissions there.
    for (let t = length - 1, after = 0; t >= 0; t--) {
      this.restAfter[t] = after;
      const size = this.#read(t);
      after += size > 0 ? this.#scores[0]! : -Infinity;
      this.#admit(t, Math.min(size, FIRST), size, -Infinity);
    }
  }

  /**
   * Quadruples the active labels, if there is a rest, as far as they may reach the bar; triples
   * them if all rests are split.
   */
  expand(position: number, bar: Bar, isAll = false): void {
    if (this.rest[position] === -Infinity) return;
    const active = this.#active[position]!;
    const isLast = active >= MANY;
    const count = isLast ? this.#labelCount : Math.max(1, (isAll ? MORE_OF_ALL : MORE) * active);
    const size = this.#scan(position, isLast ? count : count + 2, isLast, bar);
    // A rest of one label becomes active, too.
    const admitted = size <= count + 1 ? size : count;
    if (this.#work !== undefined) tellNode(this.#work, "split", [position, NONE], admitted, 0);
    this.#admit(position, admitted, size, Math.max(bar.above, bar.least));
  }

  /** What is added to emissions of a position, undefined where that is nothing. */
  #offsetsAt(position: number): Float64Array | undefined {
    const { outgoing, incoming, both } = this.#offsets;
    const isLast = position === this.length - 1;
    return position > 0 ? isLast ? incoming : both : isLast ? undefined : outgoing;
  }

  /** Finds the best three labels of a position; returns how many there are. */
  #read(position: number): number {
    const labelCount = this.#labelCount;
    const emissions = this.#emissions;
    const offsets = this.#offsetsAt(position);
    const row = position * labelCount;
    let [first, second, third] = [-Infinity, -Infinity, -Infinity];
    let [one, two, three] = [-1, -1, -1];
    for (let y = 0; y < labelCount; y++) {
      const score = offsets === undefined ? emissions[row + y]! : emissions[row + y]! + offsets[y]!;
      if (!(score > third)) continue;
      if (!(score > second)) {
        third = score;
        three = y;
        continue;
      }
      third = second;
      three = two;
      if (score > first) {
        second = first;
        two = one;
        first = score;
        one = y;
      } else {
        second = score;
        two = y;
      }
    }
    const found = this.#found;
    const scores = this.#scores;
    found[0] = one;
    scores[0] = first;
    found[1] = two;
    scores[1] = second;
    found[2] = three;
    scores[2] = third;
    return Number(one >= 0) + Number(two >= 0) + Number(three >= 0);
  }

  /**
   * Finds the best `most` labels of a rest through which a path may reach the bar, best first; or
   * all of them, as they come.
   */
  #scan(position: number, most: number, isUnsorted: boolean, { above, least }: Bar): number {
    const labelCount = this.#labelCount;
    const emissions = this.#emissions;
    const offsets = this.#offsetsAt(position);
    const row = position * labelCount;
    const before = this.restBefore[position]!;
    const after = this.restAfter[position]!;
    const last = this.#lastLabels[position]!;
    const lastScore = this.#lastScores[position]!;
    const found = this.#found;
    const scores = this.#scores;
    const bar = above > least ? above : least;
    const slack = ROUNDING * (Math.abs(bar) + Math.abs(before) + Math.abs(after));
    // No path through a label that scores less reaches the bar, however its sum is rounded.
    let floor = bar - before - after - slack;
    let size = 0;
    for (let y = 0; y < labelCount; y++) {
      const score = offsets === undefined ? emissions[row + y]! : emissions[row + y]! + offsets[y]!;
      if (!(score >= floor) || score > lastScore || score === -Infinity) continue;
      if (score === lastScore && y <= last) continue;
      let at = size < most ? size++ : most;
      if (isUnsorted) {
        found[at] = y;
        scores[at] = score;
        continue;
      }
      if (at === most && !(score > scores[--at]!)) continue;
      for (; at > 0 && scores[at - 1]! < score; at--) {
        scores[at] = scores[at - 1]!;
        found[at] = found[at - 1]!;
      }
      scores[at] = score;
      found[at] = y;
      if (size === most && scores[most - 1]! > floor) floor = scores[most - 1]!;
    }
    return size;
  }

  /**
   * Makes the best of the labels that were found active, with what arrives at the rest. If these
   * are all that were found, no path through any other scores more than `reached`.
   */
  #admit(position: number, admitted: number, size: number, reached: number): void {
    const found = this.#found;
    const scores = this.#scores;
    if (this.#work !== undefined && admitted === size) {
      tellNode(this.#work, "dropped", [position, GROUP], BOUNDS.indexOf("both sides"), reached);
    }
    this.rest[position] = admitted < size ? scores[admitted]! : -Infinity;
    if (admitted === 0) return;
    const { outgoing, incoming } = this.#offsets;
    const row = position * this.#labelCount;
    const before = this.restBefore[position]!;
    const after = this.restAfter[position]!;
    const isFirst = position === 0;
    const isLast = position === this.length - 1;
    let slot = this.#room(position, admitted);
    for (let i = 0; i < admitted; i++, slot++) {
      const label = found[i]!;
      const emission = this.#emissions[row + label]!;
      this.labels[slot] = label;
      this.own[slot] = emission;
      this.before[slot] = isFirst ? 0 : before + incoming[label]!;
      this.after[slot] = isLast ? 0 : after + outgoing[label]!;
      if (this.#work !== undefined) {
        const bound = this.before[slot]! + emission + this.after[slot]!;
        tellNode(this.#work, "activated", [position, label], NONE, bound);
      }
      this.#use(scores[i]!, emission);
    }
    if (admitted < size) this.#use(scores[admitted]!, this.#emissions[row + found[admitted]!]!);
    this.counts[position]! += admitted;
    this.#active[position]! += admitted;
    this.#lastLabels[position] = found[admitted - 1]!;
    this.#lastScores[position] = scores[admitted - 1]!;
  }

  /** Takes note of a score that sums will have in them. */
  #use(score: number, emission: number): void {
    const magnitude = score < 0 ? -score : score;
    if (magnitude > this.largest) this.largest = magnitude;
    while (
      this.exponent < FLOAT64_BITS && emission * this.#scale !== Math.floor(emission * this.#scale)
    ) {
      this.exponent++;
      this.#scale *= 2;
    }
  }

  /** The first of so many new slots of a position, which may move. */
  #room(position: number, count: number): number {
    const start = this.starts[position]!;
    const old = this.counts[position]!;
    const needed = old + count;
    if (needed <= this.#rooms[position]!) return start + old;
    const room = 2 * needed;
    const to = this.#used;
    this.#reserve(room);
    this.#used += room;
    this.labels.copyWithin(to, start, start + old);
    this.own.copyWithin(to, start, start + old);
    this.before.copyWithin(to, start, start + old);
    this.after.copyWithin(to, start, start + old);
    this.starts[position] = to;
    this.#rooms[position] = room;
    return to + old;
  }

  /** Makes sure that there are so many slots besides those that are taken. */
  #reserve(count: number): void {
    const size = this.#used + count;
    if (size <= this.labels.length) return;
    const labels = new Int32Array(2 * size);
    labels.set(this.labels);
    this.labels = labels;
    this.own = longer(this.own, 2 * size);
    this.before = longer(this.before, 2 * size);
    this.after = longer(this.after, 2 * size);
    this.sums = longer(this.sums, 2 * size);
    this.mixed = longer(this.mixed, 2 * size);
  }

  #lengthen(length: number): void {
    this.starts = new Int32Array(length);
    this.counts = new Int32Array(length);
    this.#rooms = new Int32Array(length);
    this.#active = new Int32Array(length);
    this.#lastLabels = new Int32Array(length);
    this.#lastScores = new Float64Array(length);
    this.rest = new Float64Array(length);
    this.restBefore = new Float64Array(length);
    this.restAfter = new Float64Array(length);
    this.restSums = new Float64Array(length);
  }
}

function longer(list: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const other = new Float64Array(length);
  other.set(list);
  return other;
}
