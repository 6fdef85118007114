/**
 * Labels in descending order of a key, sorted only as far as they are asked for.
 *
 * @module
 */

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
