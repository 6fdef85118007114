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

/**
 * A family of kernels: functions that are compiled into one binary. Each is there twice, for
 * float32 and for float64: `advantages32` and `advantages64`, and so on. Their parameters are
 * addresses in an arena, except where they count.
 */
export class Family<Kernels> {
  readonly #binary: string;
  #module: WebAssembly.Module | undefined;
  readonly #opened = new WeakMap<Arena, Kernels>();

  /** Of a binary in base64, which is compiled at the first use. */
  constructor(binary: string) {
    this.#binary = binary;
  }

  /** The kernels over the scores in an arena, opened once. */
  open(arena: Arena): Kernels {
    const opened = this.#opened.get(arena) ?? this.#instantiate(arena);
    this.#opened.set(arena, opened);
    return opened;
  }

  #instantiate(arena: Arena): Kernels {
    this.#module ??= new WebAssembly.Module(decode(this.#binary));
    const { exports } = new WebAssembly.Instance(this.#module, { env: { memory: arena.memory } });
    const bits = `${8 * arena.scoreBytes}`;
    const kernels = Object.entries(exports)
      .filter(([name]) => name.endsWith(bits))
      .map(([name, kernel]) => [name.slice(0, -bits.length), kernel]);
    return Object.fromEntries(kernels);
  }
}

/** At once where there is a function for it; a callback for each byte takes milliseconds. */
function decode(base64: string): Uint8Array<ArrayBuffer> {
  const { fromBase64 }: Partial<typeof Uint8Array> = Uint8Array;
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
