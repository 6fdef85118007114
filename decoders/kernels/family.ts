/**
 * Opening compiled kernels.
 *
 * @module
 */

import type { Arena } from "./arena.ts";

/**
 * A family of kernels: functions that are compiled into one binary. Each is there twice, for
 * float32 and for float64: `advantages32` and `advantages64`, and so on. Their parameters are
 * addresses in an arena, except where they count.
 */
export class Family<Kernels> {
  readonly #binary: string;
  #module: WebAssembly.Module | undefined;

  /** Of a binary in base64, which is compiled at the first use. */
  constructor(binary: string) {
    this.#binary = binary;
  }

  /** The kernels over the scores in an arena. */
  open(arena: Arena): Kernels {
    this.#module ??= new WebAssembly.Module(decode(this.#binary));
    const { exports } = new WebAssembly.Instance(this.#module, { env: { memory: arena.memory } });
    const bits = `${8 * arena.scoreBytes}`;
    const kernels = Object.entries(exports)
      .filter(([name]) => name.endsWith(bits))
      .map(([name, kernel]) => [name.slice(0, -bits.length), kernel]);
    return Object.fromEntries(kernels);
  }
}

/** `Uint8Array.fromBase64` is not everywhere. */
function decode(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
