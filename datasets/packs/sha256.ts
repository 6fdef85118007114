/**
 * SHA-256 wherever there is JavaScript: hashes of packs do not wait for a promise, as those of
 * browsers would, and need no module of Node.
 *
 * Source: FIPS 180-4, Sections 4.1.2, 5.1.1 and 6.2.
 *
 * @module
 */

/** Bytes that are compressed at a time. */
const BLOCK_BYTES = 64;
/** Bytes at the end of the last block that hold the length of the message in bits. */
const LENGTH_BYTES = 8;
const ROUNDS = 64;

const PRIMES = firstPrimes(ROUNDS);
/** Square roots of the first eight primes: 32 bits after the binary point. */
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
/** Cube roots of the first 64 primes: 32 bits after the binary point. */
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

/** The hash of bytes that come in parts. */
export class Sha256 {
  readonly #state = Int32Array.from(INITIAL);
  readonly #words = new Int32Array(ROUNDS);
  readonly #rest = new Uint8Array(BLOCK_BYTES);
  #length = 0;

  /** Takes the next bytes. */
  update(bytes: Uint8Array): this {
    let at = 0;
    const started = this.#length % BLOCK_BYTES;
    this.#length += bytes.length;
    if (started > 0) {
      at = Math.min(BLOCK_BYTES - started, bytes.length);
      this.#rest.set(bytes.subarray(0, at), started);
      if (started + at < BLOCK_BYTES) return this;
      this.#compress(viewOf(this.#rest), 0);
    }
    const view = viewOf(bytes);
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) this.#compress(view, at);
    this.#rest.set(bytes.subarray(at));
    return this;
  }

  /** The hash in hex. Nothing may be taken afterwards. */
  hex(): string {
    const bits = 8 * this.#length;
    const used = (this.#length + 1 + LENGTH_BYTES) % BLOCK_BYTES;
    const padding = new Uint8Array(1 + (BLOCK_BYTES - used) % BLOCK_BYTES + LENGTH_BYTES);
    padding[0] = 0x80;
    viewOf(padding).setBigUint64(padding.length - LENGTH_BYTES, BigInt(bits));
    this.update(padding);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  #compress(view: DataView, at: number): void {
    const words = this.#words;
    const state = this.#state;
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < ROUNDS; i++) {
      const early = words[i - 15]!;
      const late = words[i - 2]!;
      const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words[i] = words[i - 16]! + first + words[i - 7]! + second;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as Registers;
    for (let i = 0; i < ROUNDS; i++) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice +
        CONSTANTS[i]! + words[i]!;
      const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
      [h, g, f, e] = [g, f, e, (d + first) | 0];
      [d, c, b, a] = [c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((register, i) => state[i]! += register);
  }
}

type Registers = [number, number, number, number, number, number, number, number];

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return primes;
}

/** The first 32 bits after the binary point. */
function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}
