import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import crf from "../../../reports/studies/crf.ts";
import partition from "../../../reports/studies/partition.ts";
import { tableCsv } from "../../../reports/pages/render_table.ts";
import { gradientLine, partitionLine, penaltyLine } from "../../helpers/study_lines.ts";

/** The lines of the CSV of a table. */
function csvOf(tables: ReturnType<typeof crf.tables>, name: string): string[] {
  return tableCsv(tables.find((table) => table.name === name)!.content).trimEnd().split("\n");
}

describe("crf.tables() and .charts()", () => {
  const GRADIENTS = [
    ...[4, 5, 9].map((ms, i) => gradientLine({ round: i + 1, pass_ms: ms })),
    ...[1, 2, 3].map((ms, i) => gradientLine({ round: i + 1, pass_ms: ms, arithmetic: "auto" })),
  ];
  const PENALTIES = [1, 3].flatMap((strength) =>
    [0.4, 0.5, 0.9].map((ms, i) => penaltyLine({ strength, round: i + 1, sentence_ms: ms }))
  );

  it("have the median over the rounds", () => {
    const tables = crf.tables([...GRADIENTS, ...PENALTIES]);
    assertEquals(csvOf(tables, "crf-gradient"), [
      "dataset,labels,pairs with a weight,scaled,auto,auto × scaled",
      "ewt_pos45,45,0.4,5,2,2.5",
    ]);
    assertEquals(csvOf(tables, "crf-penalty"), [
      "dataset,norm,strength,objective,passes,weights,label pairs,accuracy,viterbi",
      "ewt_pos45,ℓ2,1,1234.5,40,0.5,0.25,0.9,500",
      "ewt_pos45,ℓ2,3,1234.5,40,0.5,0.25,0.9,500",
    ]);
  });

  it("have charts of what was measured", () => {
    const names = (lines: typeof GRADIENTS) => crf.charts(lines).map(({ name }) => name);
    assertEquals(names(GRADIENTS), ["crf-gradient"]);
    assertEquals(names(PENALTIES), ["crf-accuracy", "crf-decoding-ewt_pos45"]);
  });
});

describe("partition.tables() and .charts()", () => {
  const LINES = [
    partitionLine({}),
    partitionLine({ method: "dominance", kept: 1800 }),
    partitionLine({ method: "best path", epsilon: 1, kept: 150 }),
  ];

  it("have mean labels kept, and what sums with exceptions take", () => {
    assertEquals(csvOf(partition.tables(LINES), "partition-kept"), [
      'dataset,labels,positions,"oracle, ε = 0.01","dominance, ε = 0.01",best path,' +
      "exceptions,least",
      "ewt_pos45_crf,45,100,9,18,1.5,0.2,0.2",
    ]);
  });

  it("have a chart of both prunings", () => {
    assertEquals(partition.charts(LINES).map(({ name }) => name), ["partition-kept"]);
    assertEquals(partition.charts(LINES.slice(2)), []);
  });
});
