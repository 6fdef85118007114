/**
 * One pass of dynamic programming over the columns of a degenerate lattice.
 *
 * @module
 */

import type { DegenerateModel } from "./model.ts";
import type { DegenerateColumns, Side } from "./columns.ts";
import type { Work } from "../contract.ts";

/** Rows of the transitions that are read together. */
const WIDTH = 4;

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
 * Runs passes in either direction and follows their best paths back.
 *
 * A pass from the left computes, for each node v of position t with emission n(v),
 * reach(v) = max over nodes u of position t−1 of ( reach(u) + n(u) + e(u, v) ), 0 at t = 0; from
 * the right it is the mirror image. Each position is filtered as soon as it is computed, before
 * its nodes serve as sources. Forward sums associate as in `scorePath`.
 */
export class DegeneratePass {
  readonly #model: DegenerateModel;
  readonly #columns: DegenerateColumns;
  readonly #labelPaths: LabelPaths;
  /** Sources of the position at hand: those with label paths first, then the others. */
  readonly #sourceNodes: Int32Array;
  readonly #sourceValues: Float64Array;
  #labelSources = 0;
  #sources = 0;
  /** For each target the best over label paths and over the other sources. */
  readonly #labelBest: Float64Array;
  readonly #otherBest: Float64Array;

  constructor(model: DegenerateModel, columns: DegenerateColumns, labelPaths: LabelPaths) {
    this.#model = model;
    this.#columns = columns;
    this.#labelPaths = labelPaths;
    this.#sourceNodes = new Int32Array(2 * model.labelCount);
    this.#sourceValues = new Float64Array(2 * model.labelCount);
    this.#labelBest = new Float64Array(model.labelCount);
    this.#otherBest = new Float64Array(model.labelCount);
  }

  /** Runs one pass; `isKept` decides which nodes stay, undefined keeps all. */
  run(isForward: boolean, work: Work, isKept?: (slot: number) => boolean): PassResult {
    const columns = this.#columns;
    const side = isForward ? columns.before : columns.after;
    const first = isForward ? 0 : columns.length - 1;
    const step = isForward ? 1 : -1;
    this.#start(first, side);
    for (let i = 0, t = first; i < columns.length; i++, t += step) {
      if (i > 0) {
        this.#loadSources(t - step, side);
        if (isForward) this.#scatter(t);
        else this.#gather(t);
        this.#settle(t, side);
        work.nodeExpansions += columns.counts[t]!;
        work.edgeEvaluations += this.#sources * columns.counts[t]!;
      }
      if (isKept !== undefined) columns.filter(t, isKept);
      if (columns.counts[t] === 0) return { upper: -Infinity, labelScore: -Infinity };
    }
    return this.#result(first + step * (columns.length - 1), side);
  }

  /**
   * The last labels of the last pass in that direction into which it knows a path over labels with
   * a score greater than `above`, best first; for `follow`.
   */
  ends(isForward: boolean, above: number): number[] {
    const columns = this.#columns;
    const { labelReach } = isForward ? columns.before : columns.after;
    const last = isForward ? columns.length - 1 : 0;
    const start = last * this.#model.labelCount;
    const scoreOf = (slot: number) => labelReach[slot]! + columns.own[slot]!;
    const slots = Array.from({ length: columns.counts[last]! }, (_, i) => start + i);
    return slots.filter((slot) => scoreOf(slot) > above)
      .sort((a, b) => scoreOf(b) - scoreOf(a))
      .map((slot) => columns.nodes[slot]!);
  }

