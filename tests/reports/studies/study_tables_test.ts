import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import kept from "../../../reports/studies/kept.ts";
import regularisation from "../../../reports/studies/regularisation.ts";
import training from "../../../reports/studies/training.ts";
import { tableCsv } from "../../../reports/pages/render_table.ts";
import { keptLine, line } from "../../helpers/study_lines.ts";

/** The lines of the CSV of a table. */
function csvOf(tables: ReturnType<typeof training.tables>, name: string): string[] {
  return tableCsv(tables.find((table) => table.name === name)!.content).trimEnd().split("\n");
}

describe("training.tables()", () => {
  const LINES = [
    line({}),
    line({ decoder: "iterative-viterbi", decoding_ms: 2000, elapsed_ms: 2000, prepare_ms: 500 }),
    line({ epoch: 2, mistakes: 50 }),
    line({
      epoch: 2,
      decoder: "iterative-viterbi",
      decoding_ms: 500,
      elapsed_ms: 500,
      prepare_ms: 500,
      edge_evaluations: 800,
      weights: "abd",
    }),
  ];

  it("adds up the epochs beside the paper's seconds and ratio", () => {
    assertEquals(csvOf(training.tables(LINES), "training-time"), [
      "dataset,labels,decoder,decoding s,× Viterbi,preparing s,both × Viterbi,edges," +
      "published s,published ×",
      "ewt_pos45,45,viterbi,8,1,2,1,1,100,1",
      "ewt_pos45,45,iterative-viterbi,2.5,3.2,1,2.857143,0.55,37,2.702703",
    ]);
  });

  it("gives the ratio epoch by epoch", () => {
    assertEquals(csvOf(training.tables(LINES), "training-epochs"), [
      "dataset,epoch,wrong tokens,iterative-viterbi",
      "ewt_pos45,1,0.1,2",
      "ewt_pos45,2,0.05,8",
    ]);
  });

  it("says which decoder learned other weights", () => {
    const [, ...rows] = csvOf(training.tables([LINES[0]!, LINES[3]!]), "training-weights");
    assertEquals(rows, [
      "ewt_pos45,viterbi,7,abc,yes,0.75",
      "ewt_pos45,iterative-viterbi,7,abd,no,0.75",
    ]);
  });

  it("throws SyntaxError when a number is none", () => {
    assertThrows(
      () => training.tables([{ ...line({}), epoch: "first" }]),
      SyntaxError,
      'Cannot read line 0 of a study: its epoch is "first"',
    );
  });
});

describe("regularisation.tables() and .charts()", () => {
  const LINES = [0, 0.1].flatMap((strength) =>
    [4, 5].map((epoch) =>
      line({
        epoch,
        norm: "l2",
        strength,
        decoding_ms: 10 * epoch,
        edge_evaluations: strength === 0 ? 4000 : 2000,
        pair_mean: 1 / epoch,
      })
    )
  );

  it("have the mean over the epochs of times and edges, and the last weights", () => {
    const tables = regularisation.tables(LINES);
    const rows = (name: string) => csvOf(tables, `regularisation-${name}-ewt_pos45`).slice(1);
    assertEquals(rows("time"), ["ℓ2,0,450", "ℓ2,0.1,450"]);
    assertEquals(rows("edges"), ["ℓ2,0,0.5", "ℓ2,0.1,0.25"]);
    assertEquals(rows("weights"), ["ℓ2,0,0.2,9,0.5,0.75", "ℓ2,0.1,0.2,9,0.5,0.75"]);
  });

  it("have charts only when there is a strength above 0", () => {
    assertEquals(regularisation.charts(LINES).map(({ name }) => name), [
      "regularisation-time-ewt_pos45",
      "regularisation-edges-ewt_pos45",
    ]);
    assertEquals(regularisation.charts(LINES.slice(0, 2)), []);
  });
});

describe("kept.tables() and .charts()", () => {
  // 100 positions: 1 label at 90 of them, 2 at 9, 40 at one.
  const LINES = [[1, 90], [40, 1], [2, 9]].map(([kept, positions]) =>
    keptLine({ kept: kept!, positions: positions! })
  );

  it("have the mean, nearest ranks and the share of single labels", () => {
    const [, row] = csvOf(kept.tables(LINES), "kept-labels");
    assertEquals(row, "ewt_pos45,45,100,1.48,1,1,2,40,0.03288889,0.9");
  });

  it("have a chart of real tasks, and one of families with two strengths above 0", () => {
    const names = (lines: typeof LINES) => kept.charts(lines).map(({ name }) => name);
    const atDial = (dial: number) =>
      keptLine({
        dataset: `synthetic-weak-128{dial=${dial}}`,
        dataset_settings: `dial=${dial}`,
        family: "weak",
      });
    assertEquals(names(LINES), ["kept-labels"]);
    assertEquals(names([atDial(0), atDial(1)]), []);
    assertEquals(names([atDial(0.1), atDial(1)]), ["kept-labels-by-strength"]);
  });
});
