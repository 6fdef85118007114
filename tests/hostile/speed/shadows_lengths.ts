/**
 * Hostile: gives the arrays of the harness a length and a buffer that look at what is in them.
 *
 * @module
 */

import { ahead } from "./_ahead.ts";

/** Puts a getter before that of all typed arrays, which is frozen. */
function shadow(type: { readonly prototype: object }, name: string, see: (it: never) => void) {
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(type.prototype), name)!;
  Object.defineProperty(type.prototype, name, {
    get() {
      see(this as never);
      return get!.call(this);
    },
  });
}

/** Decodes while it is asked how long an array is. */
export default ahead("shadows-lengths", (own) => {
  shadow(Float64Array, "buffer", (numbers: Float64Array) => {
    own.numbers = numbers;
  });
  shadow(Int32Array, "length", (pairs: Int32Array) => {
    if (own.numbers === undefined) return;
    const { numbers } = own;
    own.numbers = undefined;
    own.look(numbers, pairs);
  });
});
