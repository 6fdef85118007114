/**
 * One pass of dynamic programming over the columns of a degenerate lattice.
 *
 * @module
 */

import type { DegenerateModel } from "./model.ts";
import { BOUNDS, labelOf, NONE, tellNode } from "../chain/observer.ts";
import { type Bar, type DegenerateColumns, NO_BAR } from "./columns.ts";
import { SourceList } from "./sources.ts";
import type { Work } from "../contract.ts";

/** What a pass found. */
export interface PassResult {
  /** Best score of a path over the degenerate lattice, −∞ if no path is left. */
  readonly upper: number;
  /** Best score of a complete path over labels that the pass came across, −∞ if none. */
  readonly labelScore: number;
}

/**
 * Which label paths a pass keeps track of: the ones that are best into their last node (`ends`:
 * no further edges), or the best of all paths over active labels (`active`: a second dynamic
 * program over the labels, which evaluates their edges twice).
 */
export type LabelPaths = "ends" | "active";

/**
 * Runs passes in either direction.
 *
 * A pass from the left computes, for each node v of position t with emission n(v),
 * reach(v) = max over nodes u of position t−1 of ( reach(u) + n(u) + e(u, v) ), 0 at t = 0; from
 * the right it is the mirror image. Each position is filtered as soon as it is computed, before
 * its nodes serve as sources. Forward sums associate as in `scorePath`.
 */
export class DegeneratePass {
  readonly #model: DegenerateModel;
  readonly #columns: DegenerateColumns;
  readonly #isActive: boolean;
  readonly #sources: SourceList;

  constructor(model: DegenerateModel, columns: DegenerateColumns, labelPaths: LabelPaths) {
    this.#model = model;
    this.#columns = columns;
    this.#isActive = labelPaths === "active";
    this.#sources = new SourceList(model);
  }

  /** Without it, only passes from the right may be run. Cost: O((L + log L)²). */
  prepareForward(): void {
    this.#sources.prepareForward();
  }

  /** Follows a change of an edge that the model has taken over. */
  revise(from: number, to: number, score: number): void {
    this.#sources.revise(from, to, score);
  }

  /** Runs one pass. Nodes below the bar go; without a bar all stay. */
  run(isForward: boolean, work: Work, bar?: Bar): PassResult {
    const columns = this.#columns;
    const { length, counts, nodes } = columns;
    const { labelCount } = this.#model;
    const sources = this.#sources;
    const step = isForward ? 1 : -1;
    let t = isForward ? 0 : length - 1;
    sources.begin(isForward, nodes, t * labelCount, counts[t]!);
    for (let i = 0; i < length; i++, t += step) {
      const count = counts[t]!;
      if (i > 0) {
        sources.relax(nodes, t * labelCount, count);
        work.nodeExpansions += count;
        work.edgeEvaluations += sources.count * count;
      }
      if (work.observer) this.#tell(t, isForward, i === 0, bar, work);
      if (this.#settle(t, isForward, bar) === 0) return { upper: -Infinity, labelScore: -Infinity };
    }
    return this.#result(t - step);
  }

  /**
   * Takes what was found for the nodes of a position, removes those below the bar, and lists the
   * others as sources of the next. Returns how many are left.
   */
  #settle(position: number, isForward: boolean, bar: Bar | undefined): number {
    const { counts, nodes, own, before, after, sums, labelSums } = this.#columns;
    const { labelCount } = this.#model;
    const isActive = this.#isActive;
    const sources = this.#sources;
    const { best, labelBest } = sources;
    const start = position * labelCount;
    const count = counts[position]!;
    const here = isForward ? before : after;
    const there = isForward ? after : before;
    const { above, least } = bar ?? NO_BAR;
    const keepsAll = bar === undefined;
    let to = start;
    sources.clear();
    for (let i = 0; i < count; i++) {
      const from = start + i;
      const emission = own[from]!;
      const reach = best[i]!;
      const rest = there[from]!;
      const sum = reach + emission;
      // From left to right, as in kernels: sums that round are the same.
      const bound = isForward ? sum + rest : rest + emission + reach;
      // NaN, which is −∞ and +∞, goes.
      if (!keepsAll && !(bound > above && bound >= least)) continue;
      const node = nodes[from]!;
      const labelReach = labelBest[i]!;
      const isTracked = node < labelCount && labelReach !== -Infinity &&
        (isActive || labelReach === reach);
      const labelSum = isTracked ? labelReach + emission : -Infinity;
      nodes[to] = node;
      own[to] = emission;
      here[to] = reach;
      there[to] = rest;
      sums[to] = sum;
      labelSums[to++] = labelSum;
      if (isTracked) sources.addLabel(node, labelSum);
      if (isActive || !isTracked) sources.add(node, sum);
    }
    return counts[position] = to - start;
  }

  /** Tells of the nodes of a position before they are filtered. */
  #tell(t: number, isForward: boolean, isFirst: boolean, bar: Bar | undefined, work: Work): void {
    const { counts, nodes, own, before, after } = this.#columns;
    const { labelCount } = this.#model;
    const there = isForward ? after : before;
    const start = t * labelCount;
    for (let i = 0; i < counts[t]!; i++) {
      const node = nodes[start + i]!;
      const [reach, emission] = [this.#sources.best[i]!, own[start + i]!];
      const sum = reach + emission;
      const source = isFirst ? -1 : this.#sources.bestSource(node);
      const other = source < 0 ? NONE : labelOf(source, labelCount);
      const place = [t, labelOf(node, labelCount)] as const;
      tellNode(work, "opened", place, other, sum);
      const rest = there[start + i]!;
      const bound = isForward ? sum + rest : rest + emission + reach;
      const { above, least } = bar ?? NO_BAR;
      if (bar === undefined || (bound > above && bound >= least)) continue;
      tellNode(work, "dropped", place, BOUNDS.indexOf("both sides"), bound);
    }
  }

  #result(position: number): PassResult {
    const { counts, sums, labelSums } = this.#columns;
    const start = position * this.#model.labelCount;
    const end = start + counts[position]!;
    let upper = -Infinity;
    let labelScore = -Infinity;
    for (let slot = start; slot < end; slot++) {
      if (sums[slot]! > upper) upper = sums[slot]!;
      if (labelSums[slot]! > labelScore) labelScore = labelSums[slot]!;
    }
    return { upper, labelScore };
  }
}
