/**
 * Opening compiled kernels.
 *
 * @module
 */

import type { Arena } from "./arena.ts";

/** A function over an arena, without the arena. */
export type InArena<Twin> = Twin extends
  (arena: Arena, ...parameters: infer Parameters) => infer Result
  ? (...parameters: Parameters) => Result
  : never;

/** A binary as `deno task kernels` writes it: see `BASE`. */
export interface Binary {
  /** The bytes of the WebAssembly module, as text. */
  readonly wasm: string;
}

/** A plain function for each kernel, that has the arena as its first parameter. */
type Twins<Kernels> = {
  readonly [Name in keyof Kernels]: Kernels[Name] extends
    (...parameters: infer Parameters) => infer Result
    ? (arena: Arena, ...parameters: Parameters) => Result
    : never;
};

/**
 * A family of kernels: functions that are compiled into one binary. Those over scores are there
 * twice, for float32 and for float64: `advantages32` and `advantages64`, and so on; others, as
 * `sumRow64`, for float64 alone. Their parameters are addresses in an arena, except where they
 * count.
 *
 * The text of the binary is imported with the module, as all runtimes and bundlers can do that at
 * once; it becomes bytes, and these a module, when the family is first opened.
 */
export class Family<Kernels> {
  readonly #binary: Binary;
  readonly #twins: Twins<Kernels> | undefined;
  #module: WebAssembly.Module | undefined;
  readonly #opened = new WeakMap<Arena, Kernels>();

  /** Of a binary and, if there are, plain functions that do the same. */
  constructor(binary: Binary, twins?: Twins<Kernels>) {
    this.#binary = binary;
    this.#twins = twins;
  }

  /**
   * The kernels over the scores in an arena, opened once: the compiled ones, or, in an arena of the
   * kind `plain`, their twins.
   */
  open(arena: Arena): Kernels {
    const opened = this.#opened.get(arena) ?? this.#bound(arena) ?? this.#instantiate(arena);
    this.#opened.set(arena, opened);
    return opened;
  }

  #bound(arena: Arena): Kernels | undefined {
    if (arena.kind === "simd" || this.#twins === undefined) return;
    const twins = Object.entries<(arena: Arena, ...parameters: unknown[]) => unknown>(this.#twins);
    return Object.fromEntries(
      twins.map(([name, twin]) => [name, (...parameters: unknown[]) => twin(arena, ...parameters)]),
    ) as Kernels;
  }

  #instantiate(arena: Arena): Kernels {
    this.#module ??= new WebAssembly.Module(bytesOf(this.#binary.wasm));
    const memory = arena.memory as WebAssembly.Memory;
    const { exports } = new WebAssembly.Instance(this.#module, { env: { memory } });
    const bits = `${8 * arena.scoreBytes}`;
    const kernels = Object.entries(exports)
      .filter(([name]) => name.endsWith(bits))
      .map(([name, kernel]) => [name.slice(0, -bits.length), kernel]);
    return Object.fromEntries(kernels);
  }
}

/**
 * How a text has bytes: all in printable ASCII that needs no escape in JSON. A byte, `SHIFT` on, is
 * a number in base `BASE`: its low digit, and before that, unless it is 0, its high digit, which is
 * one of the two letters that no low digit is. Frequent bytes take one letter; packed by gzip the
 * text is as small as the bytes, which in base64 it is not.
 */
export const BASE = 91;
/** Puts bytes from 0xf0 on before 0: they are frequent. */
export const SHIFT = 16;
/** The letters are those from the space on, without these. */
export const ESCAPED = '"\\';

/** The bytes of a text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  const [quote, backslash] = [ESCAPED.charCodeAt(0), ESCAPED.charCodeAt(1)];
  let count = 0;
  let high = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digit = code - 32 - Number(code > quote) - Number(code > backslash);
    if (digit >= BASE) high = BASE * (digit - BASE + 1);
    else {
      bytes[count++] = high + digit - SHIFT;
      high = 0;
    }
  }
  return bytes.subarray(0, count);
}
