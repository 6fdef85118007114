import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { ratioVerdict, shareVerdict } from "../../../reports/papers/verdict.ts";

describe("ratioVerdict()", () => {
  const judge = (published: number, median: number, low: number, high: number, tie = 1.03) =>
    ratioVerdict(published, { median, low, high }, tie);

  it("differs where ours is near 1 and the published ratio is not, and the reverse", () => {
    assertEquals(judge(2, 1, 0.99, 1.01), "differs");
    assertEquals(judge(0.5, 1, 0.99, 1.01), "differs");
    assertEquals(judge(2.2, 1.02, 0.98, 1.06), "differs");
    assertEquals(judge(1.05, 1.6, 1.5, 1.7), "differs");
    assertEquals(judge(1.05, 1, 0.95, 1.06), "within factor");
    assertEquals(judge(0.98, 1.07, 1.06, 1.08), "within factor");
    assertEquals(judge(1.12, 1.08, 1.07, 1.09), "within factor");
    assertEquals(judge(2.1, 1.08, 1.07, 1.09, 1.01), "differs");
  });

  it("is not testable where the interval holds what would agree", () => {
    assertEquals(judge(2.1, 1.26, 0.75, 1.85), "not testable here");
    assertEquals(judge(3.5, 1.26, 0.75, 1.85), "not testable here");
    assertEquals(judge(20, 1.26, 0.75, 1.85), "differs");
    assertEquals(judge(1, 2, 0.3, 9), "not testable here");
    assertEquals(judge(0.95, 1.12, 1.02, 1.25, 1.05), "not testable here");
    assertEquals(judge(1.05, 0.88, 0.8, 0.95), "not testable here");
    assertEquals(judge(0.6, 0.84, 0.75, 0.95), "not testable here");
    assertEquals(judge(2, 0.84, 0.75, 0.95), "differs");
    // However near the medians are: what else ours may be is not.
    assertEquals(judge(2, 2, 1.05, 4), "not testable here");
    assertEquals(judge(0.95, 1.34, 0.86, 1.92), "not testable here");
    assertEquals(judge(1.05, 1.12, 1.11, 3, 1.01), "not testable here");
    assertEquals(judge(1.05, 1.12, 1.11, 1.14, 1.01), "within factor");
  });
});

describe("shareVerdict()", () => {
  it("compares the odds of a failure, not points", () => {
    assertEquals(shareVerdict(97.3, 70, 800), "same direction");
    assertEquals(shareVerdict(100, 99.9, 800), "differs");
    assertEquals(shareVerdict(100, 100, 800), "within factor");
  });

  it("says nothing where the interval of ours holds a share that would agree", () => {
    // One fails of 800 where 4 were to be expected: twice as many would be no surprise.
    assertEquals(shareVerdict(99.5, 99.875, 800), "not testable here");
    assertEquals(shareVerdict(99.5, 99.875, 8000), "same direction");
    assertEquals(shareVerdict(99, 100, 700), "not testable here");
    assertEquals(shareVerdict(99, 100, 800), "differs");
  });
});
