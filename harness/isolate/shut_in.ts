/**
 * What a process gives up before it loads a decoder, besides what its permissions deny.
 *
 * @module
 */

import process from "node:process";

/** Globals that keep something on disk, or that share the processors. */
const GIVEN_UP = [
  ...["localStorage", "sessionStorage", "caches", "Storage", "Cache", "CacheStorage"],
  ...["Worker", "BroadcastChannel"],
];

/**
 * Takes away what outlives the process or runs beside it: storage, caches and workers. Freezes what
 * the harness's own reading of bytes depends on, so that no decoder can put code of its own there.
 */
export function shutIn(): void {
  for (const name of GIVEN_UP) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(process, "getBuiltinModule");
  Object.freeze(Object.getPrototypeOf(Uint8Array.prototype));
  Object.freeze(ArrayBuffer.prototype);
}
