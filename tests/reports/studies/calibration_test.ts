import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import { pathSampler } from "../../../decoders/probability/path_sampler.ts";
import { mean } from "../../../reports/numbers/statistics.ts";
import {
  calibrationError,
  fitTemperature,
  heatedLattice,
  heatedModel,
  type JudgedToken,
  rankQuality,
  reliabilityBins,
} from "../../../reports/studies/_calibration.ts";
import { resampled } from "../../../reports/studies/_resampled.ts";

/** Tokens with confidences in quarters, so that there are ties. */
function drawTokens(count: number, seed: number): JudgedToken[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const confidence = (1 + random.integer(4)) / 4;
    return { confidence, isRight: random.uniform() < confidence };
  });
}

describe("reliabilityBins()", () => {
  it("have as many tokens each, but for one, and all together", () => {
    const tokens = drawTokens(103, 1);
    const bins = reliabilityBins(tokens, 15);
    assertEquals(new Set(bins.map((bin) => bin.tokens)), new Set([6, 7]));
    assertEquals(bins.reduce((sum, bin) => sum + bin.tokens, 0), 103);
    const right = bins.reduce((sum, bin) => sum + bin.accuracy * bin.tokens, 0);
    assertAlmostEquals(right, tokens.filter(({ isRight }) => isRight).length, 1e-9);
  });

  it("are as many as tokens when there are fewer of these", () =>
    assertEquals(reliabilityBins(drawTokens(3, 2), 15).length, 3));
});

it("calibrationError() is the mean distance of accuracy and confidence", () =>
  assertAlmostEquals(
    calibrationError([
      { tokens: 3, confidence: 0.5, accuracy: 0.25 },
      { tokens: 1, confidence: 0.9, accuracy: 1 },
    ]),
    (3 * 0.25 + 0.1) / 4,
    1e-12,
  ));

describe("rankQuality()", () => {
  it("is the share of pairs in the right order, ties counting one half", () => {
    const tokens = drawTokens(80, 3);
    const [right, wrong] = [true, false].map((is) => tokens.filter((one) => one.isRight === is));
    let pairs = 0;
    for (const { confidence: one } of right!) {
      for (const { confidence: other } of wrong!) {
        pairs += one > other ? 1 : one === other ? 0.5 : 0;
      }
    }
    assertAlmostEquals(rankQuality(tokens), pairs / (right!.length * wrong!.length), 1e-12);
  });

  it("is no number when none is wrong", () =>
    assert(Number.isNaN(rankQuality([{ confidence: 1, isRight: true }]))));
});

it("resampled() holds the value, and is the same for the same seed", () => {
  const values = Array.from({ length: 50 }, (_, i) => i);
  const meanOf = (some: readonly number[]) => mean(some, Number);
  const found = resampled(values, meanOf, 1);
  assertEquals(found, resampled(values, meanOf, 1));
  assertEquals(found.value, 24.5);
  // The standard error of the mean is 2.04.
  assertAlmostEquals(found.low, 24.5 - 4, 1.5);
  assertAlmostEquals(found.high, 24.5 + 4, 1.5);
  assertEquals(resampled([3, 3, 3], meanOf, 1), { value: 3, low: 3, high: 3 });
});

describe("fitTemperature()", () => {
  it("finds the temperature that right paths were drawn at", () => {
    const random = new Random(4);
    const draw = (count: number) =>
      Float64Array.from({ length: count }, () => 4 * random.gaussian());
    const model = { labelCount: 4, transitions: draw(16) };
    const lattices = Array.from({ length: 150 }, () => ({ length: 6, emissions: draw(24) }));
    const sample = pathSampler(heatedModel(model, 3));
    const gold = lattices.map((lattice) =>
      sample(heatedLattice(lattice, 3), 1, () => random.uniform())[0]!
    );
    assertAlmostEquals(fitTemperature({ model, lattices, gold }), 3, 0.4);
    // The same scores in another unit, colder and hotter than 1.
    for (const factor of [1 / 100, 1 / 3, 50]) {
      const scaled = lattices.map((lattice) => heatedLattice(lattice, 1 / factor));
      const other = { model: heatedModel(model, 1 / factor), lattices: scaled, gold };
      assertAlmostEquals(fitTemperature(other) / factor, 3, 0.4, `${factor}`);
    }
  });

  it("stops where the loss falls for ever", () => {
    const model = { labelCount: 2, transitions: new Float64Array(4) };
    const lattices = [{ length: 2, emissions: Float64Array.of(0.001, 0, 0.001, 0) }];
    const logarithm = (label: number) =>
      Math.log(fitTemperature({ model, lattices, gold: [Int32Array.of(label, label)] }));
    assertAlmostEquals(logarithm(0), -8, 1.1);
    assertAlmostEquals(logarithm(1), 8, 1.1);
  });
});
