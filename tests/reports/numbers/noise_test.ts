import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { noisyCells, offLines } from "../../../reports/numbers/noise.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import type { SummaryRow } from "../../../reports/numbers/summary_row.ts";
import { fakeRows, withChanges } from "../../helpers/rows.ts";
import { sampleMark, sampleText } from "../../../reports/numbers/marks.ts";

const SUMMARY = summarize(fakeRows()).map((row): SummaryRow => ({
  ...row,
  ratio_to_viterbi: row.role === "control" ? 1.02 : row.ratio_to_viterbi,
  ratio_low: row.ratio_to_viterbi,
  ratio_high: row.ratio_to_viterbi,
}));
const DATASET = "hwu_slot_scenario323";

/** The summary with some columns of one cell changed. */
const changed = (decoder: string, columns: Partial<SummaryRow>) =>
  withChanges(SUMMARY, { dataset: DATASET, k: 1, decoder }, columns);

describe("noisyCells()", () => {
  it("has none in a quiet run", () => {
    assertEquals(noisyCells(SUMMARY).size, 0);
    assertEquals(offLines(SUMMARY), []);
  });

  it("has all of a dataset at a k whose control is off, either way", () => {
    for (const ratio_to_viterbi of [1.3, 0.8]) {
      const summary = changed("control", { ratio_to_viterbi });
      const names = summary.filter(({ dataset, k }) => dataset === DATASET && k === 1)
        .map(({ decoder }) => `${DATASET}, ${decoder}, k = 1`);
      assertEquals([...noisyCells(summary)], names);
      assertEquals(offLines(summary), [
        `${DATASET}, k = 1: the baseline is ${ratio_to_viterbi.toFixed(2)} times as fast as itself`,
      ]);
    }
  });

  it("has a cell with a wide interval alone", () => {
    const summary = changed("beam{width=5}", { ratio_low: 2, ratio_high: 3.1 });
    assertEquals([...noisyCells(summary)], [`${DATASET}, beam{width=5}, k = 1`]);
    assertEquals(noisyCells(changed("beam{width=5}", { ratio_low: 2, ratio_high: 2.9 })).size, 0);
  });
});

describe("sampleMark()", () => {
  it("marks a cell that decodes fewer sentences than others of its dataset and k", () => {
    const rows = fakeRows(7, 2).filter(({ dataset, k }) => dataset === "ewt_pos45" && k === 1);
    const few = { sentences: 16, timed_sentences: 16 };
    const summary = summarize(withChanges(rows, { decoder: "iterative-viterbi" }, few));
    const of = (name: string) => summary.find(({ decoder }) => decoder === name)!;
    assertEquals(sampleMark(of("iterative-viterbi")), " *16");
    assertEquals(sampleText(of("iterative-viterbi")), "16 of 400 sentences timed, 2 rounds");
    assertEquals(sampleMark(of("viterbi")), "");
  });

  it("marks a cell of another k that was measured on fewer of the dataset's sentences", () => {
    const rows = fakeRows(7, 2).filter(({ dataset }) => dataset === "ewt_pos45")
      .map((row) => row.k === 1 ? row : { ...row, sentences: 8, timed_sentences: 8 });
    const others = summarize(rows).filter((row) => row.k !== 1 && row.timed_sentences > 0);
    assertEquals([...new Set(others.map((row) => sampleMark(row)))], [" *8"]);
  });
});