  /**
   * The path of the last pass in that direction with the best score, or with the best score over
   * labels only; that into the node `end`, if it is given. The labels of groups are nodes
   * ≥ labelCount. Ties: the smaller node.
   */
  follow(isForward: boolean, overLabels: boolean, end?: number): Int32Array {
    const columns = this.#columns;
    const side = isForward ? columns.before : columns.after;
    const scores = overLabels ? side.labelReach : side.reach;
    const path = new Int32Array(columns.length);
    const last = isForward ? columns.length - 1 : 0;
    const step = isForward ? -1 : 1;
    for (let i = 0, t = last, next = -1; i < columns.length; i++, t += step) {
      const isGiven = i === 0 && end !== undefined;
      next = path[t] = isGiven ? end : this.#source(t, next, scores, isForward);
    }
    return path;
  }

  /** The node of a position that is best before `next`, or the best of all if that is −1. */
  #source(position: number, next: number, scores: Float64Array, isForward: boolean): number {
    const { counts, nodes, own } = this.#columns;
    const { labelCount, nodeCount, transitions } = this.#model;
    const start = position * labelCount;
    let best = -Infinity;
    let source = 0;
    for (let slot = start; slot < start + counts[position]!; slot++) {
      const node = nodes[slot]!;
      const edge = next < 0
        ? 0
        : transitions[isForward ? node * nodeCount + next : next * nodeCount + node]!;
      const score = scores[slot]! + own[slot]! + edge;
      if (score > best) {
        best = score;
        source = node;
      }
    }
    return source;
  }

  #start(position: number, { reach, labelReach }: Side): void {
    const { labelCount } = this.#model;
    const start = position * labelCount;
    for (let slot = start; slot < start + this.#columns.counts[position]!; slot++) {
      reach[slot] = 0;
      labelReach[slot] = this.#columns.nodes[slot]! < labelCount ? 0 : -Infinity;
    }
  }

  #loadSources(position: number, { reach, labelReach }: Side): void {
    const { counts, nodes, own } = this.#columns;
    const start = position * this.#model.labelCount;
    const end = start + counts[position]!;
    const isOnce = this.#labelPaths === "ends";
    let at = 0;
    for (let slot = start; slot < end; slot++) {
      if (labelReach[slot] === -Infinity) continue;
      this.#sourceNodes[at] = nodes[slot]!;
      this.#sourceValues[at++] = labelReach[slot]! + own[slot]!;
    }
    this.#labelSources = at;
    for (let slot = start; slot < end; slot++) {
      if (isOnce && labelReach[slot] !== -Infinity) continue;
      this.#sourceNodes[at] = nodes[slot]!;
      this.#sourceValues[at++] = reach[slot]! + own[slot]!;
    }
    this.#sources = at;
  }

  /** Forward: the rows of the sources are spread over the targets. */
  #scatter(position: number): void {
    const count = this.#columns.counts[position]!;
    const start = position * this.#model.labelCount;
    this.#labelBest.fill(-Infinity, 0, count);
    this.#otherBest.fill(-Infinity, 0, count);
    this.#scatterRange(0, this.#labelSources, start, count, this.#labelBest);
    this.#scatterRange(this.#labelSources, this.#sources, start, count, this.#otherBest);
  }

  /** best[i] = max over sources of value + edge to the i-th target; four sources at a time. */
  #scatterRange(from: number, to: number, start: number, count: number, best: Float64Array): void {
    const { nodeCount, transitions } = this.#model;
    const nodes = this.#columns.nodes;
    const sourceNodes = this.#sourceNodes;
    const sourceValues = this.#sourceValues;
    let source = from;
    for (; source + WIDTH <= to; source += WIDTH) {
      const v0 = sourceValues[source]!, r0 = sourceNodes[source]! * nodeCount;
      const v1 = sourceValues[source + 1]!, r1 = sourceNodes[source + 1]! * nodeCount;
      const v2 = sourceValues[source + 2]!, r2 = sourceNodes[source + 2]! * nodeCount;
      const v3 = sourceValues[source + 3]!, r3 = sourceNodes[source + 3]! * nodeCount;
      for (let i = 0; i < count; i++) {
        const node = nodes[start + i]!;
        let m = best[i]!;
        const s0 = v0 + transitions[r0 + node]!;
        if (s0 > m) m = s0;
        const s1 = v1 + transitions[r1 + node]!;
        if (s1 > m) m = s1;
        const s2 = v2 + transitions[r2 + node]!;
        if (s2 > m) m = s2;
        const s3 = v3 + transitions[r3 + node]!;
        if (s3 > m) m = s3;
        best[i] = m;
      }
    }
    for (; source < to; source++) {
      const value = sourceValues[source]!;
      const row = sourceNodes[source]! * nodeCount;
      for (let i = 0; i < count; i++) {
        const score = value + transitions[row + nodes[start + i]!]!;
        if (score > best[i]!) best[i] = score;
      }
    }
  }

  /** Backward: each target takes the maximum over its own row of the transitions. */
  #gather(position: number): void {
    const start = position * this.#model.labelCount;
    const count = this.#columns.counts[position]!;
    this.#gatherRange(0, this.#labelSources, start, count, this.#labelBest);
    this.#gatherRange(this.#labelSources, this.#sources, start, count, this.#otherBest);
  }

  /**
   * best[i] = max over sources of the edge from the i-th target + value; four targets at a time.
   */
  #gatherRange(from: number, to: number, start: number, count: number, best: Float64Array): void {
    const { nodeCount, transitions } = this.#model;
    const nodes = this.#columns.nodes;
    const sourceNodes = this.#sourceNodes;
    const sourceValues = this.#sourceValues;
    let i = 0;
    for (; i + WIDTH <= count; i += WIDTH) {
      const r0 = nodes[start + i]! * nodeCount, r1 = nodes[start + i + 1]! * nodeCount;
      const r2 = nodes[start + i + 2]! * nodeCount, r3 = nodes[start + i + 3]! * nodeCount;
      let m0 = -Infinity, m1 = -Infinity, m2 = -Infinity, m3 = -Infinity;
      for (let source = from; source < to; source++) {
        const node = sourceNodes[source]!;
        const value = sourceValues[source]!;
        const s0 = transitions[r0 + node]! + value;
        if (s0 > m0) m0 = s0;
        const s1 = transitions[r1 + node]! + value;
        if (s1 > m1) m1 = s1;
        const s2 = transitions[r2 + node]! + value;
        if (s2 > m2) m2 = s2;
        const s3 = transitions[r3 + node]! + value;
        if (s3 > m3) m3 = s3;
      }
      best[i] = m0;
      best[i + 1] = m1;
      best[i + 2] = m2;
      best[i + 3] = m3;
    }
    for (; i < count; i++) {
      const row = nodes[start + i]! * nodeCount;
      let m = -Infinity;
      for (let source = from; source < to; source++) {
        const score = transitions[row + sourceNodes[source]!]! + sourceValues[source]!;
        if (score > m) m = score;
      }
      best[i] = m;
    }
  }

  #settle(position: number, { reach, labelReach }: Side): void {
    const { labelCount } = this.#model;
    const { counts, nodes } = this.#columns;
    const start = position * labelCount;
    for (let i = 0; i < counts[position]!; i++) {
      const labelBest = this.#labelBest[i]!;
      const otherBest = this.#otherBest[i]!;
      reach[start + i] = Math.max(labelBest, otherBest);
      const isLabel = nodes[start + i]! < labelCount;
      const isTracked = isLabel && (this.#labelPaths === "active" || labelBest >= otherBest);
      labelReach[start + i] = isTracked ? labelBest : -Infinity;
    }
  }

  #result(position: number, { reach, labelReach }: Side): PassResult {
    const start = position * this.#model.labelCount;
    let upper = -Infinity;
    let labelScore = -Infinity;
    for (let slot = start; slot < start + this.#columns.counts[position]!; slot++) {
      const own = this.#columns.own[slot]!;
      upper = Math.max(upper, reach[slot]! + own);
      labelScore = Math.max(labelScore, labelReach[slot]! + own);
    }
    return { upper, labelScore };
  }
}
