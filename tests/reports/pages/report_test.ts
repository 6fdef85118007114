import { runData } from "../../../reports/numbers/read_run.ts";
import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import type { Row } from "../../../harness/store/rows.ts";
import { SENTENCES } from "../../../harness/store/side_tables.ts";
import { findings, readersFindings, tiles } from "../../../reports/numbers/findings.ts";
import { leaderOf, speedFindings } from "../../../reports/numbers/glance.ts";
import { reportFiles, writeReport } from "../../../reports/pages/report.ts";
import { runFacts, suiteName } from "../../../reports/numbers/run_facts.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import { datasetColumns, decoderColumns } from "../../helpers/names.ts";
import { FAKE_MANIFEST, fakeRows, fakeRowsWithFailures } from "../../helpers/rows.ts";
import { fakeSentenceTimes } from "../../helpers/sentences.ts";
import { longIt } from "../../helpers/long.ts";

/** All files of a folder, as base64, by path. */
async function contents(dir: string, prefix = ""): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const entry of Deno.readDir(dir)) {
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory) {
      for (const [name, text] of await contents(path, `${prefix}${entry.name}/`)) {
        files.set(name, text);
      }
    } else files.set(prefix + entry.name, (await Deno.readFile(path)).toBase64());
  }
  return new Map([...files].sort(([a], [b]) => a < b ? -1 : 1));
}

async function withFolder(test: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

describe("writeReport()", () => {
  longIt(
    "draws the times of single sentences where there are any",
    () =>
      withFolder(async (dir) => {
        // What is drawn of these is little besides.
        const rows = fakeRows(7, 2).filter(({ dataset, k }) => dataset === "ewt_pos45" && k === 1);
        await writeReport(dir, rows, FAKE_MANIFEST);
        const drawn = async () =>
          [...(await contents(dir)).keys()].filter((name) => /tail-latency|by-length/.test(name));
        assertEquals(await drawn(), []);
        await SENTENCES.write(dir, fakeSentenceTimes(rows));
        await writeReport(dir, rows, FAKE_MANIFEST);
        assertEquals((await drawn()).length, 6);
      }),
  );

  it("writes every file, and the same bytes when called again", () =>
    withFolder(async (dir) => {
      const rows = fakeRowsWithFailures();
      await writeReport(dir, rows, FAKE_MANIFEST);
      const first = await contents(dir);
      const charts = [
        "at-a-glance",
        "exactness-frontier",
        "heat-map",
        "performance-profile",
        "speed-up-by-label-count",
        "work-by-label-count",
      ];
      const tables = [
        "exact-price",
        "iterations",
        "not-measured",
        "speed",
        "speed-up",
        "verdicts",
        "work",
        "your-decoder",
      ];
      const papers = ["belanger", "huang2012", "kaji2010"];
      const published = [
        ...["table1", "table2", "figure1"].map((name) => `belanger-${name}`),
        ...["table1", "table2", "table3", "table4", "table5", "figure4"]
          .map((name) => `huang2012-${name}`),
        ...["table1", "table2", "table3", "table4"].map((name) => `kaji2010-${name}`),
      ];
      assertEquals(
        [...first.keys()],
        [
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
        ].sort(),
      );
      await writeReport(dir, rows, FAKE_MANIFEST);
      assertEquals(await contents(dir), first);
    }));

  longIt(
    "says why a chart is missing, and removes the one of an earlier report",
    () =>
      withFolder(async (dir) => {
        const rows = fakeRows(7, 2);
        await writeReport(dir, rows, FAKE_MANIFEST);
        assert((await contents(dir)).has("charts/work-by-label-count.svg"));
        await writeReport(dir, rows.filter((row) => row.family === "real"), FAKE_MANIFEST);
        const files = [...(await contents(dir)).keys()];
        assert(!files.some((name) => name.startsWith("charts/work-by-label-count.")));
        assert(files.includes("charts/at-a-glance.svg"));
        const needs = "needs one synthetic family timed at two or more label counts with k = 1";
        assertStringIncludes(await Deno.readTextFile(`${dir}/report.md`), needs);
        assertStringIncludes(await Deno.readTextFile(`${dir}/report.html`), needs);
      }),
  );

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
        assertStringIncludes(text, `1 of ${cells} cells were not measured to the end`);
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
    assertStringIncludes(
      verified!,
      "Every verified answer of the exact decoders has the best score",
    );
    assertStringIncludes(
      fastest!,
      "At k = 1 iterative-viterbi is the fastest exact decoder on 2 of 2",
    );
    assertStringIncludes(error!, "Viterbi timed against itself reads 0.9");
    assertStringIncludes(missing!, "33 skipped of 132 cells");
  });

  it("put wrong answers first, after the reader's own decoder", () => {
    const [own, first] = findings(summarize(fakeRowsWithFailures()));
    assertMatch(own!.text, /^Your decoder naive: wrong on ewt_pos45, .*× Viterbi; /);
    assertEquals(first, {
      tone: "bad",
      text: "Wrong answers from decoders that claim to be exact: naive on ewt_pos45 (k = 1).",
    });
  });

  it("see an answer that turned out wrong on the clock, which is an error then", () => {
    const summary = summarize(fakeRowsWithFailures()).map((row) =>
      row.verdict === "wrong" ? { ...row, status: "error" as const } : row
    );
    assertMatch(readersFindings(summary)[0]!.text, /^Your decoder naive: wrong on ewt_pos45, /);
    const [answers] = tiles(summary, []);
    assertEquals([answers!.tone, answers!.note], ["bad", "Wrong: naive on ewt_pos45."]);
  });

  it("say so when there is no control or nothing was verified", () => {
    const rows = fakeRows(7, 2).filter((row) => row.decoder !== "control")
      .map((row) => ({ ...row, verdict: "unchecked" as const }));
    assertEquals(texts(rows).slice(0, 2), [
      "No answer was verified.",
      "No control was timed: nothing shows the error of measurement of this run.",
    ]);
  });
});

