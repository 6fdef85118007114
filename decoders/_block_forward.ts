/**
 * The forward pass of dense Viterbi, without the edges that cannot matter.
 *
 * @module
 */

import { BLOCK, BlockTransitions } from "./_block_transitions.ts";
import { clusteredLabels } from "./_label_clusters.ts";
import type { Work } from "./contract.ts";
import type { Lattice, Model } from "./lattice.ts";
import { restrictedStep } from "./_restricted_step.ts";
import { ScoreHeap } from "./_score_heap.ts";

/** What share of the dense edges a position may take before its other sources go unchecked. */
const CHECKED_SHARE = 1 / 4;

/**
 * Computes α of all labels, α_0(y) = n_0(y), α_t(y) = max_x ( α_{t−1}(x) + e(x, y) ) + n_t(y).
 *
 * The sources x of a position are visited in descending order of their key α(x) + max_y e(x, y); v(y)
 * is the best sum so far. A source passes over the blocks of next labels in which α(x) plus the
 * largest e(x, y) of the block does not exceed the least v, and blocks whose least v is not below the
 * key are left out for good, for later sources have smaller keys. When no block is left, neither is
 * a source. The first source relaxes all labels, so most of the others are not even sorted: their
 * keys do not exceed the least v of all.
 *
 * Exact to the last bit, on any scores: rounding is monotone, so what is passed over is a maximum of
 * sums none of which exceeds v as it was rounded. A label that no label leads to would keep its
 * block open for ever: its v is +∞ until the end of the step.
 *
 * Where skipping takes more than a quarter of the dense edges at a position, the sources that are
 * left are relaxed without checks: so no position takes more than 1¼ times the dense edges.
 *
 * Cost: per position 3L besides the edges. An edge is counted for each label of a block that is
 * relaxed, and one for each maximum of a block that is compared. Memory O(TL + L²).
 */
export class BlockForward {
  readonly #model: Model;
  readonly #table: BlockTransitions;
  /** Keys of the sources of a position; v of its labels by place, and the least of each block. */
  readonly #keys: Float64Array;
  readonly #best: Float64Array;
  readonly #least: Float64Array;
  /** Blocks that may still matter. */
  readonly #open: Int32Array;
  readonly #order = new ScoreHeap();
  readonly #prefixes: Float64Array;
  readonly #unchecked: Float64Array;
  readonly #none: Float64Array;
  /** α, T×L, of the last lattice. */
  alpha: Float64Array = new Float64Array(0);
  /** Sources of position t that raised a label's v, from t·L on, and how many. */
  #sources = new Int32Array(0);
  #counts = new Int32Array(0);

  /** Groups labels by their incoming transitions, or by rank. Cost: O(L²). */
  constructor(model: Model, isClustered: boolean) {
    const { labelCount } = model;
    const labels = isClustered
      ? clusteredLabels(model, BLOCK)
      : Int32Array.from({ length: labelCount }, (_, label) => label);
    const table = new BlockTransitions(model, labels);
    this.#model = model;
    this.#table = table;
    this.#keys = new Float64Array(labelCount);
    this.#best = new Float64Array(table.stride);
    this.#least = new Float64Array(table.blocks);
    this.#open = new Int32Array(table.blocks);
    this.#prefixes = new Float64Array(labelCount);
    this.#unchecked = new Float64Array(labelCount);
    this.#none = new Float64Array(labelCount);
  }

  /** See `Decode.revise`; the groups stay. Cost: O(L). */
  revise(previous: number, label: number): void {
    this.#table.revise(previous, label);
  }

  /** Computes α of a lattice. */
  run(lattice: Lattice, work: Work): void {
    const { labelCount } = this.#model;
    const { length, emissions } = lattice;
    if (this.alpha.length < length * labelCount) {
      this.alpha = new Float64Array(length * labelCount);
      this.#sources = new Int32Array(length * labelCount);
      this.#counts = new Int32Array(length);
    }
    const { alpha } = this;
    for (let y = 0; y < labelCount; y++) alpha[y] = emissions[y]!;
    const best = this.#best;
    const { labels } = this.#table;
    for (let t = 1; t < length; t++) {
      const row = t * labelCount;
      this.#step(t, work);
      for (let place = 0; place < labelCount; place++) {
        const score = best[place] === Infinity ? -Infinity : best[place]!;
        const at = row + labels[place]!;
        alpha[at] = score + emissions[at]!;
      }
    }
  }

