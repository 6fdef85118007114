import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/csv";
import { describe, it } from "@std/testing/bdd";
import {
  formatNumber,
  formatRatio,
  formatShare,
  formatSpread,
} from "../../../reports/numbers/format.ts";
import { importFolder } from "../../../reports/pages/modules.ts";
import { splitByK, tableCsv, tableMarkdown } from "../../../reports/pages/render_table.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import type { TableContent } from "../../../reports/tables/content.ts";
import { asAuto, asOwn, FAKE_CURVES } from "../../helpers/first_use.ts";
import type { Table } from "../../../reports/tables/contract.ts";
import { fakeFactorialRows } from "../../helpers/factorial_rows.ts";
import { fakeKBestRows } from "../../helpers/k_best_rows.ts";
import { fakePaperRows, fakeRows, fakeRowsWithFailures } from "../../helpers/rows.ts";

const TABLES = await importFolder<Table>(new URL("../../../reports/tables/", import.meta.url));
const ROWS = fakeRowsWithFailures();
const SUMMARY = summarize(ROWS);
const PAPER_ROWS = fakePaperRows();
const PAPER_SUMMARY = summarize(PAPER_ROWS);
/** Tables of what only the paper suite measures. */
const PAPER_TABLES = ["beam-widths", "calibrated-beam", "complexity", "exact-price"];
const FACTORIAL_ROWS = fakeFactorialRows();
const K_BEST_ROWS = fakeKBestRows();
const K_BEST_SUMMARY = summarize(K_BEST_ROWS);
/** Tables of what only the paper suite measures for several paths. */
const K_BEST_TABLES = [
  "candidates",
  "deviations",
  "k-best-iterations",
  "k-best-speed",
  "lower-bound-updates",
];

function build(name: string): TableContent {
  return TABLES.find((table) => table.name === name)!.build(SUMMARY, ROWS);
}

function buildOfItsRun(table: Table): TableContent {
  if (table.name === "factorial") return table.build(summarize(FACTORIAL_ROWS), FACTORIAL_ROWS);
  if (table.name === "first-use") return table.build(SUMMARY, ROWS, FAKE_CURVES);
  if (table.name === "your-pack") return table.build(SUMMARY.map(asOwn), ROWS);
  if (table.name === "readme-speed") return table.build(asAuto(K_BEST_SUMMARY), K_BEST_ROWS);
  if (K_BEST_TABLES.includes(table.name)) return table.build(K_BEST_SUMMARY, K_BEST_ROWS);
  return PAPER_TABLES.includes(table.name)
    ? table.build(PAPER_SUMMARY, PAPER_ROWS)
    : table.build(SUMMARY, ROWS);
}

for (const table of TABLES) {
  Deno.test(`table ${table.name} shows the seeded run as before`, async (t) => {
    await t.assertSnapshot(tableMarkdown(buildOfItsRun(table)).split("\n"));
  });
}

