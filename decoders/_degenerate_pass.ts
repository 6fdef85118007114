/**
 * One pass of dynamic programming over the columns of a degenerate lattice.
 *
 * @module
 */

import type { DegenerateModel } from "./_degenerate.ts";
import type { DegenerateColumns, Side } from "./_degenerate_columns.ts";
import type { Work } from "./contract.ts";

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
   * The path of the last pass in that direction with the best score, or with the best score over
   * labels only. The labels of groups are nodes ≥ labelCount. Ties: the smaller node.
   */
  follow(isForward: boolean, overLabels: boolean): Int32Array {
    const columns = this.#columns;
    const { labelCount, nodeCount, transitions } = this.#model;
    const side = isForward ? columns.before : columns.after;
    const scores = overLabels ? side.labelReach : side.reach;
    const path = new Int32Array(columns.length);
    const last = isForward ? columns.length - 1 : 0;
    const step = isForward ? -1 : 1;
    for (let i = 0, t = last, next = -1; i < columns.length; i++, t += step) {
      let best = -Infinity;
      const start = t * labelCount;
      for (let slot = start; slot < start + columns.counts[t]!; slot++) {
        const node = columns.nodes[slot]!;
        const edge = next < 0
          ? 0
          : transitions[isForward ? node * nodeCount + next : next * nodeCount + node]!;
        const score = scores[slot]! + columns.own[slot]! + edge;
        if (score > best) {
          best = score;
          path[t] = node;
        }
      }
      next = path[t]!;
    }
    return path;
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

  /** Forward: rows of the transitions are spread over the targets. */
  #scatter(position: number): void {
    const { labelCount, nodeCount, transitions } = this.#model;
    const { counts, nodes } = this.#columns;
    const count = counts[position]!;
    const start = position * labelCount;
    this.#labelBest.fill(-Infinity, 0, count);
    this.#otherBest.fill(-Infinity, 0, count);
    for (let source = 0; source < this.#sources; source++) {
      const best = source < this.#labelSources ? this.#labelBest : this.#otherBest;
      const value = this.#sourceValues[source]!;
      const row = this.#sourceNodes[source]! * nodeCount;
      for (let i = 0; i < count; i++) {
        const score = value + transitions[row + nodes[start + i]!]!;
        if (score > best[i]!) best[i] = score;
      }
    }
  }

  /** Backward: each target takes the maximum over its own row of the transitions. */
  #gather(position: number): void {
    const { labelCount, nodeCount, transitions } = this.#model;
    const { counts, nodes } = this.#columns;
    const start = position * labelCount;
    const labelSources = this.#labelSources;
    const sources = this.#sources;
    const sourceNodes = this.#sourceNodes;
    const sourceValues = this.#sourceValues;
    for (let i = 0; i < counts[position]!; i++) {
      const row = nodes[start + i]! * nodeCount;
      let labelBest = -Infinity;
      let otherBest = -Infinity;
      for (let source = 0; source < labelSources; source++) {
        const score = transitions[row + sourceNodes[source]!]! + sourceValues[source]!;
        if (score > labelBest) labelBest = score;
      }
      for (let source = labelSources; source < sources; source++) {
        const score = transitions[row + sourceNodes[source]!]! + sourceValues[source]!;
        if (score > otherBest) otherBest = score;
      }
      this.#labelBest[i] = labelBest;
      this.#otherBest[i] = otherBest;
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
