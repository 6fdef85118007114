/**
 * A pass over the columns of a sentence, and the paths that it finds.
 *
 * @module
 */

import { BOUNDS, GROUP, NONE, tellNode } from "../chain/observer.ts";
import type { Work } from "../contract.ts";
import type { Lattice, Model } from "../lattice.ts";
import { OwnColumns } from "./columns.ts";
import type { Offsets } from "./offsets.ts";
import type { Bar, LabelColumns, OwnOrder } from "./own_order.ts";

const BOTH_SIDES = BOUNDS.indexOf("both sides");

/** Columns and passes in TypeScript. */
export class PlainOwnOrder implements OwnOrder {
  readonly #columns: OwnColumns;
  readonly #labelCount: number;
  readonly #transitions: Float64Array;
  readonly #offsets: Offsets;
  /** Of the last pass: the best sum over labels alone, and with a rest in it. */
  labelBest = -Infinity;
  mixedBest = -Infinity;

  /** Keeps the offsets of a model; buffers stay from sentence to sentence. */
  constructor(model: Model, offsets: Offsets) {
    this.#columns = new OwnColumns(model, offsets);
    this.#labelCount = model.labelCount;
    this.#transitions = model.transitions;
    this.#offsets = offsets;
  }

  /** See `OwnOrder`. */
  reset(lattice: Lattice, work: Work): void {
    this.#columns.reset(lattice, work);
  }

  /** See `OwnOrder`. */
  get largest(): number {
    return this.#columns.largest;
  }

  /** See `OwnOrder`. */
  get exponent(): number {
    return this.#columns.exponent;
  }

  /** See `OwnOrder`. */
  run(isForward: boolean, { above, least }: Bar, work: Work): boolean {
    const columns = this.#columns;
    const { length, starts, counts, labels, own, sums, mixed } = columns;
    const labelCount = this.#labelCount;
    const { rest, restSums } = columns;
    const transitions = this.#transitions;
    const { outgoing, entry } = this.#offsets;
    // What a label adds on its way from a rest, or to it, in the direction of the pass.
    const [fromRest, toRest] = isForward ? [entry, outgoing] : [outgoing, entry];
    const sourceStride = isForward ? labelCount : 1;
    const targetStride = isForward ? 1 : labelCount;
    const here = isForward ? columns.before : columns.after;
    const there = isForward ? columns.after : columns.before;
    const restHere = isForward ? columns.restBefore : columns.restAfter;
    const restThere = isForward ? columns.restAfter : columns.restBefore;
    const step = isForward ? 1 : -1;
    this.labelBest = this.mixedBest = -Infinity;
    const isWatched = work.observer !== undefined;
    let t = isForward ? 0 : length - 1;
    let from = 0;
    let end = 0;
    let restSum = -Infinity;
    for (let i = 0; i < length; i++, t += step) {
      const start = starts[t]!;
      const stop = start + counts[t]!;
      const hasRest = rest[t]! > -Infinity;
      if (i > 0) {
        const targets = stop - start + Number(hasRest);
        work.nodeExpansions += targets;
        work.edgeEvaluations += targets * (end - from + Number(restSum > -Infinity));
      }
      let restReach = i > 0 ? restSum : 0;
      if (hasRest && i > 0) {
        for (let source = from; source < end; source++) {
          const s = sums[source]!;
          const m = mixed[source]!;
          const score = (s > m ? s : m) + toRest[labels[source]!]!;
          if (score > restReach) restReach = score;
        }
      }
      let to = start;
      for (let slot = start; slot < stop; slot++) {
        const label = labels[slot]!;
        const emission = own[slot]!;
        let best = 0;
        let mixedBest = -Infinity;
        if (i > 0) {
          best = -Infinity;
          mixedBest = restSum + fromRest[label]!;
          const at = label * targetStride;
          for (let source = from; source < end; source++) {
            const edge = transitions[labels[source]! * sourceStride + at]!;
            const s = sums[source]! + edge;
            if (s > best) best = s;
            const m = mixed[source]! + edge;
            if (m > mixedBest) mixedBest = m;
          }
        }
        const reach = best > mixedBest ? best : mixedBest;
        const other = there[slot]!;
        const bound = reach + emission + other;
        const isKept = bound > above && bound >= least;
        if (isWatched) {
          const source = i === 0 ? NONE : this.#sourceOf(label, isForward, [from, end], restSum);
          tellNode(work, "opened", [t, label], source, reach + emission);
          if (!isKept) tellNode(work, "dropped", [t, label], BOTH_SIDES, bound);
        }
        if (!isKept) continue;
        labels[to] = label;
        own[to] = emission;
        here[to] = reach;
        there[to] = other;
        sums[to] = best + emission;
        mixed[to++] = mixedBest + emission;
      }
      counts[t] = to - start;
      const before = restSum;
      restSum = -Infinity;
      if (hasRest) {
        const sum = restReach + rest[t]!;
        const bound = sum + restThere[t]!;
        const isKept = bound > above && bound >= least;
        if (isWatched) {
          const source = i === 0 ? NONE : this.#sourceOf(GROUP, isForward, [from, end], before);
          tellNode(work, "opened", [t, GROUP], source, sum);
          if (!isKept) tellNode(work, "dropped", [t, GROUP], BOTH_SIDES, bound);
        }
        if (isKept) {
          restHere[t] = restReach;
          restSum = sum;
        } else rest[t] = -Infinity;
      }
      restSums[t] = restSum;
      if (to === start && restSum === -Infinity) return false;
      from = start;
      end = to;
    }
    for (let slot = from; slot < end; slot++) {
      if (sums[slot]! > this.labelBest) this.labelBest = sums[slot]!;
      if (mixed[slot]! > this.mixedBest) this.mixedBest = mixed[slot]!;
    }
    if (restSum > this.mixedBest) this.mixedBest = restSum;
    return true;
  }

