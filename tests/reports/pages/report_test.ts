import { runData } from "../../../reports/numbers/read_run.ts";
import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { type Row, ROWS } from "../../../harness/store/rows.ts";
import { SENTENCES } from "../../../harness/store/side_tables.ts";
import { findings, readersFindings, tiles } from "../../../reports/numbers/findings.ts";
import { leaderOf, speedFindings } from "../../../reports/numbers/glance.ts";
import {
  buildAfterStudy,
  buildReport,
  composeReport,
  reportFiles,
  writeReport,
} from "../../../reports/pages/report.ts";
import { runFacts, suiteName } from "../../../reports/numbers/run_facts.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import { datasetColumns, decoderColumns } from "../../helpers/names.ts";
import { FAKE_MANIFEST, fakeRows, fakeRowsWithFailures, withChanges } from "../../helpers/rows.ts";
import { fakeSentenceTimes } from "../../helpers/sentences.ts";
import { contentsOf, filesBelow } from "../../helpers/folder_contents.ts";
import { htmlOf } from "../../helpers/run_data.ts";
import { reportBlocks } from "../../../reports/pages/element_pages.ts";
import { markdownOf } from "../../../reports/pages/markdown.ts";
import { terminalSummary } from "../../../reports/pages/terminal.ts";
import { PARSING_RUN } from "../../helpers/parsing_rows.ts";
import { parse } from "@std/csv";
import { csv } from "../../../harness/store/table.ts";
import { writeManifest } from "../../../harness/store/store.ts";
import { replaceTable, replaceText } from "../../../harness/store/table_file.ts";
import { itInFolder, longItInFolder } from "../../helpers/in_folder.ts";
import { line } from "../../helpers/study_lines.ts";

describe("writeReport()", () => {
  longItInFolder("draws the times of single sentences where there are any", async (dir) => {
    // What is drawn of these is little besides.
    const rows = fakeRows(7, 2).filter(({ dataset, k }) => dataset === "ewt_pos45" && k === 1);
    await writeReport(dir, rows, FAKE_MANIFEST);
    const drawn = () => filesBelow(dir).filter((name) => /tail-latency|by-length/.test(name));
    assertEquals(drawn(), []);
    await SENTENCES.write(dir, fakeSentenceTimes(rows));
    await writeReport(dir, rows, FAKE_MANIFEST);
    assertEquals(drawn().length, 6);
  });

  itInFolder("writes every file, and the same bytes when called again", async (dir) => {
    const rows = fakeRowsWithFailures();
    await writeReport(dir, rows, FAKE_MANIFEST);
    const first = contentsOf(dir);
    const list = (names: string) => names.split(" ");
    const charts = list("at-a-glance exactness-frontier heat-map performance-profile")
      .concat("speed-up-by-label-count", "work-by-label-count");
    const tables = list("exact-price iterations not-measured speed speed-up verdicts work")
      .concat("your-decoder");
    const papers = ["belanger", "huang2012", "kaji2010"];
    const published = [
      ...["table1", "table2", "figure1"].map((name) => `belanger-${name}`),
      ...["table1", "table2", "table3", "table4", "table5", "figure4"]
        .map((name) => `huang2012-${name}`),
      ...["table1", "table2", "table3", "table4"].map((name) => `kaji2010-${name}`),
    ];
    const files = [
      ...charts.flatMap((name) => ["png", "svg", "vl.json"].map((e) => `charts/${name}.${e}`)),
      "claims.md",
      ...[...published, ...tables, "numbers", "run_numbers"].map((name) => `latex/${name}.tex`),
      "papers.csv",
      ...papers.map((name) => `papers/${name}.md`),
      "report.html",
      "report.md",
      "report_files.json",
      "summary.csv",
      ...tables.flatMap((name) => ["csv", "md"].map((e) => `tables/${name}.${e}`)),
    ];
    assertEquals(Object.keys(first), files.sort());
    await writeReport(dir, rows, FAKE_MANIFEST);
    assertEquals(contentsOf(dir), first);
  });

  longItInFolder("says why a chart is missing, and removes an earlier report's", async (dir) => {
    const rows = fakeRows(7, 2);
    await writeReport(dir, rows, FAKE_MANIFEST);
    assert(filesBelow(dir).includes("charts/work-by-label-count.svg"));
    await writeReport(dir, rows.filter((row) => row.family === "real"), FAKE_MANIFEST);
    const files = filesBelow(dir);
    assert(!files.some((name) => name.startsWith("charts/work-by-label-count.")));
    assert(files.includes("charts/at-a-glance.svg"));
    const needs = "needs one synthetic family timed at two or more label counts with k = 1";
    assertStringIncludes(await Deno.readTextFile(`${dir}/report.md`), needs);
    assertStringIncludes(await Deno.readTextFile(`${dir}/report.html`), needs);
  });

  it("says that a baseline failed, at once or after some rounds, and that cells are missing", async () => {
    const datasets = ["ewt_pos45", "synthetic-hmm-45"];
    const rows = fakeRows(7, 2).filter(({ dataset }) => datasets.includes(dataset));
    const isBaseline = ({ dataset, role }: Row) => dataset === "ewt_pos45" && role === "baseline";
    const failed = (row: Row): Row => ({
      ...{ ...row, round: 0, elapsed_ms: 0, timed_sentences: 0, passes: 0 },
      ...{ status: "error", verdict: "unchecked", reason: "SIGKILL" },
    });
    const killed = rows.filter(isBaseline).filter(({ round }) => round === 1).map(failed);
    const cells = 1 + summarize(rows).length;
    for (const rounds of [0, 1]) {
      const left = rows.filter((row) => !isBaseline(row) || row.round <= rounds);
      const manifest = { ...FAKE_MANIFEST, cells };
      const files = await reportFiles(runData([...left, ...killed], { manifest }), manifest);
      for (const page of ["report.md", "report.html"]) {
        const text = files.get(page)!;
        assertStringIncludes(text, "it ended in an error on ewt_pos45 (k = 1)");
        assertStringIncludes(text, "SIGKILL");
        assertStringIncludes(text, `1 of ${cells} cells was not measured to the end`);
      }
    }
    // Of every dataset, and with nothing left but the failures.
    const all = rows.filter(({ role }) => role === "baseline").map(failed);
    const rivals = rows.filter(({ role }) => role !== "baseline");
    for (const left of [[...rivals, ...all], killed]) {
      assert((await reportFiles(runData(left), FAKE_MANIFEST)).size > 0);
    }
  });

  it("rejects when there are no rows", async () => {
    await assertRejects(() => writeReport(".", [], {}), RangeError, "without rows");
  });
});

