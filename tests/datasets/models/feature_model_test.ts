import { assert, assertEquals, assertGreater, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { bytesOf, byteString, textOf } from "../../../datasets/models/byte_strings.ts";
import { featureModel } from "../../../datasets/models/feature_model.ts";
import { FeatureSums } from "../../../datasets/models/sum.ts";

const found = (weights: number[]) => ({
  format: "invented",
  labels: ["A", "B"],
  attributes: new Map([["w=dax", 0]]),
  weights: {
    offsets: Int32Array.of(0, weights.length),
    columns: Int32Array.from(weights, (_, y) => y),
    weights: Float64Array.from(weights),
  },
});

describe("byteString()", () => {
  it("has a character for each byte, and textOf() undoes it", () => {
    assertEquals(byteString("né"), "n\u00c3\u00a9");
    for (const text of ["", "dax", "né", "月", "\ufeff𝄞"]) {
      assertEquals(textOf(byteString(text)), text);
    }
  });

  it("keeps what is no UTF-8", () => {
    assertEquals(textOf("\u00c3"), undefined);
    assertEquals(bytesOf("\u00c3\u0028"), Uint8Array.of(0xc3, 0x28));
  });
});

describe("featureModel()", () => {
  it("puts weights on a grid and says by how much they changed", () => {
    const { weights, grid } = featureModel(found([0.1, -7.3]), "a model");
    const scale = 2 ** grid.exponent;
    for (const weight of weights.weights) assert(Number.isInteger(weight * scale));
    assertEquals(grid.exponent, 30);
    assert(grid.largestChange > 0 && grid.largestChange <= 2 ** -31);
    assert(Math.abs(weights.weights[0]! - 0.1) <= grid.largestChange);
  });

  it("changes nothing where steps were coarse, and nothing that is to be added in float32", () => {
    const coarse = featureModel(found([0.1, 1e9]), "a model");
    assertEquals(coarse.grid, { exponent: Infinity, largestChange: 0 });
    assertEquals(coarse.weights.weights[0], 0.1);
    const transitions = Float64Array.of(0.1, 0, 0, 0);
    const parts = { ...found([0.1, 2]), transitions };
    const single = featureModel({ ...parts, sums: "float32" }, "a model");
    assertEquals(single.weights.weights[0], 0.1);
    // Transitions are not added in float32: decoders take their sums for exact.
    const { exponent, largestChange } = single.grid;
    assert(Number.isInteger(single.transitions[0]! * 2 ** exponent) && largestChange > 0);
  });

  it("knows how far sums off the grid may be, and refuses what overflows", () => {
    const sumsOf = (weights: number[]) => new FeatureSums(featureModel(found(weights), "m"));
    const [off, on] = [sumsOf([1e9, 0.1]), sumsOf([1, 0.1])];
    assertGreater(off.scores([["w=dax", "w=dax"]]).scoreError, 2e-7);
    assertGreater(1e-8, on.scores([["w=dax", "w=dax"]]).scoreError);
    const huge = () => sumsOf([-20, -20]).scores([[["w=dax", 1e308]]]);
    assertThrows(huge, RangeError, "Cannot add up scores of position 0: they may reach");
  });

  it("refuses NaN, ∞, other shapes and labels that are the same", () => {
    const refused = (model: object, message: string) =>
      assertThrows(() => featureModel({ ...found([1, 2]), ...model }, "m"), RangeError, message);
    refused({ weights: found([1, NaN]).weights }, "Cannot use weights of m, score 1: NaN");
    refused({ weights: found([-Infinity]).weights }, "weights of m, score 0: -Infinity");
    refused({ transitions: new Float64Array(3) }, "transitions of m: 3 scores, not 4");
    refused({ start: Float64Array.of(Infinity, 0) }, "start of m, score 0: Infinity");
    refused({ labels: ["A", "A"] }, 'Cannot tell labels of m apart: "A" twice');
    refused({ labels: [] }, "it has 0 labels");
  });
});
