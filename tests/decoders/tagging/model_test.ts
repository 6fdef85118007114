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
    assertEquals([single.exactSums, single.float32Exact, single.labelCount], [
      undefined,
      undefined,
      2,
    ]);
  });

  it("rounds to the grid of the bound", () => {
    const bound = { emission: 10, length: 100 };
    const { model, rule } = checkModel({ transitions: MATRIX, bound });
    assertEquals(model.exactSums, true);
    assertEquals(rule.scale, 2 ** 32);
    assertEquals(model.transitions[1], Math.round(0.1 * 2 ** 32) / 2 ** 32);
    assertEquals(model.transitions[2], -Infinity);
  });

  it("refuses what is no model", () => {
    const refused: [model: unknown, said: string][] = [
      [{ transitions: [1, 2, 3] }, "3 scores are no square matrix"],
      [{ transitions: [] }, "no square"],
      [{ transitions: [[1, 2], [3]] }, "from label 1: 1 scores"],
      [{ transitions: [[1, NaN], [3, 4]] }, "from label 0, label 1, as a score: NaN"],
      [{ transitions: FLAT, start: [0, Infinity] }, "start, label 1, as a score: Infinity"],
      [{ transitions: FLAT, end: [0] }, "end: 1 scores"],
      [{ transitions: FLAT, labels: ["A"] }, "with 1 names"],
      [{ transitions: FLAT, bound: { emission: -1, length: 1 } }, "-1"],
      [{ transitions: FLAT, bound: { emission: 1, length: 0.5 } }, "0.5"],
      [{ transitions: FLAT, bound: { emission: 1e12, length: 9 } }, "lower"],
      [{ transitions: FLAT, bound: { emission: 1, length: 9, unit: 0.3 } }, "0.3"],
      [{ transitions: [[0, null], [0, 0]] }, "from label 0, label 1, as a score: null"],
      [{ transitions: ["00", "00"] }, "transitions"],
      [{ transitions: [["0", "1"], [0, 0]] }, 'as a score: "0"'],
      [{ transitions: null }, "transitions, no array: null"],
      [{ transitions: FLAT, start: null }, "start, no array: null"],
      [{ transitions: FLAT, end: [0, true] }, "end, label 1, as a score: true"],
      [{ transitions: FLAT, labels: null }, "labels, no array: null"],
      [{}, "Cannot use transitions, no array: undefined"],
      [undefined, "Cannot use options of a tagger's model, no object: undefined"],
      [{ transition: FLAT }, 'an option "transition" of a tagger\'s model: it has transitions,'],
      [{ transition: FLAT }, '(did you mean "transitions"?)'],
      [{ transitions: FLAT, bound: { emission: 1, lenght: 9 } }, 'did you mean "length"?'],
      [
        { transitions: [0, -1e30, 0, 0], bound: { emission: 1, length: 9 } },
        "transition score has magnitude 1e+30: write -Infinity for what is forbidden)",
      ],
      [{ transitions: FLAT, bound: { emission: 1e30, length: 9 } }, "write -Infinity for"],
    ];
    for (const [model, said] of refused) {
      assertThrows(() => checkModel(model as Parameters<typeof checkModel>[0]), Error, said);
    }
  });

  it("names labels in errors", () => {
    const labels = ["A", "B"];
    const message = 'from label 1 ("B"), label 0 ("A"), as a score: NaN';
    assertThrows(() => checkModel({ transitions: [0, 0, NaN, 0], labels }), RangeError, message);
  });
});
