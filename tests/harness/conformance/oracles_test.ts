import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Lattice } from "../../../decoders/lattice.ts";
import { drawInstance } from "../../../harness/conformance/generators.ts";
import {
  allScores,
  bestScore,
  bestScores,
  referenceScores,
  sequenceCount,
} from "../../../harness/conformance/oracles.ts";
import { problemOf } from "../../helpers/problems.ts";

// 00: 1+0+3, 01: 1+10+4, 10: 2+20+3, 11: forbidden.
const [model, lattice] = problemOf([[0, 10], [20, -Infinity]], [[1, 2], [3, 4]]);
const forbidden: Lattice = { length: 1, emissions: Float64Array.of(-Infinity, -Infinity) };

describe("allScores()", () => {
  it("lists the finite scores best first when some paths are forbidden", () => {
    assertEquals(allScores(model, lattice), [25, 15, 4]);
  });

  it("is empty when there is no path", () => {
    assertEquals(allScores(model, forbidden), []);
  });

  it("refuses when there are too many sequences", () => {
    const long = { length: 13, emissions: new Float64Array(26) };
    assertThrows(() => allScores(model, long), RangeError, "8192");
  });
});

it("referenceScores() lists the k best scores when there are too many to enumerate", () => {
  const emissions = Float64Array.from({ length: 26 }, (_, index) => index % 2);
  const long = { length: 13, emissions };
  const free = { ...model, transitions: new Float64Array(4) };
  assertEquals(referenceScores(free, long, 1), [13]);
  assertEquals(referenceScores(free, long, 15), [13, ...Array(13).fill(12), 11]);
  assertEquals(referenceScores(free, { ...long, emissions: emissions.fill(-Infinity) }, 1), []);
});

for (const regime of ["exact sums", "decimals"] as const) {
  describe(`the oracles on ${regime}`, () => {
    it("agree to the last bit when all sequences can be enumerated", () => {
      for (let seed = 0; seed < 300; seed++) {
        const { model, lattices } = drawInstance(seed, regime, "small", Infinity);
        for (const lattice of lattices) {
          const scores = allScores(model, lattice);
          const count = sequenceCount(model, lattice);
          assertEquals(bestScores(model, lattice, count), scores, `seed ${seed}`);
          assertEquals(bestScores(model, lattice, 3), scores.slice(0, 3), `seed ${seed}`);
          assertEquals(bestScore(model, lattice), scores[0] ?? -Infinity, `seed ${seed}`);
        }
      }
    });
  });
}
