/**
 * What a decoder returns must be there when its clock stops.
 *
 * @module
 */

import { isProxy } from "node:util/types";

const { isArray } = Array;
const { isView } = ArrayBuffer;
const { getOwnPropertyDescriptor, getOwnPropertySymbols, getPrototypeOf } = Object;
const { ownKeys } = Reflect;
const OBJECT = Object.prototype;
const ARRAY = Array.prototype;
const TYPED_ARRAYS = new Set<unknown>(
  [Float32Array, Float64Array, Int32Array].map(({ prototype }) => prototype),
);
const isTypedArray = TYPED_ARRAYS.has.bind(TYPED_ARRAYS);

/**
 * Refuses a value that computes something when it is read: a proxy, an object with a getter, an
 * array with an iterator of its own. Objects, arrays and typed arrays of JavaScript are data.
 *
 * @throws TypeError
 */
export function requireData(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const prototype = getPrototypeOf(value);
  if (isProxy(value)) refuse("a proxy");
  if (isView(value)) {
    const isOwn = getOwnPropertySymbols(value).length > 0 ||
      getOwnPropertyDescriptor(value, "length") !== undefined;
    if (isOwn || !isTypedArray(prototype)) refuse("a view with properties of its own");
    return;
  }
  if (prototype !== OBJECT && !(isArray(value) && prototype === ARRAY)) {
    refuse("neither an object nor an array of JavaScript");
  }
  const names = ownKeys(value);
  for (let i = 0; i < names.length; i++) {
    const property = getOwnPropertyDescriptor(value, names[i]!)!;
    if (typeof names[i] === "symbol" || !("value" in property)) refuse("computed when it is read");
    requireData(property.value);
  }
}

function refuse(what: string): never {
  throw new TypeError(`Cannot take an answer that is ${what}`);
}
