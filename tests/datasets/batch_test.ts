import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { pad, unpad } from "../../datasets/batch.ts";
import auto from "../../decoders/auto.ts";
import { prepared } from "../../decoders/chain/prepared.ts";
import { seededRandom } from "../../harness/conformance/generators.ts";

const L = 5;
const random = seededRandom(3);
const scores = (count: number) => Float64Array.from({ length: count }, () => random.unit());
const LATTICES = [4, 1, 6, 2].map((length) => ({ length, emissions: scores(length * L) }));

describe("unpad()", () => {
  it("gives views of what was padded, with a mask or with lengths", () => {
    const { emissions, mask, shape } = pad(LATTICES, L);
    assertEquals(shape, [4, 6, 5]);
    const rows = shape.slice(0, 1).flatMap((count) =>
      Array.from({ length: count }, (_, b) => Array.from(mask.subarray(6 * b, 6 * b + 6), Boolean))
    );
    for (const given of [mask, rows, { lengths: LATTICES.map(({ length }) => length) }]) {
      const lattices = unpad(emissions, shape, given);
      assertEquals(lattices, LATTICES);
      assertStrictEquals(lattices[0]!.emissions.buffer, emissions.buffer);
    }
  });

  it("never reads padding: a sentence decodes to the same bits as alone, in any order", () => {
    const decode = prepared(auto, {
      labelCount: L,
      transitions: scores(L * L),
      exactSums: false,
      float32Exact: false,
    });
    const alone = LATTICES.map((lattice) => decode(lattice, 3));
    const { emissions, mask, shape } = pad(LATTICES.toReversed(), L);
    mask.forEach((counts, position) => {
      if (!counts) emissions.fill(position % 2 ? NaN : Infinity, position * L, (position + 1) * L);
    });
    assertEquals(
      unpad(emissions, shape, mask).map((lattice) => decode(lattice, 3)).reverse(),
      alone,
    );
  });

  it("throws RangeError for holes, sentences without positions and other sizes", () => {
    const emissions = new Float32Array(12);
    assertThrows(() => unpad(emissions, [2, 3, 2], [1, 0, 1, 1, 1, 1]), RangeError, "sentence 0");
    assertThrows(() => unpad(emissions, [2, 3, 2], [1, 0, 0, 0, 0, 0]), RangeError, "sentence 1");
    assertThrows(() => unpad(emissions, [2, 3, 2], [1, 1, 1]), RangeError, "1.5 positions");
    assertThrows(() => unpad(emissions, [3, 3, 2], [1]), RangeError, "6 positions");
  });
});
