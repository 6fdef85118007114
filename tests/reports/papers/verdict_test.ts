import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  countVerdict,
  differenceVerdict,
  exponentVerdict,
  shareVerdict,
} from "../../../reports/papers/verdict.ts";

describe("countVerdict()", () => {
  it("needs the baseline for a direction when counts differ", () => {
    assertEquals(countVerdict(10, 11.4, undefined, undefined), "within factor");
    assertEquals(countVerdict(10, 20, undefined, undefined), "differs");
    assertEquals(countVerdict(10, 20, 2, 3), "same direction");
    assertEquals(countVerdict(10, 20, 2, 0.5), "differs");
  });
});

describe("shareVerdict()", () => {
  it("tells exact from nearly exact when shares differ", () => {
    assertEquals(shareVerdict(99.5, 97), "within factor");
    assertEquals(shareVerdict(97.3, 70), "same direction");
    assertEquals(shareVerdict(100, 70), "differs");
  });
});

describe("exponentVerdict()", () => {
  it("compares with the baseline's when exponents differ", () => {
    assertEquals(exponentVerdict(1, 1.2, 2), "within factor");
    assertEquals(exponentVerdict(0, 0.96, 2), "same direction");
    assertEquals(exponentVerdict(0, 1.9, 2), "differs");
  });
});

describe("differenceVerdict()", () => {
  it("needs the whole interval for a direction", () => {
    const judge = (published: number, median: number, low: number, high: number) =>
      differenceVerdict(published, { median, low, high });
    assertEquals(judge(0.32, 0.41, 0.1, 0.8), "within factor");
    assertEquals(judge(0.32, 1.4, 1, 1.8), "same direction");
    assertEquals(judge(0.32, -0.4, -0.7, -0.1), "differs");
    assertEquals(judge(0.02, 0.01, -0.1, 0.1), "within factor");
    assertEquals(judge(0.02, 0.5, 0.2, 0.8), "differs");
    assertEquals(judge(3.3, 0.2, -0.1, 0.5), "differs");
    assertEquals(judge(0.9, 0.6, 0.2, 0.8), "within factor");
  });
});
