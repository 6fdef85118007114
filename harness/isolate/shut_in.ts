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

/** Globals that the harness reads, copies and finds scores with. */
const KEPT = [
  ...["Array", "ArrayBuffer", "SharedArrayBuffer", "Map", "DataView"],
  ...["Int8Array", "Int16Array", "Int32Array", "BigInt64Array"],
  ...["Uint8Array", "Uint8ClampedArray", "Uint16Array", "Uint32Array", "BigUint64Array"],
  ...["Float32Array", "Float64Array"],
];

/**
 * Takes away what outlives the process or runs beside it: storage, caches, workers and the inside
 * of Deno. Freezes what the harness's own handling of scores depends on, so that no decoder can put
 * code of its own there: neither in place of it nor, by a getter, before it.
 */
export function shutIn(): void {
  for (const name of GIVEN_UP) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(process, "getBuiltinModule");
  const { internal } = Deno as unknown as { readonly internal: symbol };
  Reflect.deleteProperty(Deno, internal);
  for (const name of KEPT) {
    const value = (globalThis as unknown as Record<string, { readonly prototype: object }>)[name]!;
    Object.freeze(value);
    Object.freeze(value.prototype);
    Reflect.defineProperty(globalThis, name, { value, writable: false, configurable: false });
  }
  const anyArray = Object.getPrototypeOf(Uint8Array) as { readonly prototype: object };
  Object.freeze(anyArray);
  Object.freeze(anyArray.prototype);
  Object.freeze(Object.getPrototypeOf([][Symbol.iterator]()));
}
