import { htmlOf } from "../../helpers/html.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { runData } from "../../../reports/numbers/read_run.ts";
import { composeReport } from "../../../reports/pages/report.ts";
import { reportBlocks } from "../../../reports/pages/element_pages.ts";
import { markdownOf } from "../../../reports/pages/markdown.ts";
import { terminalSummary } from "../../../reports/pages/terminal.ts";
import { PARSING_RUN } from "../../helpers/parsing_rows.ts";
import { FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";

describe("composeReport()", () => {
  it("has no words of chains when the run is of parses", async () => {
    const report = await composeReport(PARSING_RUN, FAKE_MANIFEST);
    assertEquals(report.charts.filter(({ drawing }) => drawing === undefined), []);
    assertEquals([report.claims, report.papers, report.tables.length], [[], [], 2]);
    assertStringIncludes(report.claimsRule, "Each line of evidence has a vote");
    for (const text of [markdownOf(reportBlocks(report)), terminalSummary(report.summary)]) {
      assertStringIncludes(text, "pipeline");
      assertEquals(/viterbi|lattice|claims of the papers/i.exec(text), null);
    }
    assertStringIncludes(await htmlOf(report), "Time by chart size");
  });

  it("has nothing of parses when the run is of chains", async () => {
    const report = await composeReport(runData(fakeRows(1, 2)), FAKE_MANIFEST);
    assert(!report.charts.some(({ chart }) => chart.name === "speed-by-chart-size"));
    assert(report.claims.length > 0 && report.papers.length > 0);
  });
});
