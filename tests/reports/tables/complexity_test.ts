import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fitGrowth, fitPowerLaw } from "../../../reports/numbers/growth.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import complexity from "../../../reports/tables/complexity.ts";
import { fakePaperRows } from "../../helpers/rows.ts";
import { datasetColumns, decoderColumns } from "../../helpers/names.ts";

const ROWS = fakePaperRows();
const SUMMARY = summarize(ROWS);

describe("fitPowerLaw()", () => {
  it("finds the exponent and the worst point", () => {
    // Logarithms 0, 1, 2 and 0, 1 + ε, 2: the line through them is off by ⅔·ε at most.
    const law = fitPowerLaw([[1, 1], [Math.E, Math.E ** 1.3], [Math.E ** 2, Math.E ** 2]])!;
    assertAlmostEquals(law.exponent, 1, 1e-12);
    assertAlmostEquals(law.worstFactor, Math.exp(0.2), 1e-12);
    assertEquals(law.points, 3);
    assertEquals(law.range, [1, Math.E ** 2]);
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
    const stated = rows.map((row) => [row[0]!.text, row[1]!.text, row.at(-2)!.text].join(" "));
    assert(stated.includes("carpediem best TL log L"), stated.join("\n"));
    assert(stated.includes("iterative-viterbi worst TL²"), stated.join("\n"));
    assert(!stated.some((line) => line.startsWith("control")));
  });

  it("judges the growth of auto over the HMM-like family, and of no other decoder", () => {
    const goals = (exponent: number) => {
      const [row] = SUMMARY.filter(({ decoder }) => decoder === "viterbi");
      const family = [45, 443, 2602].flatMap((labels) =>
        ["auto", "viterbi"].map((decoder) => ({
          ...row!,
          ...datasetColumns(`synthetic-hmm-${labels}{length=16}`),
          family: "hmm",
          labels,
          ...decoderColumns(decoder),
          k: 1,
          edge_evaluations: labels ** exponent,
        }))
      );
      return complexity.build(family, []).rows.map((line) => line.at(-1)!);
    };
    assertEquals(goals(1.1), [{ text: "" }, {
      text: "L^1.15 from 45 to 2,602 labels: met",
      tone: "good",
    }]);
    assertEquals(goals(1.2).map(({ tone }) => tone), [undefined, "bad"]);
  });
});
