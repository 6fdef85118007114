import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fitGrowth, fitPowerLaw } from "../reports/growth.ts";
import { summarize } from "../reports/summary.ts";
import complexity from "../reports/tables/complexity.ts";
import { fakePaperRows } from "./_rows.ts";

const ROWS = fakePaperRows();
const SUMMARY = summarize(ROWS);

describe("fitPowerLaw()", () => {
  it("finds the exponent and the worst point", () => {
    // Logarithms 0, 1, 2 and 0, 1 + ε, 2: the line through them is off by ⅔·ε at most.
    const law = fitPowerLaw([[1, 1], [Math.E, Math.E ** 1.3], [Math.E ** 2, Math.E ** 2]])!;
    assertAlmostEquals(law.exponent, 1, 1e-12);
    assertAlmostEquals(law.worstFactor, Math.exp(0.2), 1e-12);
    assertEquals(law.points, 3);
  });

  it("is undefined when there are fewer than three different x, or no logarithms", () => {
    assertEquals(fitPowerLaw([[1, 1], [2, 2], [2, 3]]), undefined);
    assertEquals(fitPowerLaw([[1, 0], [2, 0], [3, 0]]), undefined);
  });
});

describe("fitGrowth()", () => {
  it("gives dense Viterbi the exponents 2 and 1", () => {
    const dense = fitGrowth(SUMMARY).filter(({ decoder }) => decoder === "viterbi");
    assertEquals(dense.map(({ family }) => family).sort(), ["structureless", "weak{dial=0}"]);
    for (const { inLabels, inLength } of dense) {
      assertAlmostEquals(inLabels!.exponent, 2, 1e-9);
      assertAlmostEquals(inLength!.exponent, 1, 1e-9);
    }
  });

  it("is empty when no dataset has its length set", () => {
    assertEquals(fitGrowth(SUMMARY.filter((row) => !row.dataset.includes("length"))), []);
  });
});

describe("the table complexity", () => {
  it("puts the paper's complexity beside both cases of each decoder", () => {
    const { rows } = complexity.build(SUMMARY, ROWS);
    const stated = rows.map((row) => [row[0]!.text, row[1]!.text, row.at(-1)!.text].join(" "));
    assert(stated.includes("carpediem best TL log L"), stated.join("\n"));
    assert(stated.includes("iterative-viterbi worst TL²"), stated.join("\n"));
    assert(!stated.some((line) => line.startsWith("control")));
  });
});
