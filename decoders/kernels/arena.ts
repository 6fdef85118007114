/**
 * Memory that kernels share with their callers.
 *
 * @module
 */

/** Addresses are multiples of this: a line of the cache. */
const ALIGNMENT = 64;
const PAGE_BYTES = 65536;

/**
 * WebAssembly memory from which blocks are taken and never given back; it goes when nobody refers
 * to the arena. It grows as needed, which detaches its views: ask for them anew after `allocate`.
 */
export class Arena {
  readonly memory = new WebAssembly.Memory({ initial: 1 });
  /** Address 0 means nothing. */
  #end = ALIGNMENT;
  #integers = new Int32Array(this.memory.buffer);
  #singles = new Float32Array(this.memory.buffer);
  #doubles = new Float64Array(this.memory.buffer);

  /** The address of a new block, filled with zeros. @throws RangeError if memory is exhausted */
  allocate(bytes: number): number {
    const address = this.#end;
    this.#end += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    const missing = this.#end - this.memory.buffer.byteLength;
    if (missing > 0) {
      // Room to spare, so that many small blocks grow it only now and then.
      const spare = Math.min(this.memory.buffer.byteLength / 4, 64 * PAGE_BYTES);
      this.memory.grow(Math.ceil((missing + spare) / PAGE_BYTES));
      this.#integers = new Int32Array(this.memory.buffer);
      this.#singles = new Float32Array(this.memory.buffer);
      this.#doubles = new Float64Array(this.memory.buffer);
    }
    return address;
  }

  /** All of the memory as integers; the index is the address / 4. */
  get integers(): Int32Array {
    return this.#integers;
  }

  /** All of the memory as float32; the index is the address / 4. */
  get singles(): Float32Array {
    return this.#singles;
  }

  /** All of the memory as float64; the index is the address / 8. */
  get doubles(): Float64Array {
    return this.#doubles;
  }
}
