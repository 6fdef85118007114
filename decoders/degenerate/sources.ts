/**
 * The step of a pass from one column to the next.
 *
 * @module
 */

import { transpose } from "../chain/dense_viterbi.ts";
import type { DegenerateModel } from "./model.ts";

/** Targets that share one reading of the sources, where there are many and where there are few. */
const MANY = 8;
const FEW = 4;

/**
 * The nodes of a column as sources of the next, and the best way from them to each node there.
 *
 * Sources with a path over labels come first, so that one loop over all of them passes the best of
 * those on its way to the best of all. The best source of either kind leads: then the running
 * maxima seldom change.
 */
export class SourceList {
  readonly #labelCount: number;
  readonly #nodeCount: number;
  /** Edges by the node at which they are read, of passes from the right and from the left. */
  readonly #outgoing: Float64Array;
  #incoming: Float64Array | undefined;
  #edges: Float64Array;
  /** Labels with a path over labels from the front, all others from the back. */
  readonly #nodes: Int32Array;
  readonly #values: Float64Array;
  #labels = 0;
  #others = 0;
  /** By target, the best of all sources with the edge. */
  readonly best: Float64Array;
  /** By target, the best of those with a path over labels. */
  readonly labelBest: Float64Array;

  constructor({ labelCount, nodeCount, transitions }: DegenerateModel) {
    this.#labelCount = labelCount;
    this.#nodeCount = nodeCount;
    this.#outgoing = this.#edges = transitions;
    this.#nodes = new Int32Array(2 * labelCount);
    this.#values = new Float64Array(2 * labelCount);
    this.best = new Float64Array(labelCount);
    this.labelBest = new Float64Array(labelCount);
  }

  /** Transposes the transitions, as passes from the left need them. Cost: O((L + log L)²). */
  prepareForward(): void {
    this.#incoming = transpose(this.#outgoing, this.#nodeCount);
  }

  /** Follows a change of an edge that the model has taken over. */
  revise(from: number, to: number, score: number): void {
    if (this.#incoming !== undefined) this.#incoming[to * this.#nodeCount + from] = score;
  }

  /** Number of sources. */
  get count(): number {
    return this.#labels + this.#values.length - this.#others;
  }

  /** Begins a pass at a column, at whose nodes nothing arrives. */
  begin(isForward: boolean, nodes: Int32Array, start: number, count: number): void {
    this.#edges = isForward ? this.#incoming! : this.#outgoing;
    for (let i = 0; i < count; i++) {
      this.best[i] = 0;
      this.labelBest[i] = nodes[start + i]! < this.#labelCount ? 0 : -Infinity;
    }
  }

  /** Empties the list. */
  clear(): void {
    this.#labels = 0;
    this.#others = this.#values.length;
  }

  /** Adds a label with a path over labels of that score. */
  addLabel(node: number, score: number): void {
    this.#add(node, score, this.#labels++, 0);
  }

  /** Adds any other source. */
  add(node: number, score: number): void {
    this.#add(node, score, --this.#others, this.#values.length - 1);
  }

  #add(node: number, score: number, at: number, first: number): void {
    const nodes = this.#nodes;
    const values = this.#values;
    if (at !== first && score > values[first]!) {
      nodes[at] = nodes[first]!;
      values[at] = values[first]!;
      at = first;
    }
    nodes[at] = node;
    values[at] = score;
  }

