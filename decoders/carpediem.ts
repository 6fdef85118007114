/**
 * CarpeDiem: Viterbi that opens nodes only while they may still matter.
 *
 * @module
 */

import type { Decoded, Decoder, OptionsOf, Work } from "./contract.ts";
import { incomingMaxima, outgoingMaxima, transpose } from "./chain/dense_viterbi.ts";
import type { Lattice, Model } from "./lattice.ts";
import { BOUNDS, NONE, tell, tellNode } from "./chain/observer.ts";
import { roundingTolerance } from "./chain/grid.ts";

/** Options of CarpeDiem. */
export const OPTIONS = {
  bound: {
    default: "global",
    choices: ["global", "source", "target"],
    meaning: "bound a transition by the largest of all, out of its source or into its target",
  },
} as const;

/**
 * CarpeDiem: the labels of a position are opened (their prefix scores computed) in descending order
 * of a bound, until none of the others can be the best.
 *
 * Let e(x, y) ≤ out(x) + S + in(y). With `bound=global` S is the largest transition and out = in =
 * 0. With `source` out is the row maximum, with `target` in is the column maximum, and S = 0. The
 * key of a node is key_t(y) = n_t(y) + in(y) + out(y), without `in` at the first position and
 * without `out` at the last. With A_t = max_y ( α_t(y) + out(y) ),
 *
 *     α_t(y) + out(y) ≤ A_{t−1} + S + key_t(y).                                            (1)
 *
 * A position opens nodes in descending key until the best α_t(y) + out(y) is at least the bound (1)
 * of the next one, and so is A_t. To open (t, y) is to find max_x ( α_{t−1}(x) + e(x, y) ): first
 * over the open predecessors, then over closed ones in descending key, which are opened in turn,
 * while (1) says that they may matter.
 *
 * Exact: a node left closed, and all after it in the order, could not have raised the maximum.
 * Where sums round, a node stays closed only if its bound is below the best by more than twice the
 * rounding tolerance. Proof: `PROOFS.md`.
 *
 * Ties: the smallest label among the open ones; which are open depends on the scores alone. Cost:
 * T·L to order the keys in heaps; of edges between T−1 and (T−1)·L². Preparation: O(L²).
 *
 * Source: Esposito and Radicioni 2009, CarpeDiem: Optimizing the Viterbi Algorithm and Applications
 * to Supervised Sequential Learning, JMLR 10, with a loop for the recursion. `source` and
 * `target` are our own.
 */
const carpediem: Decoder<typeof OPTIONS> = {
  name: "carpediem",
  title: "CarpeDiem",
  source: "Esposito and Radicioni 2009",
  exact: true,
  maxK: 1,
  options: OPTIONS,
  prepare(model, { bound }) {
    const { labelCount } = model;
    const incoming = transpose(model.transitions, labelCount);
    const bounds = transitionBounds(model, bound);
    const layers = new Layers(labelCount, incoming, bounds);
    const toleranceOf = roundingTolerance(model);

    return (lattice, _k, work) => {
      const { length } = lattice;
      const tolerance = 2 * toleranceOf(lattice);
      work.iterations++;
      tell(work, "iteration", 0, work.iterations);
      layers.reset(lattice);
      for (let t = 0; t < length; t++) {
        layers.enter(t);
        let best = -Infinity;
        // A bound of −∞ opens nothing: it is above nothing.
        while (layers.nextBound(t) > best - tolerance) {
          best = Math.max(best, layers.openNext(t, tolerance, work));
        }
        if (best === -Infinity) return { paths: [] };
        layers.leave(t, best);
      }
      if (work.observer) layers.tellClosed(work);
      return layers.follow();
    };
  },
};
export default carpediem;

/** Bounds of the transitions: e(x, y) ≤ out(x) + any + in(y). */
interface TransitionBounds {
  readonly any: number;
  readonly into: Float64Array;
  readonly outOf: Float64Array;
}

function transitionBounds(
  model: Model,
  bound: OptionsOf<typeof OPTIONS>["bound"],
): TransitionBounds {
  const none = new Float64Array(model.labelCount);
  switch (bound) {
    case "source":
      return { any: 0, into: none, outOf: outgoingMaxima(model) };
    case "target":
      return { any: 0, into: incomingMaxima(model), outOf: none };
    case "global":
      return { any: Math.max(...outgoingMaxima(model)), into: none, outOf: none };
  }
}

