/**
 * Memory that kernels share with their callers.
 *
 * @module
 */

import type { Watched } from "../chain/observer.ts";

/** In WebAssembly with SIMD, or in TypeScript. */
export type KernelKind = "simd" | "plain";

/** Addresses are multiples of this: a line of the cache. */
const ALIGNMENT = 64;
const PAGE_BYTES = 65536;
/** The constants of kernels, which the compiler places from 1024 on, are below this. */
const STATIC_BYTES = 2048;
/**
 * An arena ends here: what is written in 32 bits of a table is read as a signed integer, so that an
 * address beyond would become a negative one.
 */
const MOST_BYTES = 2 ** 31;
/** What is left for sentences of what an arena can hold. */
const SENTENCE_BYTES = 2 ** 27;

/** A function that counts the bits of a vector: compiles where WebAssembly has SIMD. */
const SIMD_FUNCTION = /* @__PURE__ */ Uint8Array.from(
  "0 97 115 109 1 0 0 0 1 5 1 96 0 1 123 3 2 1 0 10 10 1 8 0 65 0 253 15 253 98 11".split(" "),
  Number,
);

/** Whether it is an error that kernels cannot be compiled, and whether the console has said so. */
let areRequired = false;
let isReported = false;
/** Why compiling is forbidden, "" if it is not: tried once, for a page reports each try. */
let refusal: string | undefined;

/**
 * Makes it an error from now on that kernels cannot be compiled: whoever measures them does not
 * want the plain loops instead.
 */
export function requireKernels(): void {
  areRequired = true;
}

/**
 * Whether kernels can be compiled here: WebAssembly has SIMD, and is not forbidden, as it is in a
 * page whose policy is `script-src 'self'`. Where they cannot, plain loops give the same answers;
 * the first time that this matters, the console says so.
 *
 * @throws TypeError where they cannot and `requireKernels` was called
 */
export function hasKernels(): boolean {
  const obstacle = findObstacle();
  if (obstacle === "") return true;
  if (areRequired) throw new TypeError(`Cannot compile the kernels of decoders: ${obstacle}`);
  if (!isReported) {
    console.warn(
      `Trellis decodes without WebAssembly, with the same answers but more slowly: ${obstacle}. ` +
        "A page allows WebAssembly by 'wasm-unsafe-eval' in script-src of its policy.",
    );
  }
  isReported = true;
  return false;
}

function findObstacle(): string {
  if (lacksWebAssembly()) return "there is no WebAssembly here";
  if (!WebAssembly.validate(SIMD_FUNCTION)) return "WebAssembly has no SIMD here";
  return refusal ??= findRefusal();
}