describe("tables", () => {
  it("every table has as many cells as columns", () => {
    for (const table of TABLES) {
      const { columns, rows } = buildOfItsRun(table);
      const { name } = table;
      assert(rows.length > 0, name);
      for (const row of rows) assertEquals(row.length, columns.length, name);
    }
  });

  it("verdicts shows wrong, timed-out, failed and unchecked cells", () => {
    const { columns, rows } = build("verdicts");
    const naive = rows.find(([k, decoder]) => k!.text === "1" && decoder!.text === "naive")!;
    const cell = (dataset: string) => naive[columns.findIndex(({ name }) => name === dataset)]!;
    assertStringIncludes(cell("ewt_pos45").text, "✗ 97.3%");
    assertEquals(cell("ewt_pos45").tone, "bad");
    assertEquals(cell("hwu_slot_scenario323").text, "timeout");
    assertEquals(cell("synthetic-hmm-2602").text, "error");
    assertEquals(cell("synthetic-hmm-319").text, "unchecked");
  });

  it("speed marks the fastest decoder with right answers, never an approximate or wrong one", () => {
    const { columns, rows } = build("speed");
    const ofOne = rows.filter(([k]) => k!.text === "1");
    for (const column of columns.keys().drop(2)) {
      const best = ofOne.filter((row) => row[column]!.tone === "good");
      assertEquals(best.map(([, decoder]) => decoder!.text), ["iterative-viterbi"]);
    }
  });

  it("speed-up marks no decoder when Viterbi is the fastest exact one", () => {
    const slow = ROWS.filter((row) =>
      ["viterbi", "control"].includes(row.decoder) || row.decoder.includes("prune=false")
    ).filter((row) => row.dataset === "ewt_pos45");
    const table = TABLES.find(({ name }) => name === "speed-up")!;
    const { columns, rows } = table.build(summarize(slow), slow);
    assert(columns.length > 2 && !rows.some(([, decoder]) => decoder!.text === "viterbi"));
    assertEquals(rows.flat().filter(({ tone }) => tone === "good"), []);
  });

  it("general tables leave sweeps and beams of real tasks out, but show what is wrong there", () => {
    const wrong = PAPER_ROWS.find(({ dataset, decoder }) =>
      dataset.includes("dial=10}") && decoder === "carpediem"
    )!;
    const rows = PAPER_ROWS.map((row) =>
      row.key === wrong.key ? { ...row, verdict: "wrong" as const, exact_share: 0.5 } : row
    );
    for (const name of ["speed", "speed-up", "work", "iterations"]) {
      const table = TABLES.find((table) => table.name === name)!;
      const content = table.build(summarize(rows), rows);
      assert(!content.columns.some(({ name }) => name.includes("{")), name);
      assert(!content.rows.some((row) => row[1]!.text === "beam{width=3}"), name);
    }
    const verdicts = TABLES.find((table) => table.name === "verdicts")!;
    const { columns } = verdicts.build(summarize(rows), rows);
    assertEquals(columns.map(({ name }) => name).filter((name) => name.includes("{")), [
      wrong.dataset,
    ]);
  });

  it("speed marks a cell that was timed on a part of the sentences with their number", () => {
    const short = PAPER_SUMMARY.find(({ timed_sentences, sentences, dataset }) =>
      timed_sentences > 0 && timed_sentences < sentences && !dataset.includes("{")
    )!;
    const table = TABLES.find(({ name }) => name === "speed")!;
    const { columns, rows } = table.build(PAPER_SUMMARY, PAPER_ROWS);
    const line = rows.find((row) => row[1]!.text === short.decoder)!;
    const cell = line[columns.findIndex(({ name }) => name === short.dataset)]!;
    assertStringIncludes(cell.text, ` *${short.timed_sentences}`);
    assertEquals(cell.value, short.sentences_per_second);
    assertStringIncludes(cell.hint!, `${short.timed_sentences} of ${short.sentences} sentences`);
  });

  it("general tables show some of many values of k, and wrong cells at every one", () => {
    const rows = K_BEST_ROWS.map((row) =>
      row.decoder === "a-star" && row.k === 50 && row.dataset === "ewt_pos_morph_chunk443"
        ? { ...row, verdict: "wrong" as const, exact_share: 0.5 }
        : row
    );
    const ks = (name: string): string[] => {
      const table = TABLES.find((table) => table.name === name)!;
      return [...new Set(table.build(summarize(rows), rows).rows.map(([k]) => k!.text))];
    };
    assertEquals(ks("speed"), ["1", "5", "10", "100", "1000"]);
    assertEquals(ks("verdicts"), ["1", "5", "10", "50", "100", "1000"]);
  });

  it("k-best-speed pairs the fastest heuristic of A* with A* (best)", () => {
    const { columns, rows } = buildOfItsRun(TABLES.find(({ name }) => name === "k-best-speed")!);
    const column = columns.findIndex(({ name }) => name === "published × Viterbi A*");
    const lines = rows.filter(([dataset]) => dataset!.text === "ewt_pos_morph_chunk443");
    const printed = lines.map((row) => [row[2]!.text, row[column]!.text]);
    assertEquals(printed, [
      ["viterbi", "0.00625×"],
      ["a-star", "0.28×"],
      ["a-star{heuristic=naive}", ""],
      ["a-star{level=0}", ""],
      ["beam{width=5}", "14.8×"],
      ["iterative-viterbi-a-star", "7.38×"],
      ["viterbi-a-star", "1.00×"],
    ]);
    const best = lines.filter((row) => row[3]!.tone === "good").map((row) => row[2]!.text);
    assertEquals(best, ["iterative-viterbi-a-star"]);
  });

  it("tables of variants divide by the default, and leave out runs without it", () => {
    const candidates = TABLES.find(({ name }) => name === "candidates")!;
    const { columns, rows } = buildOfItsRun(candidates);
    const edges = columns.findIndex(({ name }) => name === "edges, candidates=3");
    assert(rows.every((row) => row[0]!.text === "5" && Math.abs(row[edges]!.value! - 1.1) < 0.01));
    const others = K_BEST_ROWS.filter(({ decoder }) => decoder !== "iterative-viterbi-a-star");
    assertEquals(candidates.build(summarize(others), others).rows, []);
  });

  it("not-measured gives one line per decoder and reason", () => {
    const { rows } = build("not-measured");
    const texts = rows.map((row) => row.map(({ text }) => text).join(" | "));
    assertEquals(texts.length, 7);
    assert(texts.some((text) => /naive.*timeout.*no answer within 20 s.*hwu_slot/.test(text)));
    assert(texts.some((text) => /iterative-viterbi \| 5 \| skipped .*all 11/.test(text)));
    assert(texts.some((text) => /naive.*wrong.*97\.3%/.test(text)));
  });

  it("not-measured is empty when every cell is right", () => {
    const rows = fakeRows(7, 2).filter((row) => row.status === "ok");
    const table = TABLES.find(({ name }) => name === "not-measured")!;
    assertEquals(table.build(summarize(rows), rows).rows, []);
  });
});

