import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertGreater, assertLessOrEqual } from "@std/assert";
import { roundingTolerance } from "../../../decoders/chain/grid.ts";
import { Random } from "../../../datasets/random.ts";

describe("roundingTolerance()", () => {
  it("is 0 when sums are exact", () => {
    const model = {
      labelCount: 1,
      transitions: Float64Array.of(5),
      exactSums: true,
      float32Exact: true,
    };
    assertEquals(roundingTolerance(model)({ length: 1, emissions: Float64Array.of(3) }), 0);
  });

  it("covers the difference of two orders of summation when scores are decimals", () => {
    const random = new Random(3);
    for (let run = 0; run < 200; run++) {
      const length = 1 + random.integer(200);
      const draw = () => random.uniform() * 10 ** random.integer(6);
      const emissions = new Float64Array(length).map(draw);
      const transitions = Float64Array.of(draw());
      const model = { labelCount: 1, transitions, exactSums: false, float32Exact: false };
      let left = emissions[0]!;
      let right = emissions[length - 1]!;
      for (let t = 1; t < length; t++) {
        left = left + transitions[0]! + emissions[t]!;
        right = emissions[length - 1 - t]! + (transitions[0]! + right);
      }
      const tolerance = roundingTolerance(model)({ length, emissions });
      assertLessOrEqual(Math.abs(left - right), tolerance);
      assertGreater(tolerance, 0);
    }
  });
});
