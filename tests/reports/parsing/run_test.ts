import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { composeReport } from "../../../reports/pages/compose.ts";
import { reportHtml } from "../../../reports/pages/html/report.ts";
import { reportMarkdown } from "../../../reports/pages/markdown/report.ts";
import { terminalSummary } from "../../../reports/pages/terminal.ts";
import type { Spec } from "../../../reports/charts/contract.ts";
import type { ParsingChart } from "../../../reports/parsing/contract.ts";
import certified from "../../../reports/charts/certified.ts";
import convergence from "../../../reports/charts/convergence.ts";
import speedByChartSize from "../../../reports/charts/speed_by_chart_size.ts";
import { iterationPoints } from "../../../reports/parsing/iterations.ts";
import { parsingRun, provenBest } from "../../../reports/parsing/run.ts";
import decoders from "../../../reports/tables/parsers.ts";
import spaces from "../../../reports/tables/search_spaces.ts";
import { sentenceSeries } from "../../../reports/numbers/sentence_series.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import {
  PARSING_ANSWERS,
  PARSING_ROWS,
  PARSING_TIMES,
  PARSING_TRACES,
} from "../../helpers/parsing_rows.ts";
import { FAKE_MANIFEST, fakeRows } from "../../helpers/rows.ts";

const TOLD = { answers: PARSING_ANSWERS, traces: PARSING_TRACES };
const SUMMARY = summarize(PARSING_ROWS);
const SERIES = sentenceSeries(SUMMARY, PARSING_ROWS, PARSING_TIMES);
const RUN = parsingRun(SUMMARY, PARSING_ROWS, SERIES, TOLD);
const DUAL = RUN.cells.find(({ row }) => row.decoder === "dual-decomposition")!;

type Datum = Readonly<Record<string, string | number>>;
const dataOf = (chart: ParsingChart) =>
  (chart.spec(RUN) as Spec & { data: { values: Datum[] } }).data.values;

describe("parsingRun()", () => {
  it("puts answers and traces of the last session to cells, but for the control", () => {
    assertEquals(RUN.cells.map(({ answers }) => answers.length), [3, 3, 3]);
    assertEquals(DUAL.traces.get(1)!.length, 3);
    const again = PARSING_ANSWERS.map((answer) => ({ ...answer, session: 1, words: 9 }));
    const answers = [...PARSING_ANSWERS, ...again];
    const later = parsingRun(SUMMARY, PARSING_ROWS, [], { answers });
    assert(later.cells.every(({ answers }) => answers.every(({ words }) => words === 9)));
    assertEquals(later.cells[0]!.answers.length, 3);
  });
});

describe("iterationPoints()", () => {
  it("are means over the sentences, which stay where they ended", () => {
    const best = provenBest(RUN.cells);
    assertEquals([...best], [[0, -4], [1, -4]]);
    assertEquals(iterationPoints(DUAL, best), [
      { iteration: 1, sentences: 2, primalGap: 1, dualGap: 1.5, proven: 0.5 },
      { iteration: 2, sentences: 2, primalGap: 1, dualGap: 0.5, proven: 0.5 },
      { iteration: 3, sentences: 2, primalGap: 0, dualGap: 0.25, proven: 0.5 },
    ]);
  });
});

describe("the charts of parses", () => {
  it("draw what is known, in two lines a decoder with a bound", () => {
    const lines = Map.groupBy(dataOf(convergence), ({ line }) => line);
    const values = (line: string) => lines.get(line)!.map(({ value }) => value);
    assertEquals([values("derivation"), values("bound")], [[1, 1, 0], [1.5, 0.5, 0.25]]);
    assertEquals(dataOf(certified).map(({ value }) => value), [0.5, 0.5, 0.5]);
    // The sentence without a parse has no forest.
    assertEquals(dataOf(speedByChartSize).map(({ edges, ms }) => [edges, ms]).length, 6);
  });

  it("are not drawn without traces and times", () => {
    const bare = parsingRun(SUMMARY, PARSING_ROWS, [], { answers: PARSING_ANSWERS });
    for (const chart of [certified, convergence, speedByChartSize]) {
      assertEquals(chart.spec(bare), undefined);
    }
  });
});

describe("the tables of parses", () => {
  it("count a missing parse as missed", () => {
    const { rows, columns } = decoders.build(RUN);
    const cells = Object.fromEntries(columns.map(({ name }, i) => [name, rows[1]![i]!.value]));
    assertEquals(cells["parsed"], 2);
    assertEquals(cells["tags"], 0.5);
    // 2·2 matched over 4 predicted and 6 right ones.
    assertEquals(cells["span F"], 0.4);
    assertEquals(rows.map((row) => row[1]!.text), ["bar-hillel", "dual-decomposition", "pipeline"]);
    assertEquals(rows.map((row) => row[4]!.text), ["100%", "50.0%", "0%"]);
  });

  it("say what is searched", () => {
    const [line] = spaces.build(RUN).rows;
    assertEquals(line!.map(({ text }) => text).slice(1), [
      ...["0: 1, 1: 1, 4: 1", "1", "2.00", "20.0", "30.0", "30"],
    ]);
  });
});

describe("composeReport()", () => {
  it("has no words of chains when the run is of parses", async () => {
    const report = await composeReport(
      ...[PARSING_ROWS, FAKE_MANIFEST, new Map(), PARSING_TIMES, [], TOLD] as const,
    );
    assertEquals(report.charts.filter(({ drawing }) => drawing === undefined), []);
    assertEquals([report.claims, report.papers, report.tables.length], [[], [], 2]);
    const texts = [reportMarkdown(report), terminalSummary(report.summary)];
    for (const text of texts) {
      assertStringIncludes(text, "pipeline");
      assertEquals(/viterbi|lattice|claims of the papers/i.exec(text), null);
    }
    assertStringIncludes(await reportHtml(report), "Certified by iteration");
  });

  it("has nothing of parses when the run is of chains", async () => {
    const report = await composeReport(fakeRows(1, 2), FAKE_MANIFEST);
    assert(!report.charts.some(({ chart }) => chart.name === "certified"));
    assert(report.claims.length > 0 && report.papers.length > 0);
  });
});
