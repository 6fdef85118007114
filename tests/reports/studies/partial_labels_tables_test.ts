import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { tableCsv } from "../../../reports/pages/render_table.ts";
import partialLabels from "../../../reports/studies/partial_labels.ts";
import { partialLine } from "../../helpers/study_lines.ts";

const LINES = [
  partialLine({ removed: 0, known: 9000, accuracy: 0.9 }),
  partialLine({}),
  partialLine({ way: "fewer", sentences: 500, accuracy: 0.7 }),
  partialLine({ way: "complete", sentences: 0, known: 0, accuracy: "", low: "", high: "" }),
];

describe("partial_labels.tables() and .charts()", () => {
  const { content } = partialLabels.tables(LINES)[0]!;

  it("have one accuracy for all ways where no label is removed", () =>
    assertEquals(tableCsv(content).trimEnd().split("\n").slice(1), [
      "ewt_pos45,0,1000,9000,0.9,0.9,0.9",
      "ewt_pos45,0.5,1000,4500,0.8,0.7,no sentence left",
    ]));

  it("have the numbers of sentences of the other ways", () =>
    assertEquals(content.rows[1]![5]!.text, "70.0% [75.0%, 85.0%] (500)"));

  it("draw what was measured", () => {
    assertEquals(partialLabels.charts(LINES).map(({ name }) => name), ["partial-labels"]);
    assertEquals(partialLabels.charts(LINES.slice(3)), []);
  });
});
