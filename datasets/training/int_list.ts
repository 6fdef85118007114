/**
 * A list of integers that grows in place.
 *
 * @module
 */

/** Millions of integers without an object for each. */
export class IntList {
  #values = new Int32Array(1024);
  #length = 0;

  /** The number of integers pushed. */
  get length(): number {
    return this.#length;
  }

  /** Appends one integer. */
  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Int32Array(2 * this.#length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  /** A copy of the integers pushed so far. */
  toArray(): Int32Array<ArrayBuffer> {
    return this.#values.slice(0, this.#length);
  }
}
