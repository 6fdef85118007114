import { assert, assertAlmostEquals, assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { rounded, scoreRule } from "../../../decoders/tagging/score_rule.ts";

describe("scoreRule()", () => {
  it("gives a grid on which the largest sums of rounded scores are exact", () => {
    const magnitude = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(magnitude, magnitude, magnitude, fc.nat(500), (emission, transition, ends, t) => {
        const length = 1 + t;
        const { scale } = scoreRule({ emission, length }, { transition, ends });
        const at = (score: number) => rounded(score, scale) * scale;
        const sum = length * at(emission) + (length - 1) * at(transition) + at(ends);
        assertLessOrEqual(sum, 2 ** 53);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("says that float32 is exact when twice the sums fit 24 bits in the unit", () => {
    const fixed = { transition: 1, ends: 0 };
    const fits = (emission: number, unit: number) =>
      scoreRule({ emission, length: 2, unit }, fixed).float32Exact;
    assert(fits(1000, 2 ** -10));
    assert(!fits(5000, 2 ** -10));
    assert(!scoreRule({ emission: 1, length: 2 }, fixed).float32Exact);
  });

  it("lets through what it has rounded, and keeps the digits of small scores", () => {
    const fixed = { transition: 0, ends: 0 };
    const { limit, scale } = scoreRule({ emission: 0.3, length: 2 }, fixed);
    assertLessOrEqual(rounded(0.3, scale), limit);
    const small = scoreRule({ emission: 1e-9, length: 2 }, fixed);
    assertAlmostEquals(rounded(1e-10, small.scale) * 1e10, 1, 1e-6);
  });
});

describe("rounded()", () => {
  it("gives the nearest multiple, halves to even, and what is one already", () => {
    const scores = [0.49999999999999994, 0.5, -0.5, 1.5, 2.5, -2.5, 2 ** 51 - 1, -Infinity];
    assertEquals(scores.map((score) => rounded(score, 1)), [
      0,
      0,
      0,
      2,
      2,
      -2,
      2 ** 51 - 1,
      -Infinity,
    ]);
    assertEquals(rounded(0.1, 0), 0.1);
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (score) => {
        const scaled = score * 2 ** 20;
        const isTie = Math.abs(scaled) % 1 === 0.5;
        const nearest = isTie ? 2 * Math.round(scaled / 2) : Math.round(scaled);
        assertEquals(rounded(score, 2 ** 20) + 0, nearest / 2 ** 20 + 0);
      }),
      { seed: 1 },
    );
  });

  it("rounds what a rule lets through by half a step at most, in sentences of a position too", () => {
    const magnitude = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(magnitude, magnitude, fc.integer({ min: 1, max: 4 }), (n, ends, length) => {
        const { scale } = scoreRule({ emission: n, length }, { transition: 2 * n, ends });
        for (const score of [n, -n, 2 * n, n + ends, -n - ends, n / 3]) {
          const change = Math.abs(rounded(score, scale) - score);
          assertLessOrEqual(change, 0.5 / scale);
        }
      }),
      { seed: 1 },
    );
  });

  it("has no unit in which rounding in float32 would overflow", () => {
    const bound = { emission: 2 ** 115, length: 2, unit: 2 ** 110 };
    assert(!scoreRule(bound, { transition: 0, ends: 0 }).float32Exact);
  });
});
