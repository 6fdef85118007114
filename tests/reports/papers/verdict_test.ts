import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { countVerdict, exponentVerdict, shareVerdict } from "../../../reports/papers/verdict.ts";

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
