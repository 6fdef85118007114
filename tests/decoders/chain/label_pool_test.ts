import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { newLabels } from "../../../decoders/chain/label_pool.ts";

describe("newLabels()", () => {
  it("refuses what is no length, which would stay in the slab for everyone", () => {
    for (const length of [1.5, -1, NaN, Infinity, 2 ** 33 + 0.5]) {
      const message = `Cannot label this number of positions: ${length}`;
      assertThrows(() => newLabels(length), RangeError, message);
      assertEquals(newLabels(3), new Int32Array(3));
    }
  });
});
