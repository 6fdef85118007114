import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { EXP_ERROR } from "../../../../decoders/kernels/probability/exp.ts";
import { UnitWeights } from "../../../../decoders/parsing/forest/unit_weights.ts";
import { Random } from "../../../../datasets/random.ts";

describe("UnitWeights", () => {
  it("has e to multiples of the unit, with four times the error of exp at most", () => {
    for (const unit of [1, 2 ** -10, 2 ** -12, 2 ** -14]) {
      const weights = UnitWeights.of(unit)!;
      const random = new Random(1);
      const scores = Array.from({ length: 5000 }, () => -random.integer(708 / unit) * unit);
      const some = Float64Array.of(0, -unit, unit, -1, 3, -707, -708, ...scores);
      const weighed = some.slice();
      weights.weigh(weighed);
      some.forEach((score, i) => {
        const right = Math.exp(score);
        const error = Math.abs(weighed[i]! - right) / right;
        assert(error <= 4 * EXP_ERROR + 2 ** -52, `${score} in units of ${unit}: ${error}`);
      });
      const none = Float64Array.of(-709, -1e300, -Infinity, NaN);
      weights.weigh(none);
      assertEquals(none, new Float64Array(4));
    }
  });

  it("has no tables for units that are too fine, or above 1", () => {
    assertEquals([2 ** -15, 2].map((unit) => UnitWeights.of(unit)), [undefined, undefined]);
  });
});
