import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { summarize } from "../../../reports/numbers/summary.ts";
import { terminalSummary } from "../../../reports/pages/terminal.ts";
import { decoderColumns } from "../../helpers/names.ts";
import { fakeRows } from "../../helpers/rows.ts";

const ROWS = fakeRows(1, 3).filter(({ dataset, k }) => dataset === "ewt_pos45" && k === 1);

describe("terminalSummary()", () => {
  const summary = summarize(ROWS);
  const [head, line, empty, correctness, error] = terminalSummary(summary).split("\n");

  it("names the fastest exact decoder of a dataset with speed, ratio and interval", () => {
    const columns = "dataset, labels, k, fastest exact decoder, sentences/s, × Viterbi, interval";
    assertEquals(head?.split(/ {2,}/).join(", "), columns);
    const [dataset, labels, k, decoder] = line!.split(/ {2,}/);
    assertEquals([dataset, labels, k, empty], ["ewt_pos45", "45", "1", ""]);
    const ratio = (name: string) =>
      summary.find((row) => row.decoder === name)?.ratio_to_viterbi ?? 0;
    const exact = summary.filter((row) => row.verdict === "correct" && row.decoder !== "control");
    for (const rival of exact) assertEquals(ratio(rival.decoder) <= ratio(decoder!), true);
    assertEquals(line?.indexOf(decoder!), head?.indexOf("fastest"));
  });

  it("says whether answers are right and what the error of measurement is", () => {
    assertStringIncludes(correctness!, "Every verified answer of the exact decoders has the best");
    assertMatch(error!, /^Error of measurement: .*, in 1 cell\. Smaller/);
  });

  it("says that a tie is called auto where it names that", () => {
    const rows = ROWS.map((row) =>
      row.decoder === "iterative-viterbi" ? { ...row, ...decoderColumns("auto") } : row
    );
    const text = terminalSummary(summarize(rows));
    assertStringIncludes(text, "\nOf a tie with the fastest, auto is named.\n\nEvery verified");
  });

  it("leaves the table out when nothing was timed", () => {
    const untimed = ROWS.map((row) => ({ ...row, verdict: "unchecked" as const }));
    assertEquals(terminalSummary(summarize(untimed)).split("\n")[0], "No answer was verified.");
  });
});