describe("findings()", () => {
  const texts = (rows = fakeRows()): string[] => findings(summarize(rows)).map(({ text }) => text);

  it("name the fastest exact decoder and the error of measurement", () => {
    const [verified, fastest, error, missing] = texts();
    assertStringIncludes(verified!, "Every verified answer of the exact decoders has the best");
    assertStringIncludes(fastest!, "At k = 1 iterative-viterbi is the fastest exact decoder on 2");
    assertStringIncludes(error!, "Viterbi timed against itself reads 0.9");
    assertStringIncludes(missing!, "33 skipped of 132 cells");
    const lucky = withChanges(summarize(fakeRows()), { exact: false }, { verdict: "correct" });
    assertEquals(findings(lucky)[0]!.text, verified);
  });

  it("put wrong answers first, after the reader's own decoder", () => {
    const [own, first] = findings(summarize(fakeRowsWithFailures()));
    assertMatch(own!.text, /^Your decoder naive: wrong on ewt_pos45, .*× Viterbi; /);
    const text = "Wrong answers from decoders that claim to be exact: naive on ewt_pos45 (k = 1).";
    assertEquals(first, { tone: "bad", text });
  });

  it("see an answer that turned out wrong on the clock, which is an error then", () => {
    const failures = summarize(fakeRowsWithFailures());
    const summary = withChanges(failures, { verdict: "wrong" }, { status: "error" });
    assertMatch(readersFindings(summary)[0]!.text, /^Your decoder naive: wrong on ewt_pos45, /);
    const [answers] = tiles(summary, []);
    assertEquals([answers!.tone, answers!.note], ["bad", "Wrong: naive on ewt_pos45."]);
  });

  it("say so when there is no control or nothing was verified", () => {
    const rows = fakeRows(7, 2).filter((row) => row.decoder !== "control")
      .map((row) => ({ ...row, verdict: "unchecked" as const }));
    const error = "No control was timed: nothing shows the error of measurement of this run.";
    assertEquals(texts(rows).slice(0, 2), ["No answer was verified.", error]);
  });
});

describe("who is the fastest", () => {
  /** The summary of rows with the decoder of a name called auto. */
  const withAuto = (decoder: string, rows: readonly Row[]) =>
    withChanges(summarize(rows), { decoder }, decoderColumns("auto"));

  it("is no tie because of the control of another dataset", () => {
    const rows = withAuto("iterative-viterbi{prune=false}", fakeRows(7, 3));
    const control = { role: "control", labels: 323 } as const;
    const summary = withChanges(rows, control, { ratio_to_viterbi: 1000 });
    const leaders = ["ewt_pos45", "hwu_slot_scenario323"]
      .map((dataset) => leaderOf(summary, { dataset, k: 1 })!.decoder);
    assertEquals(leaders, ["iterative-viterbi", "auto"]);
  });

  it("is said of the tasks that have a ratio", () => {
    const summary = withAuto("iterative-viterbi", fakeRows(7, 5));
    const said = (rows: typeof summary) => speedFindings(rows, 1)[0]!.text;
    assertStringIncludes(said(summary), " times as fast as Viterbi on 2 real tasks, timed");
    const failed = withChanges(summary, { dataset: "ewt_pos45" }, { ratio_to_viterbi: undefined });
    assertStringIncludes(said(failed), " times as fast as Viterbi on 1 real task, timed");
  });

  it("is said of no more tasks than it leads on", () => {
    const leaders = ["", "{expansion=uniform}", "{prune=false}"]
      .map((options) => `iterative-viterbi${options}`);
    const rows = fakeRows(7, 3).filter(({ dataset, k }) => dataset === "ewt_pos45" && k === 1);
    const tasks = leaders.flatMap((leader, i) =>
      rows.map((row) => ({
        ...row,
        ...datasetColumns(`task${i}`),
        elapsed_ms: row.elapsed_ms / (row.decoder === leader ? 1000 : 1),
      }))
    );
    const [said] = speedFindings(withAuto(leaders[0]!, tasks), 1);
    assertStringIncludes(said!.text, "auto is the fastest exact decoder on 1 of 3 tasks, ");
    assertStringIncludes(said!.text, " times as fast as Viterbi, timed without");
  });
});

