import { assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fitPowerLaw, growthInLabels } from "../../../reports/numbers/growth.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import { fakePaperRows } from "../../helpers/rows.ts";

const SUMMARY = summarize(fakePaperRows());

describe("fitPowerLaw()", () => {
  it("finds the exponent", () => {
    const law = fitPowerLaw([[1, 1], [Math.E, Math.E ** 1.3], [Math.E ** 2, Math.E ** 2]])!;
    assertAlmostEquals(law.exponent, 1, 1e-12);
    assertEquals(law.points, 3);
  });

  it("is undefined when there are fewer than three different x, or no logarithms", () => {
    assertEquals(fitPowerLaw([[1, 1], [2, 2], [2, 3]]), undefined);
    assertEquals(fitPowerLaw([[1, 0], [2, 0], [3, 0]]), undefined);
  });
});

describe("growthInLabels()", () => {
  it("gives dense Viterbi the exponent 2 in both cases", () => {
    for (const family of ["structureless", "weak{dial=0}"]) {
      const growth = growthInLabels(SUMMARY, "viterbi", family)!;
      assertAlmostEquals(growth.exponent, 2, 1e-9);
      assertEquals(growth.cells.length, growth.points);
      assertEquals(new Set(growth.cells.map((row) => row.dataset_settings.length)).size, 1);
    }
  });

  it("passes over cells that are wrong or unchecked", () => {
    for (const verdict of ["wrong", "unchecked"] as const) {
      const summary = SUMMARY.map((row) => row.labels === 64 ? { ...row, verdict } : row);
      assertEquals(growthInLabels(summary, "viterbi", "structureless"), undefined, verdict);
    }
  });

  it("is undefined when no dataset has its length set", () => {
    const others = SUMMARY.filter((row) => !row.dataset.includes("length"));
    assertEquals(growthInLabels(others, "viterbi", "structureless"), undefined);
  });
});
