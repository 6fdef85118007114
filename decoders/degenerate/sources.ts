/**
 * The step of a pass from one column to the next.
 *
 * @module
 */

import type { DegenerateModel } from "./model.ts";

/**
 * The nodes of a column as sources of the next, and the best way from them to each node there.
 *
 * Sources with a path over labels come first, so that one loop over all of them passes the best of
 * those on its way to the best of all.
 */
export class SourceList {
  readonly #model: DegenerateModel;
  /** Labels with a path over labels from the front, all others from the back. */
  readonly #offsets: Int32Array;
  readonly #values: Float64Array;
  #labels = 0;
  #others = 0;
  /** Between edges of neighbours in the transitions, for sources and for targets. */
  #sourceStride = 0;
  #targetStride = 0;
  /** By target, the best of all sources with the edge. */
  readonly best: Float64Array;
  /** By target, the best of those with a path over labels. */
  readonly labelBest: Float64Array;

  constructor(model: DegenerateModel) {
    const { labelCount } = model;
    this.#model = model;
    this.#offsets = new Int32Array(2 * labelCount);
    this.#values = new Float64Array(2 * labelCount);
    this.best = new Float64Array(labelCount);
    this.labelBest = new Float64Array(labelCount);
  }

  /** How many there are. */
  get count(): number {
    return this.#labels + this.#values.length - this.#others;
  }

  /** Begins a pass. */
  begin(isForward: boolean): void {
    const { nodeCount } = this.#model;
    this.#sourceStride = isForward ? nodeCount : 1;
    this.#targetStride = isForward ? 1 : nodeCount;
  }

  /** Nothing arrives at the nodes of the first column. */
  beginAt(nodes: Int32Array, start: number, count: number): void {
    const { labelCount } = this.#model;
    for (let i = 0; i < count; i++) {
      this.best[i] = 0;
      this.labelBest[i] = nodes[start + i]! < labelCount ? 0 : -Infinity;
    }
  }

  /** Empties the list. */
  clear(): void {
    this.#labels = 0;
    this.#others = this.#values.length;
  }

  /** Adds a label with a path over labels of that score. */
  addLabel(node: number, score: number): void {
    const at = this.#labels++;
    this.#offsets[at] = node * this.#sourceStride;
    this.#values[at] = score;
  }

  /** Adds any other source. */
  add(node: number, score: number): void {
    const at = --this.#others;
    this.#offsets[at] = node * this.#sourceStride;
    this.#values[at] = score;
  }

  /** Fills `best` and `labelBest` for the nodes of a column, four at a time. */
  relax(nodes: Int32Array, start: number, count: number): void {
    const { transitions } = this.#model;
    const { best, labelBest } = this;
    const offsets = this.#offsets;
    const values = this.#values;
    const stride = this.#targetStride;
    const labels = this.#labels;
    const others = this.#others;
    const end = values.length;
    let i = 0;
    for (; i + 4 <= count; i += 4) {
      const t0 = nodes[start + i]! * stride, t1 = nodes[start + i + 1]! * stride;
      const t2 = nodes[start + i + 2]! * stride, t3 = nodes[start + i + 3]! * stride;
      let m0 = -Infinity, m1 = -Infinity, m2 = -Infinity, m3 = -Infinity;
      for (let source = 0; source < labels; source++) {
        const offset = offsets[source]!;
        const value = values[source]!;
        const s0 = value + transitions[offset + t0]!;
        if (s0 > m0) m0 = s0;
        const s1 = value + transitions[offset + t1]!;
        if (s1 > m1) m1 = s1;
        const s2 = value + transitions[offset + t2]!;
        if (s2 > m2) m2 = s2;
        const s3 = value + transitions[offset + t3]!;
        if (s3 > m3) m3 = s3;
      }
      labelBest[i] = m0;
      labelBest[i + 1] = m1;
      labelBest[i + 2] = m2;
      labelBest[i + 3] = m3;
      for (let source = others; source < end; source++) {
        const offset = offsets[source]!;
        const value = values[source]!;
        const s0 = value + transitions[offset + t0]!;
        if (s0 > m0) m0 = s0;
        const s1 = value + transitions[offset + t1]!;
        if (s1 > m1) m1 = s1;
        const s2 = value + transitions[offset + t2]!;
        if (s2 > m2) m2 = s2;
        const s3 = value + transitions[offset + t3]!;
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
        const score = values[source]! + transitions[offsets[source]! + target]!;
        if (score > m) m = score;
      }
      labelBest[i] = m;
      for (let source = others; source < end; source++) {
        const score = values[source]! + transitions[offsets[source]! + target]!;
        if (score > m) m = score;
      }
      best[i] = m;
    }
  }
}