describe("runFacts()", () => {
  it("leave out what a manifest lacks", () => {
    assertEquals(runFacts({ suite: "quick", machine: { cores: 1 } }), [
      { label: "Suite", value: "quick" },
      { label: "CPU", value: "1 core" },
    ]);
    const facts = runFacts({ commandLine: "a `b`" });
    assertEquals(markdownOf([{ facts }]), "- Command: `` a `b` ``\n");
  });

  it("tell of the sessions before the last", () => {
    const earlier = [
      { commandLine: "bench", startedAt: "monday", commit: "a", dirty: true },
      { commandLine: "bench --resume", startedAt: "tuesday", commit: "b", dirty: false },
    ];
    const value = "monday, a with uncommitted changes, bench; tuesday, b, bench --resume";
    assertEquals(runFacts({ earlier, commit: "c" }), [
      { label: "Sessions before", value },
      { label: "Commit", value: "c" },
    ]);
  });

  it("accept any manifest", () => {
    const property = fc.property(fc.jsonValue(), (manifest) => {
      for (const { value } of runFacts(manifest)) assert(value !== "");
      assertEquals(typeof suiteName(manifest), "string");
    });
    fc.assert(property, { seed: 1 });
  });
});

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

  it("begins with what joint models gain when the run is of parses", async () => {
    const { cells } = PARSING_RUN;
    const right = cells.map(({ row, answers, traces }) => {
      const matched_labelled = row.decoder === "pipeline" ? 2 : 3;
      return { row, traces, answers: answers.map((one) => ({ ...one, matched_labelled })) };
    });
    const report = await composeReport({ ...PARSING_RUN, cells: right }, FAKE_MANIFEST);
    const said =
      "Joint models gain +25.00 points of LF over the pipeline, and every answer of an " +
      "exact decoder is the best";
    assertEquals([report.headline, report.findings[0]!.text], [said, `${said}.`]);
    assertStringIncludes(await htmlOf(report), `<h2>${said}</h2>`);
    const summary = PARSING_RUN.summary.filter(({ exact }) => !exact);
    const inexact = await composeReport({ ...PARSING_RUN, summary, cells: right }, FAKE_MANIFEST);
    assertEquals(inexact.headline, said.split(", ")[0]);
    const lone = { ...PARSING_RUN, cells: cells.slice(0, 1) };
    assertEquals((await composeReport(lone, FAKE_MANIFEST)).headline, "");
  });

  it("has nothing of parses when the run is of chains", async () => {
    const report = await composeReport(runData(fakeRows(1, 2)), FAKE_MANIFEST);
    assert(!report.charts.some(({ chart }) => chart.name === "speed-by-chart-size"));
    assert(report.claims.length > 0 && report.papers.length > 0);
  });
});

longItInFolder("buildAfterStudy() builds the report again, with papers of studies", async (dir) => {
  await ROWS.write(dir, fakeRows(7, 2).filter(({ dataset }) => dataset === "ewt_pos45"));
  await writeManifest(dir, { ...FAKE_MANIFEST, rounds: 2, plan: "p", cells: 14 });
  await buildReport(dir);
  const ours = async () =>
    parse(await Deno.readTextFile(`${dir}/papers.csv`), { skipFirstRow: true })
      .find(({ paper, table, dataset, algorithm }) =>
        `${paper} ${table} ${dataset} ${algorithm}` ===
          "kaji2010 table3 pos iterative-viterbi{expansion=column}"
      )!["ours"];
  assertEquals(await ours(), "");
  const lines = ["viterbi", "iterative-viterbi"].map((decoder) => line({ decoder }));
  const columns = Object.keys(lines[0]!);
  const table = lines.map((fields) => columns.map((name) => fields[name]!));
  await replaceTable(`${dir}/studies/training.csv`, csv([columns, ...table]));
  const manifest = { ...FAKE_MANIFEST, cells: 1 };
  await replaceText(`${dir}/studies/training.json`, JSON.stringify(manifest));
  await buildAfterStudy(dir);
  assertNotEquals(await ours(), "");
});