  /** The source that is best into a node, −1 if no edge leads there; among equals the smallest. */
  bestSource(node: number): number {
    const target = node * this.#nodeCount;
    let [best, source] = [-Infinity, -1];
    for (let at = 0; at < this.#values.length; at++) {
      if (at === this.#labels) at = this.#others;
      if (at === this.#values.length) break;
      const score = this.#values[at]! + this.#edges[target + this.#nodes[at]!]!;
      if (score > best || (score === best && this.#nodes[at]! < source)) {
        [best, source] = [score, this.#nodes[at]!];
      }
    }
    return source;
  }

  /** Fills `best` and `labelBest` for the nodes of a column. */
  relax(nodes: Int32Array, start: number, count: number): void {
    const { best, labelBest } = this;
    const edges = this.#edges;
    const offsets = this.#nodes;
    const values = this.#values;
    const stride = this.#nodeCount;
    const labels = this.#labels;
    const others = this.#others;
    const end = values.length;
    let i = 0;
    for (; i + MANY <= count; i += MANY) {
      const t0 = nodes[start + i]! * stride;
      const t1 = nodes[start + i + 1]! * stride;
      const t2 = nodes[start + i + 2]! * stride;
      const t3 = nodes[start + i + 3]! * stride;
      const t4 = nodes[start + i + 4]! * stride;
      const t5 = nodes[start + i + 5]! * stride;
      const t6 = nodes[start + i + 6]! * stride;
      const t7 = nodes[start + i + 7]! * stride;
      let m0 = -Infinity, m1 = -Infinity, m2 = -Infinity, m3 = -Infinity;
      let m4 = -Infinity, m5 = -Infinity, m6 = -Infinity, m7 = -Infinity;
      for (let source = 0; source < labels; source++) {
        const offset = offsets[source]!;
        const value = values[source]!;
        const s0 = value + edges[t0 + offset]!;
        if (s0 > m0) m0 = s0;
        const s1 = value + edges[t1 + offset]!;
        if (s1 > m1) m1 = s1;
        const s2 = value + edges[t2 + offset]!;
        if (s2 > m2) m2 = s2;
        const s3 = value + edges[t3 + offset]!;
        if (s3 > m3) m3 = s3;
        const s4 = value + edges[t4 + offset]!;
        if (s4 > m4) m4 = s4;
        const s5 = value + edges[t5 + offset]!;
        if (s5 > m5) m5 = s5;
        const s6 = value + edges[t6 + offset]!;
        if (s6 > m6) m6 = s6;
        const s7 = value + edges[t7 + offset]!;
        if (s7 > m7) m7 = s7;
      }
      labelBest[i] = m0;
      labelBest[i + 1] = m1;
      labelBest[i + 2] = m2;
      labelBest[i + 3] = m3;
      labelBest[i + 4] = m4;
      labelBest[i + 5] = m5;
      labelBest[i + 6] = m6;
      labelBest[i + 7] = m7;
      for (let source = end - 1; source >= others; source--) {
        const offset = offsets[source]!;
        const value = values[source]!;
        const s0 = value + edges[t0 + offset]!;
        if (s0 > m0) m0 = s0;
        const s1 = value + edges[t1 + offset]!;
        if (s1 > m1) m1 = s1;
        const s2 = value + edges[t2 + offset]!;
        if (s2 > m2) m2 = s2;
        const s3 = value + edges[t3 + offset]!;
        if (s3 > m3) m3 = s3;
        const s4 = value + edges[t4 + offset]!;
        if (s4 > m4) m4 = s4;
        const s5 = value + edges[t5 + offset]!;
        if (s5 > m5) m5 = s5;
        const s6 = value + edges[t6 + offset]!;
        if (s6 > m6) m6 = s6;
        const s7 = value + edges[t7 + offset]!;
        if (s7 > m7) m7 = s7;
      }
      best[i] = m0;
      best[i + 1] = m1;
      best[i + 2] = m2;
      best[i + 3] = m3;
      best[i + 4] = m4;
      best[i + 5] = m5;
      best[i + 6] = m6;
      best[i + 7] = m7;
    }
    // Two or three that are left over go with one or two from before.
    for (; count - i > 1 && count >= FEW; i += FEW) {
      if (i + FEW > count) i = count - FEW;
      const t0 = nodes[start + i]! * stride;
      const t1 = nodes[start + i + 1]! * stride;
      const t2 = nodes[start + i + 2]! * stride;
      const t3 = nodes[start + i + 3]! * stride;
      let m0 = -Infinity, m1 = -Infinity, m2 = -Infinity, m3 = -Infinity;
      for (let source = 0; source < labels; source++) {
        const offset = offsets[source]!;
        const value = values[source]!;
        const s0 = value + edges[t0 + offset]!;
        if (s0 > m0) m0 = s0;
        const s1 = value + edges[t1 + offset]!;
        if (s1 > m1) m1 = s1;
        const s2 = value + edges[t2 + offset]!;
        if (s2 > m2) m2 = s2;
        const s3 = value + edges[t3 + offset]!;
        if (s3 > m3) m3 = s3;
      }
      labelBest[i] = m0;
      labelBest[i + 1] = m1;
      labelBest[i + 2] = m2;
      labelBest[i + 3] = m3;
      for (let source = end - 1; source >= others; source--) {
        const offset = offsets[source]!;
        const value = values[source]!;
        const s0 = value + edges[t0 + offset]!;
        if (s0 > m0) m0 = s0;
        const s1 = value + edges[t1 + offset]!;
        if (s1 > m1) m1 = s1;
        const s2 = value + edges[t2 + offset]!;
        if (s2 > m2) m2 = s2;
        const s3 = value + edges[t3 + offset]!;
        if (s3 > m3) m3 = s3;
      }
      best[i] = m0;
      best[i + 1] = m1;
      best[i + 2] = m2;
      best[i + 3] = m3;
    }
    for (; i < count; i++) {
      const target = nodes[start + i]! * stride;
      let m = -Infinity;
      for (let source = 0; source < labels; source++) {
        const score = values[source]! + edges[target + offsets[source]!]!;
        if (score > m) m = score;
      }
      labelBest[i] = m;
      for (let source = end - 1; source >= others; source--) {
        const score = values[source]! + edges[target + offsets[source]!]!;
        if (score > m) m = score;
      }
      best[i] = m;
    }
  }
}