  /** The node before a label, or before the rest, in the direction of the pass, to be told of. */
  #sourceOf(
    label: number,
    isForward: boolean,
    [from, end]: readonly [number, number],
    restSum: number,
  ): number {
    const { labels, sums, mixed } = this.#columns;
    const { outgoing, entry } = this.#offsets;
    const [fromRest, toRest] = isForward ? [entry, outgoing] : [outgoing, entry];
    let best = restSum + (label === GROUP ? 0 : fromRest[label]!);
    let source = best === -Infinity ? NONE : GROUP;
    for (let slot = from; slot < end; slot++) {
      const other = labels[slot]!;
      const [one, next] = isForward ? [other, label] : [label, other];
      const edge = label === GROUP
        ? toRest[other]!
        : this.#transitions[one * this.#labelCount + next]!;
      const sum = Math.max(sums[slot]!, mixed[slot]!) + edge;
      if (sum > best) [best, source] = [sum, other];
    }
    return source;
  }

  /** See `OwnOrder`. */
  followLabels(isForward: boolean, path: Int32Array): void {
    const { length, starts, counts, labels, sums } = this.#columns;
    const labelCount = this.#labelCount;
    const transitions = this.#transitions;
    const sourceStride = isForward ? labelCount : 1;
    const targetStride = isForward ? 1 : labelCount;
    const step = isForward ? -1 : 1;
    let t = isForward ? length - 1 : 0;
    let at = -1;
    for (let i = 0; i < length; i++, t += step) {
      const start = starts[t]!;
      const end = start + counts[t]!;
      let best = -Infinity;
      let label = 0;
      for (let slot = start; slot < end; slot++) {
        const one = labels[slot]!;
        const score = at < 0 ? sums[slot]! : sums[slot]! + transitions[one * sourceStride + at]!;
        if (score > best) {
          best = score;
          label = one;
        }
      }
      path[t] = label;
      at = label * targetStride;
    }
  }

  /** See `OwnOrder`. */
  expandBest(isForward: boolean, bar: Bar): void {
    const columns = this.#columns;
    const { length, starts, counts, rest, restSums } = columns;
    const labelCount = this.#labelCount;
    const transitions = this.#transitions;
    const { outgoing, entry } = this.#offsets;
    const [fromRest, toRest] = isForward ? [entry, outgoing] : [outgoing, entry];
    const sourceStride = isForward ? labelCount : 1;
    const targetStride = isForward ? 1 : labelCount;
    const step = isForward ? -1 : 1;
    let t = isForward ? length - 1 : 0;
    // The node after: a label, the rest, or none.
    const REST = -1;
    const END = -2;
    let node = END;
    for (let i = 0; i < length; i++, t += step) {
      const { labels, sums, mixed } = columns;
      const start = starts[t]!;
      const end = start + counts[t]!;
      let best = -Infinity;
      let found = REST;
      let isMixed = true;
      if (rest[t]! > -Infinity) best = restSums[t]! + (node >= 0 ? fromRest[node]! : 0);
      for (let slot = start; slot < end; slot++) {
        const label = labels[slot]!;
        const edge = node === END
          ? 0
          : node === REST
          ? toRest[label]!
          : transitions[label * sourceStride + node * targetStride]!;
        if (mixed[slot]! + edge > best) {
          best = mixed[slot]! + edge;
          found = label;
          isMixed = true;
        }
        if (node === REST && sums[slot]! + edge > best) {
          best = sums[slot]! + edge;
          found = label;
          isMixed = false;
        }
      }
      if (node === REST) columns.expand(t - step, bar);
      if (!isMixed) return;
      node = found;
    }
    if (node === REST) columns.expand(t - step, bar);
  }

  /** See `OwnOrder`. */
  expandAll(bar: Bar): void {
    for (let t = 0; t < this.#columns.length; t++) this.#columns.expand(t, bar, true);
  }

  /** See `OwnOrder`. */
  widest(): number {
    const { counts, length } = this.#columns;
    let most = 0;
    for (let t = 0; t < length; t++) if (counts[t]! > most) most = counts[t]!;
    return most;
  }

  /** See `OwnOrder`. */
  write(width: number, { counts, nodes, own, prefixes }: LabelColumns): void {
    const columns = this.#columns;
    for (let t = 0; t < columns.length; t++) {
      const start = columns.starts[t]!;
      counts[t] = columns.counts[t]!;
      for (let i = 0, to = t * width; i < columns.counts[t]!; i++, to++) {
        nodes[to] = columns.labels[start + i]!;
        own[to] = columns.own[start + i]!;
        prefixes[to] = columns.sums[start + i]!;
      }
    }
  }
}
