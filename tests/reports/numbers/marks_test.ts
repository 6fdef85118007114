import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { sampleMark, sampleText } from "../../../reports/numbers/marks.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import { fakeRows } from "../../helpers/rows.ts";

describe("sampleMark()", () => {
  it("marks a cell that decodes fewer sentences than others of its dataset and k", () => {
    const rows = fakeRows(7, 2).filter(({ dataset, k }) => dataset === "ewt_pos45" && k === 1)
      .map((row) =>
        row.decoder === "iterative-viterbi" ? { ...row, sentences: 16, timed_sentences: 16 } : row
      );
    const of = (name: string) => summarize(rows).find(({ decoder }) => decoder === name)!;
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