/** The nodes: open ones by position and slot in order of opening, closed ones in order of keys. */
class Layers {
  readonly #labelCount: number;
  readonly #incoming: Float64Array;
  readonly #bounds: TransitionBounds;
  readonly #order: LazyOrder;
  #lattice: Lattice = { length: 0, emissions: new Float64Array(0) };
  /** Open nodes of each position. */
  #counts = new Int32Array(0);
  /** A_{t−1} + S, 0 at the first position. */
  #reach = new Float64Array(0);
  /** Label, α and predecessor's slot of each open node. */
  #labels = new Int32Array(0);
  #prefixes = new Float64Array(0);
  #back = new Int32Array(0);
  /** The stack: of each position the label that is being opened, and its best sum so far. */
  #opening = new Int32Array(0);
  #best = new Float64Array(0);

  constructor(labelCount: number, incoming: Float64Array, bounds: TransitionBounds) {
    this.#labelCount = labelCount;
    this.#incoming = incoming;
    this.#bounds = bounds;
    this.#order = new LazyOrder(labelCount);
  }

  reset(lattice: Lattice): void {
    const { length } = lattice;
    this.#lattice = lattice;
    this.#order.reserve(length);
    if (this.#counts.length >= length) return;
    const size = length * this.#labelCount;
    this.#counts = new Int32Array(length);
    this.#reach = new Float64Array(length);
    this.#opening = new Int32Array(length);
    this.#best = new Float64Array(length);
    this.#labels = new Int32Array(size);
    this.#prefixes = new Float64Array(size);
    this.#back = new Int32Array(size);
  }

  /** Closes all nodes of a position. */
  enter(t: number): void {
    const labelCount = this.#labelCount;
    const { into, outOf } = this.#bounds;
    const { length, emissions } = this.#lattice;
    const keys = this.#order.keysOf(t);
    const row = t * labelCount;
    for (let y = 0; y < labelCount; y++) keys[y] = emissions[row + y]!;
    if (t > 0) { for (let y = 0; y < labelCount; y++) keys[y]! += into[y]!; }
    if (t < length - 1) { for (let y = 0; y < labelCount; y++) keys[y]! += outOf[y]!; }
    this.#order.start(t);
    this.#counts[t] = 0;
    if (t === 0) this.#reach[0] = 0;
  }

  /** The bound (1) of the closed nodes of a position, −∞ if there is none. */
  nextBound(t: number): number {
    return this.#order.sizes[t] === 0 ? -Infinity : this.#reach[t]! + this.#order.nextKey(t);
  }

  /** Leaves position t with A_t, the best of its scores. */
  leave(t: number, best: number): void {
    if (t + 1 < this.#lattice.length) this.#reach[t + 1] = best + this.#bounds.any;
  }

  /** Opens the node with the largest key; returns its α + out. */
  openNext(last: number, tolerance: number, work: Work): number {
    const { any, into, outOf } = this.#bounds;
    let t = last;
    this.#start(t, work);
    for (;;) {
      const y = this.#opening[t]!;
      if (t > 0 && this.nextBound(t - 1) + (any + into[y]!) > this.#best[t]! - tolerance) {
        this.#start(--t, work);
        continue;
      }
      const slot = t * this.#labelCount + this.#counts[t]!++;
      const emission = this.#lattice.emissions[t * this.#labelCount + y]!;
      const prefix = t === 0 ? emission : this.#best[t]! + emission;
      this.#labels[slot] = y;
      this.#prefixes[slot] = prefix;
      if (work.observer) {
        const other = t === 0 ? NONE : this.#labels[this.#back[slot]!]!;
        tellNode(work, "opened", [t, y], other, prefix);
      }
      if (t === last) return t < this.#lattice.length - 1 ? prefix + outOf[y]! : prefix;
      t++;
      this.#relax(t, slot, slot + 1);
      work.edgeEvaluations++;
    }
  }

  /** Begins to open the node with the largest key: its best sum over the open predecessors. */
  #start(t: number, work: Work): void {
    this.#opening[t] = this.#order.next(t);
    this.#order.take(t);
    this.#best[t] = -Infinity;
    if (t === 0) return;
    const open = this.#counts[t - 1]!;
    const previous = (t - 1) * this.#labelCount;
    this.#relax(t, previous, previous + open);
    work.nodeExpansions++;
    work.edgeEvaluations += open;
  }

  /** Raises the best sum of the node that is being opened over predecessors start ≤ slot < end. */
  #relax(t: number, start: number, end: number): void {
    const labels = this.#labels;
    const prefixes = this.#prefixes;
    const incoming = this.#incoming;
    const edges = this.#opening[t]! * this.#labelCount;
    const node = t * this.#labelCount + this.#counts[t]!;
    let best = this.#best[t]!;
    let back = this.#back[node]!;
    for (let slot = start; slot < end; slot++) {
      const score = prefixes[slot]! + incoming[edges + labels[slot]!]!;
      if (score > best || (score === best && labels[slot]! < labels[back]!)) {
        best = score;
        back = slot;
      }
    }
    this.#best[t] = best;
    this.#back[node] = back;
  }

