import { assert, assertEquals, assertGreater, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  fitsFloat32,
  FLOAT64_BITS,
  gridExponent,
  isOnGrid,
  naturalExponent,
  partialSumBound,
  roundingTolerance,
} from "../../../decoders/chain/grid.ts";
import columnGeneration from "../../../decoders/column_generation.ts";
import dominance from "../../../decoders/dominance.ts";
import { scorePath } from "../../../decoders/lattice.ts";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import { Random } from "../../../datasets/random.ts";
import { problemOf } from "../../helpers/problems.ts";

it("FLOAT64_BITS is the last power of two up to which all integers are float64s", () => {
  assertEquals(2 ** FLOAT64_BITS - 1, Number.MAX_SAFE_INTEGER);
});

describe("naturalExponent()", () => {
  it("is the least in its range of which all scores are multiples", () => {
    assertEquals(naturalExponent(Float64Array.of(1, -Infinity, 4), 0, 32), 0);
    assertEquals(naturalExponent(Float64Array.of(1, 0.5, 0.125, 0.75), 0, 32), 3);
    assertEquals(naturalExponent(Float64Array.of(1, 0.5), 5, 32), 5);
    assertEquals(naturalExponent(Float64Array.of(8, 24), -9, 32), -3);
    assertEquals(naturalExponent(new Float64Array(3), -9, 32), -9);
    assertEquals(naturalExponent(new Float64Array(0), 0, 32), 0);
  });

  it("is the end of its range when no exponent in it is enough", () => {
    assertEquals(naturalExponent(Float64Array.of(0.1), 0, 32), 32);
    assertEquals(naturalExponent(Float64Array.of(1 + 2 ** -40), 0, 39), 39);
    assertEquals(naturalExponent(Float64Array.of(1 + 2 ** -40), 0, 41), 40);
  });
});

describe("isOnGrid()", () => {
  it("is true from the natural exponent on", () => {
    const lists = [[0.75, -3], [8, 24], [2 ** -32, 1], [1e9 / 64], [2 ** 1000, 2 ** 999]];
    for (const list of lists) {
      const scores = Float64Array.from(list);
      const natural = naturalExponent(scores, -1000, FLOAT64_BITS);
      assert(!isOnGrid(scores, natural - 1), `${list} below ${natural}`);
      assert(isOnGrid(scores, natural), `${list} at ${natural}`);
      assert(isOnGrid(scores, natural + 1), `${list} above ${natural}`);
    }
  });

  it("passes over what is forbidden, and looks at all scores", () => {
    assert(isOnGrid(Float64Array.of(-Infinity, 2), 0));
    assert(!isOnGrid(Float64Array.of(2, -Infinity, 0.5), 0));
    assert(!isOnGrid(Float64Array.of(NaN), 0));
    assert(isOnGrid(new Float64Array(0), 0));
  });
});

it("partialSumBound() is T emissions and T - 1 transitions", () => {
  assertEquals(partialSumBound(3, 10, 1), 32);
  assertEquals(partialSumBound(1, 10, 99), 10);
});

describe("gridExponent()", () => {
  it("is 32 when sums are small, and never more for scores of 1", () => {
    for (const bound of [1, 2 ** 20]) assertEquals(gridExponent(bound, 1), 32);
    assertEquals(gridExponent(0, 0), 32);
  });

  it("is finer when all scores are small", () => {
    assertEquals(gridExponent(1, 0.25), 34);
    assertEquals(gridExponent(2 ** -20, 2 ** -21), 53);
    assertEquals(gridExponent(2 ** 19, 2 ** -21), 33);
    assertEquals(gridExponent(1e-300, 5e-324), 1022);
  });

  it("is the largest g for which sums a millionth larger are below 2^(53-g)", () => {
    const property = fc.property(fc.double({ min: 2 ** 20, max: 1e300, noNaN: true }), (bound) => {
      const exponent = gridExponent(bound, bound);
      const roomy = bound * (1 + 1e-6);
      assert(roomy < 2 ** (53 - exponent), "too fine");
      if (exponent < 32) assert(roomy >= 2 ** (53 - exponent - 1), "too coarse");
    });
    fc.assert(property, { seed: 1, numRuns: 500 });
    for (let bits = 22; bits < 1000; bits += 7) {
      assertEquals(gridExponent(2 ** bits * 0.999, 1), 53 - bits);
      assertEquals(gridExponent(2 ** bits, 1), 52 - bits);
    }
  });
});

it("fitsFloat32() is true when differences of sums have at most 24 bits on their grid", () => {
  assert(fitsFloat32(2 ** 23 - 1, 0));
  assert(!fitsFloat32(2 ** 23, 0));
  assert(fitsFloat32(2 ** 13 - 1, 10));
  assert(!fitsFloat32(2 ** 13, 10));
  assert(fitsFloat32(2 ** 29 - 1, -6));
  assert(fitsFloat32(2 ** -110, 126));
  assert(!fitsFloat32(2 ** -110, 127));
});

describe("roundingTolerance()", () => {
  it("is 0 when sums are exact", () => {
    const [model, lattice] = problemOf([[5]], [[3]]);
    assertEquals(roundingTolerance(model)(lattice), 0);
  });

  it("covers the difference of two orders of summation when scores are decimals", () => {
    const random = new Random(3);
    for (let run = 0; run < 200; run++) {
      const length = 1 + random.integer(200);
      const draw = () => random.uniform() * 10 ** random.integer(6);
      const emissions = new Float64Array(length).map(draw);
      const transitions = Float64Array.of(draw());
      const model = { labelCount: 1, transitions };
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

  it("loses no path when a long sentence has the largest scores", () => {
    const [largest, length] = [2 ** 1000, 3000];
    const transitions = Float64Array.of(-Infinity, -largest, largest, largest);
    const lattice = { length, emissions: new Float64Array(2 * length).fill(largest) };
    const model = { labelCount: 2, transitions };
    const found = [
      prepared(dominance, model)(lattice),
      prepared(columnGeneration, model, { cap: 0 })(lattice),
    ];
    const score = scorePath(model, lattice, new Int32Array(length).fill(1));
    assertEquals(found.map(({ paths: [path] }) => path?.score), [score, score]);
  });
});
