/**
 * A binary max-heap of (score, item) pairs in typed arrays.
 *
 * @module
 */

/** Items with the largest score on top; among equal scores, the smallest item. */
export class ScoreHeap {
  #scores = new Float64Array(16);
  #items = new Int32Array(16);
  /** How many pairs are in the heap. */
  size = 0;

  /** Score of the top pair. Only while `size` > 0. */
  get topScore(): number {
    return this.#scores[0]!;
  }

  /** Item of the top pair. Only while `size` > 0. */
  get topItem(): number {
    return this.#items[0]!;
  }

  /** Empties the heap. */
  clear(): void {
    this.size = 0;
  }

  /** Adds a pair. Cost: O(log size). */
  push(score: number, item: number): void {
    if (this.size === this.#items.length) this.#grow();
    const scores = this.#scores;
    const items = this.#items;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!precedes(score, item, scores[parent]!, items[parent]!)) break;
      scores[at] = scores[parent]!;
      items[at] = items[parent]!;
      at = parent;
    }
    scores[at] = score;
    items[at] = item;
  }

  /** Removes the top pair. Cost: O(log size). */
  pop(): void {
    const last = --this.size;
    if (last > 0) this.replaceTop(this.#scores[last]!, this.#items[last]!);
  }

  /** Removes the top pair and adds another. Cost: O(log size). */
  replaceTop(score: number, item: number): void {
    const scores = this.#scores;
    const items = this.#items;
    const size = this.size;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      const right = child + 1;
      if (right < size && precedes(scores[right]!, items[right]!, scores[child]!, items[child]!)) {
        child = right;
      }
      if (!precedes(scores[child]!, items[child]!, score, item)) break;
      scores[at] = scores[child]!;
      items[at] = items[child]!;
      at = child;
    }
    scores[at] = score;
    items[at] = item;
  }

  #grow(): void {
    const scores = new Float64Array(2 * this.#scores.length);
    const items = new Int32Array(scores.length);
    scores.set(this.#scores);
    items.set(this.#items);
    this.#scores = scores;
    this.#items = items;
  }
}

function precedes(score: number, item: number, otherScore: number, otherItem: number): boolean {
  return score > otherScore || (score === otherScore && item < otherItem);
}