  /** Computes v of all labels. */
  #step(t: number, work: Work): void {
    const { labelCount } = this.#model;
    const previous = (t - 1) * labelCount;
    const { alpha } = this;
    const keys = this.#keys;
    const { maxima } = this.#table;
    let first = -1;
    let firstKey = -Infinity;
    for (let x = 0; x < labelCount; x++) {
      const key = alpha[previous + x]! + maxima[x]!;
      keys[x] = key;
      if (key > firstKey) {
        firstKey = key;
        first = x;
      }
    }
    this.#counts[t] = 0;
    if (first < 0) {
      this.#best.fill(-Infinity);
      return;
    }
    const least = this.#relaxAll(t, first);
    const order = this.#order;
    order.clear();
    keys[first] = -Infinity;
    for (let x = 0; x < labelCount; x++) if (keys[x]! > least) order.push(keys[x]!, x);
    work.edgeEvaluations += labelCount + this.#visit(t);
    work.nodeExpansions += this.#counts[t]!;
  }

  /** Sets v from one source; returns the least. */
  #relaxAll(t: number, source: number): number {
    const { labelCount } = this.#model;
    const prefix = this.alpha[(t - 1) * labelCount + source]!;
    const best = this.#best;
    const { transitions, stride, blocks } = this.#table;
    const edges = source * stride;
    let least = Infinity;
    for (let block = 0, y = 0; block < blocks; block++) {
      let blockLeast = Infinity;
      for (const end = y + BLOCK; y < end; y++) {
        const score = prefix + transitions[edges + y]!;
        best[y] = score;
        if (score < blockLeast) blockLeast = score;
      }
      this.#least[block] = blockLeast;
      this.#open[block] = block;
      if (blockLeast < least) least = blockLeast;
    }
    this.#sources[t * labelCount] = source;
    this.#counts[t] = 1;
    return least;
  }

  /** Raises v from the other sources in order; returns how many edges that took. */
  #visit(t: number): number {
    const { labelCount } = this.#model;
    const order = this.#order;
    const previous = (t - 1) * labelCount;
    const limit = CHECKED_SHARE * labelCount * labelCount;
    const { blocks, blockMaxima, stride } = this.#table;
    const padding = stride - labelCount;
    const least = this.#least;
    const open = this.#open;
    const last = blocks - 1;
    let openCount = blocks;
    let edges = 0;
    for (; order.size > 0; order.pop()) {
      if (edges > limit) return edges + this.#visitUnchecked(t);
      const key = order.topScore;
      const source = order.topItem;
      const prefix = this.alpha[previous + source]!;
      const maxima = source * blocks;
      let kept = 0;
      let relaxed = 0;
      for (let i = 0; i < openCount; i++) {
        const block = open[i]!;
        if (key <= least[block]!) continue;
        open[kept++] = block;
        if (prefix + blockMaxima[maxima + block]! <= least[block]!) continue;
        this.#relaxBlock(source, prefix, block);
        relaxed += block === last ? BLOCK - padding : BLOCK;
      }
      openCount = kept;
      edges += kept + relaxed;
      if (relaxed > 0) this.#sources[t * labelCount + this.#counts[t]!++] = source;
      if (kept === 0) break;
    }
    return edges;
  }

  #relaxBlock(source: number, prefix: number, block: number): void {
    const best = this.#best;
    const { transitions, stride } = this.#table;
    let y = block * BLOCK;
    let at = source * stride + y;
    let least = Infinity;
    for (const end = y + BLOCK; y < end; y++, at++) {
      const score = prefix + transitions[at]!;
      let value = best[y]!;
      if (score > value) best[y] = value = score;
      if (value < least) least = value;
    }
    this.#least[block] = least;
  }

  /** Raises v from all sources that are left; returns how many edges that took. */
  #visitUnchecked(t: number): number {
    const { labelCount, transitions } = this.#model;
    const order = this.#order;
    const row = t * labelCount;
    const sources = this.#sources;
    const start = this.#counts[t]!;
    let count = start;
    for (; order.size > 0; order.pop()) {
      const source = order.topItem;
      sources[row + count] = source;
      this.#prefixes[count++] = this.alpha[row - labelCount + source]!;
    }
    this.#counts[t] = count;
    const values = this.#unchecked;
    const visited = sources.subarray(row, row + count);
    restrictedStep(transitions, visited, this.#prefixes, start, count, this.#none, values);
    const best = this.#best;
    this.#table.labels.forEach((y, place) => {
      if (values[y]! > best[place]!) best[place] = values[y]!;
    });
    return (count - start) * labelCount;
  }

  /**
   * The best path of the lattice that was run last, undefined if there is none. Ties: the smallest
   * label among the sources that were visited, from the last position backwards.
   */
  follow({ length }: Lattice): Int32Array | undefined {
    const { labelCount, transitions } = this.#model;
    const { alpha } = this;
    const labels = new Int32Array(length);
    let score = -Infinity;
    for (let y = 0, at = (length - 1) * labelCount; y < labelCount; y++, at++) {
      if (alpha[at]! > score) {
        score = alpha[at]!;
        labels[length - 1] = y;
      }
    }
    if (score === -Infinity) return undefined;
    for (let t = length - 1; t > 0; t--) {
      const row = t * labelCount;
      const previous = row - labelCount;
      let best = -Infinity;
      for (let i = row; i < row + this.#counts[t]!; i++) {
        const x = this.#sources[i]!;
        const candidate = alpha[previous + x]! + transitions[x * labelCount + labels[t]!]!;
        if (candidate > best || (candidate === best && x < labels[t - 1]!)) {
          best = candidate;
          labels[t - 1] = x;
        }
      }
    }
    return labels;
  }
}