describe("render_table", () => {
  const content: TableContent = {
    columns: [
      { name: "k", align: "right" },
      { name: "a|b", align: "left" },
      { name: "x", align: "right" },
      { name: "skipped", align: "right" },
    ],
    rows: [
      [{ text: "1", value: 1 }, { text: "é<b>" }, {
        text: "1.2 ±3%",
        value: 1.23456789,
        tone: "good",
      }, {
        text: "2",
      }],
      [{ text: "5", value: 5 }, { text: "two\nlines" }, { text: "3" }, {
        text: "skipped",
        tone: "muted",
      }],
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
  });
});

describe("format", () => {
  it("formatNumber() keeps three digits at every size", () => {
    const numbers = [0, 1, -2.5, 12.345, 999.6, 1234, 9_999_999, 0.00123456, 1.5e-7, 3e12];
    assertEquals(numbers.map(formatNumber), [
      "0",
      "1.00",
      "-2.50",
      "12.3",
      "1,000",
      "1,230",
      "10,000,000",
      "0.00123",
      "1.50e-7",
      "3.00e+12",
    ]);
  });

  it("formatShare() never rounds to 100% what is not all", () => {
    assertEquals([1, 0.99999, 0.9995, 0.973, 0, 1.21].map(formatShare), [
      "100%",
      "99.999%",
      "99.95%",
      "97.3%",
      "0%",
      "121%",
    ]);
  });

  it("formatRatio() keeps two decimals below ten", () => {
    assertEquals([0.0123, 0.84, 1, 9.99, 9.999, 184.4].map(formatRatio), [
      "0.0123",
      "0.84",
      "1.00",
      "9.99",
      "10.0",
      "184",
    ]);
  });

  it("formatSpread() takes the farther end", () => {
    assertEquals(formatSpread({ median: 100, low: 98, high: 105 }), "±5.0%");
    assertEquals(formatSpread({ median: 100, low: undefined, high: undefined }), "");
  });
});
