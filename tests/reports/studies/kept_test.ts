import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import kept from "../../../reports/studies/kept.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { writePotentials } from "../../helpers/packs.ts";
import { chartsOf, csvOf, linesOf, measured } from "../../helpers/study_lines.ts";

const line = linesOf(kept, {
  dataset: "ewt_pos45",
  dataset_settings: "",
  family: "real",
  pack: "p0",
  labels: 45,
  sentences: 20,
  kept: 1,
  positions: 100,
});

describe("the study of kept labels", () => {
  it("counts the labels kept at all positions but the last, without a corpus", async () => {
    // Weak transitions let the label that stands out win, strong ones keep every label.
    const datasets = ["synthetic-weak-6{dial=0,length=4}", "synthetic-weak-6{dial=50,length=4}"];
    const settings = { seed: 1, datasets, sentences: 5 };
    const cells = await kept.cells(settings, "sources");
    const [weak, strong] = await Promise.all(cells.map((cell) => measured(kept, cell)));
    for (const own of [weak!, strong!]) {
      const positions = own.reduce((sum, line) => sum + Number(line["positions"]), 0);
      assertEquals([positions, own[0]!["sentences"]], [15, "5"]);
    }
    assertEquals(weak!.map(({ kept }) => kept), ["1"]);
    assert(strong!.some(({ kept }) => kept === "6"));
    const shown = `"${datasets[0]}",6,15,1,1,1,1,1,0.1666667,1`;
    assertEquals(csvOf(kept, weak!, "kept-labels")[1], shown);
  });

  itInFolder("refuses what is larger than can be made, and pairs by position", async (dir) => {
    const refused = (dataset: string, message: string) => {
      const settings = { seed: 1, datasets: [dataset], sentences: 1e7 };
      return assertRejects(() => kept.cells(settings, ""), UsageError, message);
    };
    await refused("synthetic-weak-4000", "Cannot make synthetic-weak");
    await refused(await writePotentials(dir), "its scores of pairs depend on the position");
  });

  // 100 positions: 1 label at 90 of them, 2 at 9, 40 at one.
  const LINES = [[1, 90], [40, 1], [2, 9]].map(([kept, positions]) =>
    line({ kept: kept!, positions: positions! })
  );

  it("shows the mean, nearest ranks and the share of single labels", () => {
    const [, row] = csvOf(kept, LINES, "kept-labels");
    assertEquals(row, "ewt_pos45,45,100,1.48,1,1,2,40,0.03288889,0.9");
  });

  it("draws families with two strengths above 0", () => {
    const atDial = (dial: number) =>
      line({
        dataset: `synthetic-weak-128{dial=${dial}}`,
        dataset_settings: `dial=${dial}`,
        family: "weak",
      });
    assertEquals(chartsOf(kept, LINES), []);
    assertEquals(chartsOf(kept, [atDial(0), atDial(1)]), []);
    assertEquals(chartsOf(kept, [atDial(0.1), atDial(1)]), ["kept-labels-by-strength"]);
  });
});
