import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import crf from "../../../reports/studies/crf.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { chartsOf, csvOf, linesOf, measured, writeCorpus } from "../../helpers/study_lines.ts";

/** A round of a gradient. */
const line = linesOf(crf, {
  dataset: "ewt_pos45",
  corpus: "c0",
  labels: 45,
  sentences: 100,
  tokens: 1000,
  pairs: 810,
});

describe("the study crf", () => {
  it("shows medians over the rounds and of their ratios, and passes over lines that are about penalties", () => {
    const lines = [
      ...[4, 5, 9].map((pass_ms, i) => line({ arithmetic: "scaled", round: i + 1, pass_ms })),
      ...[1, 2, 3].map((pass_ms, i) => line({ arithmetic: "auto", round: i + 1, pass_ms })),
    ];
    const earlier = line({ dataset: "other", arithmetic: "", round: 1 });
    assertEquals(csvOf(crf, [...lines, earlier], "crf-gradient"), [
      "dataset,labels,pairs with a weight,scaled,auto,auto × scaled",
      // Of the medians it would be 2.5.
      "ewt_pos45,45,0.4,5,2,3",
    ]);
    assertEquals([chartsOf(crf, lines), chartsOf(crf, [earlier])], [["crf-gradient"], []]);
  });

  itInFolder("times each arithmetic in each round", async (data) => {
    await writeCorpus(`${data}/tiny`, { train: 12, test: 3 });
    const settings = { data, seed: 1, datasets: ["tiny"] };
    const [cell, ...others] = await crf.cells(settings, "");
    assertEquals(others, []);
    const lines = await measured(crf, cell!);
    assertEquals(lines.length, 4 * 7);
    const [row] = csvOf(crf, lines, "crf-gradient").slice(1);
    assert(/^tiny,3,0\.\d+(,[\d.e-]+){5}$/.test(row!), row);
  });
});
