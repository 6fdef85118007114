import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { countOutliers, estimateMedian, median } from "../../../reports/numbers/statistics.ts";

describe("statistics", () => {
  it("median() throws when the sample is empty", () => {
    assertThrows(() => median([]), RangeError, "0 values");
  });

  it("countOutliers() counts what is beyond Tukey's fences", () => {
    // Quartiles 2 and 4, fences −1 and 7.
    assertEquals([7, 7.5].map((most) => countOutliers([1, 2, 3, 4, most])), [0, 1]);
    assertEquals(countOutliers([-1.5, 2, 3, 4, 100]), 2);
    // Quartiles 1.25 and 3.75, between the values.
    assertEquals([7.5, 7.6].map((most) => countOutliers([0, 1, 2, 3, 4, most])), [0, 1]);
  });
});

describe("estimateMedian()", () => {
  it("has no interval when there is one value", () => {
    assertEquals(estimateMedian([[7]]), { median: 7, low: undefined, high: undefined });
  });

  it("spans the range when there are two values", () => {
    // A resample of {0, 1} has the medians 0, ½ and 1 with probabilities ¼, ½ and ¼.
    assertEquals(estimateMedian([[0, 1]]), { median: 0.5, low: 0, high: 1 });
  });

  it("approaches the binomial interval when the sample grows", () => {
    // For n = 25 the ranks 8 and 18 hold the median with 95.7%; the bootstrap agrees to a rank.
    const { low, high } = estimateMedian([Array.from({ length: 25 }, (_, i) => i + 1)]);
    assert(low! >= 7 && low! <= 9, `low ${low}`);
    assert(high! >= 17 && high! <= 19, `high ${high}`);
  });

  it("draws alike for every sample, whichever came before", () => {
    const sample = [5, 3, 8, 1, 9, 2];
    const { median, low, high } = estimateMedian([sample]);
    // Twice the rounds are another sample.
    const twice = estimateMedian([sample.map((value) => 2 * value)]);
    assertEquals(twice, { median: 2 * median, low: 2 * low!, high: 2 * high! });
    assertEquals(estimateMedian([sample]), { median, low, high });
  });

  it("takes the mean of the middle values of drawn samples of an even number", () => {
    assertEquals(estimateMedian([[1, 2, 4], [8, 16, 32]]), { median: 6, low: 1.5, high: 32 });
  });

  it("is wider of the same rounds when they come from processes that differ", () => {
    const rounds = Array.from({ length: 12 }, (_, i) => 100 + Math.floor(i / 4) * 10 + i % 4);
    const pooled = estimateMedian([rounds]);
    const nested = estimateMedian([rounds.slice(0, 4), rounds.slice(4, 8), rounds.slice(8)]);
    assertEquals(nested.median, pooled.median);
    assert(nested.low! < pooled.low! && nested.high! > pooled.high!);
    // The medians of the three processes.
    assert(nested.low! <= 101.5 && nested.high! >= 121.5, JSON.stringify(nested));
  });

  it("takes processes of different numbers of rounds", () => {
    assertEquals(estimateMedian([[3, 3], [3]]), { median: 3, low: 3, high: 3 });
  });
});