function findRefusal(): string {
  try {
    new WebAssembly.Module(SIMD_FUNCTION);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether no kernel can be compiled at all, as in a browser's mode of high security. */
function lacksWebAssembly(): boolean {
  return typeof WebAssembly === "undefined";
}

/** Memory for plain kernels alone. What grows is copied; views of before are of what was. */
class PlainMemory {
  buffer: ArrayBuffer = new ArrayBuffer(PAGE_BYTES);

  grow(pages: number): void {
    const bytes = new Uint8Array(this.buffer);
    const larger = new Uint8Array(bytes.length + pages * PAGE_BYTES);
    larger.set(bytes);
    this.buffer = larger.buffer;
  }
}

/**
 * WebAssembly memory from which blocks are taken. Several families of kernels can work in one
 * arena.
 *
 * It grows as needed. What is in it stays at its address, but all views of it are detached: ask for
 * them anew after `allocate`, or `spare` as much as will be allocated. Pages that were never
 * written take no memory.
 *
 * A block is never given back by itself: the memory goes when nobody refers to the arena, to
 * kernels that were opened in it or to a view. `dispose` detaches the views.
 */
export class Arena {
  /** What kernels import. Without WebAssembly, plain ones work in an ordinary buffer. */
  readonly memory: { readonly buffer: ArrayBufferLike; grow(pages: number): unknown };
  /** Which kernels work in it. */
  readonly kind: KernelKind;
  /** Bytes of a score: 4 for float32, 8 for float64. */
  readonly scoreBytes: 4 | 8;
  /** Positions that lasting rows were reserved for: no buffer is made for fewer. */
  positions = 0;
  /** What plain kernels tell of what they do, if somebody watches: see `Work.observer`. */
  watched: Watched | undefined;
  /** Address 0 means nothing, and constants of kernels lie before this. */
  #end = STATIC_BYTES;
  #integers!: Int32Array;
  #singles!: Float32Array;
  #doubles!: Float64Array;
  #scores!: Float32Array | Float64Array;

  /** An arena of a page, for float64 or for float32. */
  constructor(kind: KernelKind, scoreBytes: 4 | 8) {
    this.memory = lacksWebAssembly() ? new PlainMemory() : new WebAssembly.Memory({ initial: 1 });
    this.kind = kind;
    this.scoreBytes = scoreBytes;
    this.#view(this.memory.buffer);
  }

  /**
   * The address of a new block, filled with zeros.
   *
   * @throws RangeError if memory is exhausted, of which 2 GiB are the most, or for what is no size;
   * then nothing is changed
   */
  allocate(bytes: number): number {
    checkSize(bytes);
    const address = this.#end;
    const end = address + Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) {
      // Room to spare, so that many small blocks grow it only now and then.
      const { byteLength } = this.memory.buffer;
      const spare = Math.min(byteLength / 4, 64 * PAGE_BYTES);
      this.#grow(Math.max(missing, Math.min(missing + spare, MOST_BYTES - byteLength)));
    }
    this.#end = end;
    return address;
  }

  /** Allocates several blocks and nothing else: all of them, or, if there is an error, none. */
  allocateTogether<Blocks>(allocate: () => Blocks): Blocks {
    const end = this.#end;
    try {
      return allocate();
    } catch (error) {
      this.#end = end;
      throw error;
    }
  }

  /** Grows now, so that so many bytes can be allocated before views are detached. */
  spare(bytes: number): void {
    checkSize(bytes);
    const missing = bytes - this.spareBytes;
    if (missing > 0) this.#grow(missing);
  }

  /**
   * For how many positions a buffer is made that has room for `old` and needs it for `length`:
   * the first is as long as the sentence, later ones twice as long as those before.
   */
  roomFor(length: number, old: number): number {
    return Math.max(length, 2 * old, this.positions);
  }

  /** Whether so many bytes can ever be allocated besides what is, and sentences beside them. */
  hasRoomFor(bytes: number): boolean {
    return this.#end + bytes <= MOST_BYTES - SENTENCE_BYTES;
  }

  /** Bytes that can be allocated before views are detached. */
  get spareBytes(): number {
    return this.memory.buffer.byteLength - this.#end;
  }

  /**
   * Detaches all views of the memory, so that they do not keep it. Nothing can be done in it
   * afterwards.
   */
  dispose(): void {
    this.memory.grow(0);
    this.#end = Infinity;
    this.#view(new ArrayBuffer(0));
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

  /** All of the memory as scores; the index is the address / `scoreBytes`. */
  get scores(): Float32Array | Float64Array {
    return this.#scores;
  }

  #grow(bytes: number): void {
    const { buffer } = this.memory;
    try {
      if (buffer.byteLength + bytes > MOST_BYTES) throw new RangeError("2 GiB are the most");
      this.memory.grow(Math.ceil(bytes / PAGE_BYTES));
    } catch (cause) {
      const sizes = `${buffer.byteLength} bytes by so many: ${bytes}`;
      throw new RangeError(`Cannot grow the memory of kernels, ${sizes}`, { cause });
    }
    this.#view(this.memory.buffer);
  }

  #view(buffer: ArrayBufferLike): void {
    this.#integers = new Int32Array(buffer);
    this.#singles = new Float32Array(buffer);
    this.#doubles = new Float64Array(buffer);
    this.#scores = this.scoreBytes === 4 ? this.#singles : this.#doubles;
  }
}

/** A fraction or NaN would stay in all addresses to come, and blocks would overlap. */
function checkSize(bytes: number): void {
  if (Number.isInteger(bytes) && bytes >= 0) return;
  throw new RangeError(`Cannot allocate this number of bytes: ${bytes}`);
}

/**
 * An arena for kernels of a kind.
 *
 * `simd` computes in float32 where that is exact (`Model.float32Exact`: partial sums and their
 * differences fit 24 bits), four scores at a time, otherwise in float64, two at a time. `plain`
 * computes in float64. Both give the same values and do the same work. Where `hasKernels` says no,
 * `simd` is `plain`.
 */
export function openArena(kind: KernelKind, isFloat32Exact = false): Arena {
  const isSimd = kind === "simd" && hasKernels();
  return new Arena(isSimd ? "simd" : "plain", isSimd && isFloat32Exact ? 4 : 8);
}
