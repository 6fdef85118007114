import { assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fitPowerLaw, growthInLabels } from "../../../reports/numbers/growth.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import { fakePaperRows } from "../../helpers/rows.ts";
import { calibrate } from "../../../reports/numbers/variants.ts";
import type { SummaryRow } from "../../../reports/numbers/summary_row.ts";
import { summaryCell } from "../../helpers/summary_cells.ts";

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

/** Cells of one task: Viterbi and beams with the accuracies given. */
function task(exact: number, beams: Record<string, number>): SummaryRow[] {
  return Object.entries({ viterbi: exact, ...beams }).map(([decoder, token_accuracy]) =>
    summaryCell(decoder, 1, { token_accuracy })
  );
}

describe("calibrate()", () => {
  it("doubles the width until less than 0.1 points are lost", () => {
    const beams = {
      "beam": 0.9,
      "beam{width=2}": 0.94,
      "beam{width=3}": 0.95,
      "beam{width=4}": 0.9495,
    };
    assertEquals(calibrate(task(0.95, beams))!.decoder, "beam{width=4}");
    assertEquals(calibrate(task(0.9, beams))!.decoder, "beam");
  });

  it("is undefined when a width on the way was not measured, or right labels are unknown", () => {
    assertEquals(calibrate(task(0.95, { "beam": 0.9, "beam{width=4}": 0.95 })), undefined);
    assertEquals(calibrate(task(0.95, { "beam": 0.9 })), undefined);
    const unknown = summaryCell("viterbi", 1, { token_accuracy: undefined });
    assertEquals(calibrate([unknown]), undefined);
    const few = task(0.95, { "beam": 0.95 })
      .map((row) => ({ ...row, sentences: row.role === "baseline" ? 9 : 8 }));
    assertEquals(calibrate(few), undefined, "on other sentences");
  });
});
