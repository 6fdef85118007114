import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { checkModel } from "../../../decoders/tagging/model.ts";

const MATRIX = [[0, 0.1], [-Infinity, 0.3]];
const FLAT = MATRIX.flat();

describe("checkModel()", () => {
  it("takes nested rows, and blocks of any kind", () => {
    const expected = Float64Array.from(FLAT);
    for (
      const transitions of [
        MATRIX,
        FLAT,
        expected,
        MATRIX.map((row) => Float64Array.from(row)),
      ]
    ) {
      assertEquals(checkModel({ transitions }).model.transitions, expected);
    }
    const single = checkModel({ transitions: Float32Array.from(FLAT) }).model;
    assertEquals(single.transitions[1], Math.fround(0.1));
    assertEquals([single.exactSums, single.float32Exact, single.labelCount], [false, false, 2]);
  });

  it("rounds to the grid of the bound", () => {
    const bound = { emission: 10, length: 100 };
    const { model, rule } = checkModel({ transitions: MATRIX, bound });
    assertEquals(model.exactSums, true);
    assertEquals(rule.scale, 2 ** 32);
    assertEquals(model.transitions[1], Math.round(0.1 * 2 ** 32) / 2 ** 32);
    assertEquals(model.transitions[2], -Infinity);
  });

  for (
    const [what, model, message] of [
      ["no square", { transitions: [1, 2, 3] }, "3 scores are no square matrix"],
      ["no labels", { transitions: [] }, "no square"],
      ["a short row", { transitions: [[1, 2], [3]] }, "from label 1: 1 scores"],
      ["NaN", { transitions: [[1, NaN], [3, 4]] }, "from label 0, label 1, as a score: NaN"],
      ["+∞", { transitions: FLAT, start: [0, Infinity] }, "start, label 1, as a score: Infinity"],
      ["a short end", { transitions: FLAT, end: [0] }, "end: 1 scores"],
      ["a name too few", { transitions: FLAT, labels: ["A"] }, "with 1 names"],
      ["no magnitude", { transitions: FLAT, bound: { emission: -1, length: 1 } }, "-1"],
      ["no length", { transitions: FLAT, bound: { emission: 1, length: 0.5 } }, "0.5"],
      ["a huge bound", { transitions: FLAT, bound: { emission: 1e12, length: 9 } }, "lower"],
      ["no unit", { transitions: FLAT, bound: { emission: 1, length: 9, unit: 0.3 } }, "0.3"],
    ] as const
  ) {
    it(`throws RangeError for ${what}`, () => {
      assertThrows(() => checkModel(model), RangeError, message);
    });
  }

  it("names labels in errors", () => {
    const labels = ["A", "B"];
    const message = 'from label 1 ("B"), label 0 ("A"), as a score: NaN';
    assertThrows(() => checkModel({ transitions: [0, 0, NaN, 0], labels }), RangeError, message);
  });
});
