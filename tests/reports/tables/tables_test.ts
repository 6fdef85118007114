import { assert, assertAlmostEquals, assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/csv";
import { describe, it } from "@std/testing/bdd";
import { importFolder } from "../../../reports/pages/content.ts";
import { escapeMarkdown, tableCsv, tableMarkdown } from "../../../reports/pages/markdown.ts";
import { runData } from "../../../reports/numbers/read_run.ts";
import type { FirstUseCurve, RunData } from "../../../reports/numbers/run_data.ts";
import type { SummaryRow } from "../../../reports/numbers/summary_row.ts";
import { type Cell, splitByK, type TableContent } from "../../../reports/columns.ts";
import type { Table } from "../../../reports/tables/contract.ts";
import { fakeKBestRows } from "../../helpers/k_best_rows.ts";
import { snapshotsOf } from "../../helpers/parts.ts";
import {
  asOwnOrder,
  fakePaperRows,
  fakeRows,
  fakeRowsWithFailures,
  withChanges,
} from "../../helpers/rows.ts";

const TABLES = (await importFolder<Table>(new URL("../../../reports/tables/", import.meta.url)))
  .filter(({ problem }) => problem === undefined);
const RUN = runData(fakeRowsWithFailures());
const PAPER_RUN = runData(fakePaperRows());
const K_BEST_RUN = runData(fakeKBestRows());
function curve(decoder: string, points: readonly [number, number[]][]): FirstUseCurve {
  return { dataset: "ewt_pos45", decoder, elapsedMs: new Map(points) };
}

/** Two processes each; `auto` pays for its preparation between 10 and 100 sentences. */
const FAKE_CURVES: readonly FirstUseCurve[] = [
  curve("auto", [[1, [9, 11]], [10, [10, 12]], [100, [20, 22]], [1000, [100, 110]]]),
  curve("viterbi", [[1, [2, 2]], [10, [11, 9]], [100, [95, 105]]]),
];

/** The summary with the k-best decoder as the advised one, and the control as Viterbi with SIMD. */
function asAuto(summary: readonly SummaryRow[]): SummaryRow[] {
  const simd = withChanges(summary, { decoder: "control" }, { decoder: "viterbi{kernel=simd}" });
  const both = withChanges(simd, { decoder: "iterative-viterbi-a-star" }, { decoder: "auto" });
  return both.map((row) => ({ ...row, times: withChanges(row.times, {}, { clock: "memory64" }) }));
}

/** A cell on a reader's own pack instead of a real task. */
function asOwn(row: SummaryRow): SummaryRow {
  return row.family === "real" ? { ...row, dataset_base: `own-${row.dataset}` } : row;
}

/** Runs that have what a table is about, where the seeded one with failures has not. */
const RUNS: Readonly<Record<string, RunData>> = {
  "candidates": K_BEST_RUN,
  "deviations": K_BEST_RUN,
  "exact-price": PAPER_RUN,
  "first-use": { ...RUN, curves: FAKE_CURVES },
  "lower-bound-updates": K_BEST_RUN,
  "own-order": { ...RUN, summary: asOwnOrder(RUN.summary) },
  "readme-speed": { ...K_BEST_RUN, summary: asAuto(K_BEST_RUN.summary) },
  "your-pack": { ...RUN, summary: RUN.summary.map(asOwn) },
};

function build(name: string, run: RunData = RUN): TableContent {
  return TABLES.find((table) => table.name === name)!.build(run);
}

for (const { name } of TABLES) {
  Deno.test(`table ${name} shows the seeded run as before`, async (t) => {
    const lines = tableMarkdown(build(name, RUNS[name])).split("\n");
    await t.assertSnapshot(lines, snapshotsOf(import.meta.url));
  });
}

describe("tables", () => {
  it("speed marks the fastest decoder with right answers, never an approximate or wrong one", () => {
    const { columns, rows } = build("speed");
    const ofOne = rows.filter(([k]) => k!.text === "1");
    for (const column of columns.keys().drop(2)) {
      const best = ofOne.filter((row) => row[column]!.tone === "good");
      assertEquals(best.map(([, decoder]) => decoder!.text), ["iterative-viterbi"]);
    }
  });

  it("speed-up marks no decoder when Viterbi is the fastest exact one", () => {
    const slow = RUN.rows.filter((row) =>
      ["viterbi", "control"].includes(row.decoder) || row.decoder.includes("prune=false")
    ).filter((row) => row.dataset === "ewt_pos45");
    const { columns, rows } = build("speed-up", runData(slow));
    assert(columns.length > 2 && !rows.some(([, decoder]) => decoder!.text === "viterbi"));
    assertEquals(rows.flat().filter(({ tone }) => tone === "good"), []);
  });

  it("general tables leave sweeps and beams of real tasks out, but show what is wrong there", () => {
    const { key, dataset } = PAPER_RUN.rows.find(({ dataset, decoder }) =>
      dataset.includes("dial=10}") && decoder === "carpediem"
    )!;
    const rows = withChanges(PAPER_RUN.rows, { key }, { verdict: "wrong", exact_share: 0.5 });
    for (const name of ["speed", "speed-up", "work", "iterations"]) {
      const content = build(name, runData(rows));
      assert(!content.columns.some(({ name }) => name.includes("{")), name);
      assert(!content.rows.some((row) => row[1]!.text === "beam{width=3}"), name);
    }
    const { columns } = build("verdicts", runData(rows));
    const sweeps = columns.map(({ name }) => name).filter((name) => name.includes("{"));
    assertEquals(sweeps, [dataset]);
  });

  it("speed marks a cell that was timed on a part of the sentences with their number", () => {
    const short = PAPER_RUN.summary.find(({ timed_sentences, sentences, dataset }) =>
      timed_sentences > 0 && timed_sentences < sentences && !dataset.includes("{")
    )!;
    const { columns, rows } = build("speed", PAPER_RUN);
    const line = rows.find((row) => row[1]!.text === short.decoder)!;
    const cell = line[columns.findIndex(({ name }) => name === short.dataset)]!;
    assertStringIncludes(cell.text, ` *${short.timed_sentences}`);
    assertEquals(cell.value, short.sentences_per_second);
    assertStringIncludes(cell.hint!, `${short.timed_sentences} of ${short.sentences} sentences`);
  });

  it("general tables show some of many values of k, and wrong cells at every one", () => {
    const cell = { decoder: "a-star", k: 50, dataset: "ewt_pos_morph_chunk443" };
    const rows = withChanges(K_BEST_RUN.rows, cell, { verdict: "wrong", exact_share: 0.5 });
    const run = runData(rows);
    const ks = (name: string) => [...new Set(build(name, run).rows.map(([k]) => k!.text))];
    assertEquals(ks("speed"), ["1", "5", "10", "100", "1000"]);
    assertEquals(ks("verdicts"), ["1", "5", "10", "50", "100", "1000"]);
  });

  it("tables of variants divide by the default, and leave out runs without it", () => {
    const { columns, rows } = build("candidates", K_BEST_RUN);
    const edges = columns.findIndex(({ name }) => name === "edges, candidates=3");
    assertEquals(new Set(rows.map(([k]) => k!.text)), new Set(["5"]));
    for (const row of rows) assertAlmostEquals(row[edges]!.value!, 1.1, 0.01);
    const others = K_BEST_RUN.rows.filter(({ decoder }) => decoder !== "iterative-viterbi-a-star");
    assertEquals(build("candidates", runData(others)).rows, []);
  });

  it("first-use says from how many sentences on the advised decoder leads, and where it ends", () => {
    const { rows } = build("first-use", { ...K_BEST_RUN, curves: FAKE_CURVES.toReversed() });
    assertEquals(rows.map((row) => row.slice(2).map(({ text }) => text)), [
      ["auto", "10.0", "11.0", "21.0", "105", "100"],
      ["viterbi", "2.00", "10.0", "100", "–", ""],
    ]);
    assertEquals(build("first-use", K_BEST_RUN).rows, []);
  });

  it("readme-speed gives speeds from memory to two digits, and none where none was measured", () => {
    const { columns, rows } = build("readme-speed", RUNS["readme-speed"]);
    assertEquals(columns.slice(1).map(({ name }) => name), ["45", "319", "323", "443", "2,597"]);
    const over = "auto over viterbi{kernel=simd}, k = 1";
    assertEquals(rows.map(([decoder]) => decoder!.text), ["auto, k = 1", "auto, k = 5", over]);
    const texts = [0, 2].map((line) => rows[line]![2]!.text);
    assertEquals(texts, ["7.7 (7.6–7.8)", "7.7 (7.7–7.8)"], "by rounds of both");
    assertEquals(build("readme-speed", K_BEST_RUN).rows, []);
  });

  it("own-order has a line for each dataset that was counted with both orders, none without", () => {
    const run = runData(fakeRows());
    const { rows } = build("own-order", { ...run, summary: asOwnOrder(run.summary) });
    const labels = rows.map((row) => row[1]!.value!);
    assert(labels.length > 1);
    assertEquals(labels, labels.toSorted((a, b) => a - b));
    for (const row of rows) assertEquals(row[5]!.value, row[3]!.value! / row[4]!.value!);
    assertEquals(build("own-order", run).rows, []);
    const few = asOwnOrder(run.summary).map((row) => ({
      ...row,
      sentences: row.decoder.includes("order") ? 8 : row.sentences,
    }));
    assertEquals(build("own-order", { ...run, summary: few }).rows, [], "other sentences");
  });

  it("counts are compared on the same sentences alone", () => {
    const few = (decoder: string, run: RunData): RunData => ({
      ...run,
      summary: withChanges(run.summary, { decoder }, { sentences: 8, edge_share: 1e-9 }),
    });
    const { columns, rows } = build("candidates", few("iterative-viterbi-a-star", K_BEST_RUN));
    const edges = columns.findIndex(({ name }) => name === "edges, candidates=3");
    const texts = rows.map((row) => row[edges]!.text);
    assertEquals(new Set(texts), new Set(["other sentences"]));
    const least = build("work", few("iterative-viterbi{prune=false}", RUN)).rows
      .filter((row) => row.some(({ tone }) => tone === "good")).map(([, decoder]) => decoder!.text);
    assertEquals(new Set(least), new Set(["iterative-viterbi"]));
  });

  it("speed-up says what was not timed, and where there is no baseline", () => {
    const texts = (change: (row: SummaryRow) => Partial<SummaryRow>) => {
      const summary = RUN.summary.map((row) => ({ ...row, ...change(row) }));
      const { rows } = build("speed-up", { ...RUN, summary });
      const [k, decoder, ...cells] = rows.find((row) => row[1]!.text === "iterative-viterbi")!;
      assertEquals([k!.text, decoder!.text], ["1", "iterative-viterbi"]);
      return [...new Set(cells.map(({ text }) => text))];
    };
    assertEquals(texts(() => ({ ratio_to_viterbi: undefined })), ["no baseline"]);
    const nothing = { ratio_to_viterbi: undefined, sentences_per_second: undefined };
    assertEquals(texts(() => nothing), ["not timed"]);
  });

  it("not-measured is empty when every cell is right", () => {
    const rows = fakeRows(7, 2).filter((row) => row.status === "ok");
    assertEquals(build("not-measured", runData(rows)).rows, []);
  });
});

describe("render_table", () => {
  const fast: Cell = { text: "1.2 ±3%", value: 1.23456789, tone: "good" };
  const skipped: Cell = { text: "skipped", tone: "muted" };
  const content: TableContent = {
    columns: [
      { name: "k", align: "right" },
      { name: "a|b", align: "left" },
      { name: "x", align: "right" },
      { name: "skipped", align: "right" },
    ],
    rows: [
      [{ text: "1", value: 1 }, { text: "é<b>" }, fast, { text: "2" }],
      [{ text: "5", value: 5 }, { text: "two\nlines" }, { text: "3" }, skipped],
    ],
  };

  it("tableMarkdown() escapes, aligns and splits by k", () => {
    assertEquals(
      tableMarkdown(content),
      [
        "### k = 1",
        "",
        "| a\\|b  |           x | skipped |",
        "| ----- | ----------: | ------: |",
        "| é\\<b> | **1.2 ±3%** |       2 |",
        "",
        "### k = 5",
        "",
        "| a\\|b      |   x |",
        "| --------- | --: |",
        "| two lines |   3 |",
        "",
      ].join("\n"),
    );
  });

  it("escapeMarkdown() keeps names from becoming emphasis, links and characters", () => {
    const names = ["_my_tags_", "a__b", "[x](y)", "[1, 2] (3)", "R&D ~", "a~b~", "a&lt;b&#33;"];
    assertEquals(names.map(escapeMarkdown), [
      "\\_my_tags_",
      "a_\\_b",
      "[x]\\(y)",
      "[1, 2] (3)",
      "R&D ~",
      "a\\~b~",
      "a\\&lt;b\\&#33;",
    ]);
  });

  it("tableCsv() writes numbers, not their texts", () => {
    assertEquals(parse(tableCsv(content)), [
      ["k", "a|b", "x", "skipped"],
      ["1", "é<b>", "1.234568", "2"],
      ["5", "two\nlines", "3", "skipped"],
    ]);
  });

  it("splitByK() keeps a table in one part when it has no k column first", () => {
    const { columns, rows } = build("not-measured");
    assertEquals(splitByK({ columns, rows }), [{ heading: "", content: { columns, rows } }]);
    const empty = { columns: columns.slice(0, 2), rows: [[{ text: "" }, { text: "–" }]] };
    assertEquals(splitByK(empty)[0]!.content, { columns: [columns[1]!], rows: [[{ text: "–" }]] });
  });
});
