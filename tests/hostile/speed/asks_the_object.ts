/**
 * Hostile: puts `toJSON` on all objects, and looks at what the harness says of itself.
 *
 * @module
 */

import { ahead } from "./_ahead.ts";

/** Looks for scores in whatever is written as JSON. */
export default ahead("asks-the-object", (own) => {
  Object.defineProperty(Object.prototype, "toJSON", {
    configurable: true,
    value() {
      if (this instanceof Float64Array) own.look(this, new Int32Array(0));
      return this;
    },
  });
});
