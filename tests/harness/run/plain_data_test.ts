import { assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { requireData } from "../../../harness/run/plain_data.ts";

describe("requireData()", () => {
  it("takes objects, arrays and typed arrays", () => {
    const slab = new Int32Array(8);
    requireData({ paths: [{ score: -Infinity, labels: slab.subarray(2, 5) }], bound: 3 });
    requireData({ paths: [], bound: undefined });
  });

  class Labels extends Int32Array {}
  class Path {
    score = 1;
  }
  const withLength = Object.defineProperty(new Int32Array(2), "length", { get: () => 2 });
  const withIterator = Object.assign(new Int32Array(2), { *[Symbol.iterator]() {} });
  const others: readonly [what: string, value: unknown][] = [
    ["an object with a getter", {
      get paths() {
        return [];
      },
    }],
    ["an array with a getter", Object.defineProperty([], 0, { get: () => 1, enumerable: true })],
    ["an array with an iterator", Object.assign([1], { *[Symbol.iterator]() {} })],
    ["a proxy", new Proxy([], {})],
    ["an object of a class", new Path()],
    ["a typed array of a class", new Labels(2)],
    ["a typed array with a length", withLength],
    ["a typed array with an iterator", withIterator],
  ];
  for (const [what, value] of others) {
    it(`throws TypeError when given ${what}`, () => {
      assertThrows(() => requireData({ paths: [value] }), TypeError, "Cannot take an answer");
    });
  }
});
