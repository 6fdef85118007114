/**
 * The k best prefixes that have arrived at each node of a best-first search.
 *
 * @module
 */

/**
 * For each slot a list of at most k prefixes: those that the search has popped, best first, and
 * then those that are pending, best first. A prefix is given up only when k at least as good have
 * arrived at the same node.
 */
export class Arrivals {
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