  /** Tells of the nodes that were never opened, with what could have arrived at them at most. */
  tellClosed(work: Work): void {
    const { length } = this.#lattice;
    for (let t = 0; t < length; t++) {
      for (; this.#order.sizes[t]! > 0; this.#order.take(t)) {
        const y = this.#order.next(t);
        const emission = this.#lattice.emissions[t * this.#labelCount + y]!;
        const arriving = this.#reach[t]! + (t > 0 ? this.#bounds.into[y]! : 0) + emission;
        tellNode(work, "dropped", [t, y], BOUNDS.indexOf("arrival"), arriving);
      }
    }
  }

  /** The best path, from the open nodes of the last position. */
  follow(): Decoded {
    const { length } = this.#lattice;
    const first = (length - 1) * this.#labelCount;
    let node = first;
    let score = this.#prefixes[node]!;
    for (let slot = first + 1; slot < first + this.#counts[length - 1]!; slot++) {
      const other = this.#prefixes[slot]!;
      if (other > score || (other === score && this.#labels[slot]! < this.#labels[node]!)) {
        score = other;
        node = slot;
      }
    }
    const labels = new Int32Array(length);
    for (let t = length - 1; t >= 0; t--) {
      labels[t] = this.#labels[node]!;
      node = this.#back[node]!;
    }
    return { paths: [{ score, labels }] };
  }
}

/**
 * The labels of each position in descending order of their keys, smaller labels first among equal
 * keys: one binary heap a position, in arrays that all positions share.
 */
export class LazyOrder {
  readonly #labelCount: number;
  #keys = new Float64Array(0);
  #heaps = new Int32Array(0);
  /** Labels not yet taken of each position. */
  sizes: Int32Array = new Int32Array(0);

  /** Makes no room yet; `reserve` does. */
  constructor(labelCount: number) {
    this.#labelCount = labelCount;
  }

  /** Makes room for a sentence. */
  reserve(length: number): void {
    if (this.sizes.length >= length) return;
    this.#keys = new Float64Array(length * this.#labelCount);
    this.#heaps = new Int32Array(length * this.#labelCount);
    this.sizes = new Int32Array(length);
  }

  /** The keys of a position, to be written before `start`. */
  keysOf(t: number): Float64Array {
    return this.#keys.subarray(t * this.#labelCount, (t + 1) * this.#labelCount);
  }

  /** Begins a position: no label is taken. Cost: O(L). */
  start(t: number): void {
    const labelCount = this.#labelCount;
    const row = t * labelCount;
    for (let y = 0; y < labelCount; y++) this.#heaps[row + y] = y;
    this.sizes[t] = labelCount;
    for (let at = (labelCount >> 1) - 1; at >= 0; at--) {
      siftDown(this.#keys, this.#heaps, row, labelCount, at);
    }
  }

  /** The next label of a position. Only while its size > 0. */
  next(t: number): number {
    return this.#heaps[t * this.#labelCount]!;
  }

  /** The key of the next label. Only while the position's size > 0. */
  nextKey(t: number): number {
    const row = t * this.#labelCount;
    return this.#keys[row + this.#heaps[row]!]!;
  }

  /** Takes the next label. Cost: O(log L). */
  take(t: number): void {
    const row = t * this.#labelCount;
    const size = --this.sizes[t]!;
    this.#heaps[row] = this.#heaps[row + size]!;
    siftDown(this.#keys, this.#heaps, row, size, 0);
  }
}

/** Moves the label at `at` down to where it belongs in the heap of `size` labels from `row` on. */
function siftDown(
  keys: Float64Array,
  heaps: Int32Array,
  row: number,
  size: number,
  at: number,
): void {
  const label = heaps[row + at]!;
  const key = keys[row + label]!;
  for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
    let other = heaps[row + child]!;
    let otherKey = keys[row + other]!;
    if (child + 1 < size) {
      const right = heaps[row + child + 1]!;
      const rightKey = keys[row + right]!;
      if (rightKey > otherKey || (rightKey === otherKey && right < other)) {
        child++;
        other = right;
        otherKey = rightKey;
      }
    }
    if (otherKey < key || (otherKey === key && other > label)) break;
    heaps[row + at] = other;
    at = child;
  }
  heaps[row + at] = label;
}