describe("who is the fastest", () => {
  /** The summary of rows with the decoder of a name called auto. */
  const withAuto = (name: string, rows: readonly Row[]) =>
    summarize(rows).map((row) =>
      row.decoder === name ? { ...row, ...decoderColumns("auto") } : row
    );

  it("is no tie because of the control of another dataset", () => {
    const summary = withAuto("iterative-viterbi{prune=false}", fakeRows(7, 3)).map((row) =>
      row.role === "control" && row.labels === 323 ? { ...row, ratio_to_viterbi: 1000 } : row
    );
    const leaders = ["ewt_pos45", "hwu_slot_scenario323"]
      .map((dataset) => leaderOf(summary, { dataset, k: 1 })!.decoder);
    assertEquals(leaders, ["iterative-viterbi", "auto"]);
  });

  it("is said of the tasks that have a ratio", () => {
    const summary = withAuto("iterative-viterbi", fakeRows(7, 3));
    const said = (rows: typeof summary) => speedFindings(rows, 1)[0]!.text;
    assertStringIncludes(said(summary), " times as fast as Viterbi on 2 real tasks, timed");
    const failed = summary.map((row) =>
      row.dataset === "ewt_pos45" ? { ...row, ratio_to_viterbi: undefined } : row
    );
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
    assertEquals(runFacts({ suite: "quick", machine: { cores: 2 } }), [
      { label: "Suite", value: "quick" },
      { label: "CPU", value: "2 cores" },
    ]);
  });

  it("tell of the sessions before the last", () => {
    const earlier = [
      { commandLine: "bench", startedAt: "monday", commit: "a", dirty: true },
      { commandLine: "bench --resume", startedAt: "tuesday", commit: "b", dirty: false },
    ];
    assertEquals(runFacts({ earlier, commit: "c" }), [
      {
        label: "Sessions before",
        value: "monday, a with uncommitted changes, bench; tuesday, b, bench --resume",
      },
      { label: "Commit", value: "c" },
    ]);
  });

  it("accept any manifest", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (manifest) => {
        for (const { value } of runFacts(manifest)) assert(value !== "");
        assertEquals(typeof suiteName(manifest), "string");
      }),
      { seed: 1 },
    );
  });
});
