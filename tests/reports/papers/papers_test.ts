import { assert, assertAlmostEquals, assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/csv";
import { describe, it } from "@std/testing/bdd";
import type { Row } from "../../../harness/store/rows.ts";
import type { PaperCell } from "../../../reports/papers/contract.ts";
import { gridTable } from "../../../reports/pages/paper_grid.ts";
import { paperMarkdown } from "../../../reports/pages/markdown/paper.ts";
import type { PaperPage } from "../../../reports/papers/contract.ts";
import { paperPages, suiteAndSeed } from "../../../reports/pages/paper_pages.ts";
import { papersCsv } from "../../../reports/pages/papers_csv.ts";
import { published } from "../../../reports/published/published.ts";
import { tableMarkdown } from "../../../reports/pages/markdown.ts";
import type { Studies } from "../../../reports/numbers/study_rows.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import { ratioOf } from "../../../reports/numbers/speed_ratio.ts";
import type { SummaryRow } from "../../../reports/numbers/summary_row.ts";
import { fakePaperRows, fakeRows } from "../../helpers/rows.ts";
import { decoderColumns } from "../../helpers/names.ts";

const ROWS = fakePaperRows();
const PAGES = await pagesOf(ROWS);

function pagesOf(rows: readonly Row[], studies: Studies = new Map()): Promise<PaperPage[]> {
  const summary = summarize(rows);
  const trainSentences = new Map([["sha256-of-ewt_pos45", 12_544]]);
  return paperPages({ summary, rows, studies, trainSentences, suite: "quick", seed: 7 });
}

function cellsOf(pages: readonly PaperPage[], name?: string): PaperCell[] {
  return pages.flatMap(({ tables }) => tables)
    .filter(({ table }) => name === undefined || table.name === name)
    .flatMap(({ cells }) => cells);
}

function cellOf(pages: readonly PaperPage[], name: string, line: string, column: string) {
  return cellsOf(pages, name).find((cell) => cell.line === line && cell.column === column)!;
}

function summaryOf(rows: readonly Row[], dataset: string, decoder: string, k = 1): SummaryRow {
  return summarize(rows).find((row) =>
    row.dataset === dataset && row.decoder === decoder && row.k === k
  )!;
}

/** The rows with those of one decoder changed. */
function changed(decoder: string, change: (row: Row) => Partial<Row>): Row[] {
  return ROWS.map((row) => row.decoder === decoder ? { ...row, ...change(row) } : row);
}

/** Rows at k = 5 in which the wide beam stands for Viterbi A*. */
function fiveBest(): Row[] {
  return fakeRows(7, 3).filter(({ k }) => k === 5).flatMap((row) =>
    row.decoder === "beam{width=5}"
      ? [row, {
        ...row,
        ...decoderColumns("viterbi-a-star"),
        exact: true,
        verdict: "correct" as const,
      }]
      : [row]
  );
}

function studies(name: string, lines: string): Studies {
  return new Map([[name, parse(lines, { skipFirstRow: true })]]);
}

Deno.test("paperPages() lays the seeded run out as before", async (t) => {
  const tables = PAGES.flatMap(({ tables }) => tables).map(({ table, cells }) => [
    table.name,
    ...tableMarkdown(gridTable(cells, table.lines)).split("\n"),
  ]);
  await t.assertSnapshot(tables);
});

describe("paperPages()", () => {
  it("has every table and figure in the papers' order", () => {
    assertEquals(PAGES.map(({ name, tables }) => [name, tables.map(({ table }) => table.place)]), [
      ["huang2012", ["Table 1", "Table 2", "Table 3", "Table 4", "Table 5", "Figure 4"]],
      ["kaji2010", ["Table 1", "Table 2", "Table 3", "Table 4"]],
      ["belanger", ["Table 1", "Table 2", "Figure 1"]],
    ]);
  });

  it("has one cell for each printed number of those tables", () => {
    const numberOf = ({ place: { paper, table, dataset, algorithm, k }, metric }: PaperCell) =>
      JSON.stringify([paper, table, dataset, algorithm, k, metric]);
    const printed = published({}).filter(({ paper, table }) =>
      ["huang2012", "kaji2010", "belanger"].includes(paper) && table.startsWith("table")
    ).map((result) => numberOf({ ...cellsOf(PAGES)[0]!, place: result, metric: result.metric }));
    const shown = cellsOf(PAGES).filter(({ place }) => place.table.startsWith("table"))
      .map(numberOf);
    assert(printed.length > 100);
    assertEquals(shown.toSorted(), printed.toSorted());
  });

  it("traces each of our numbers to cells of the run, and explains each that is missing", () => {
    const known = new Set(summarize(ROWS).map((r) => `${r.dataset}/${r.decoder}/${r.k}`));
    let measured = 0;
    for (const cell of cellsOf(PAGES)) {
      const where = JSON.stringify([cell.place, cell.metric]);
      assert(cell.command.startsWith("deno task "), where);
      if (cell.verdict === "not testable here") assert(cell.reason !== "", where);
      if (cell.ours === undefined && cell.ratio === undefined) {
        assertEquals(cell.verdict, "not testable here", where);
        continue;
      }
      measured++;
      assert(cell.rows.length > 0, where);
      for (const row of cell.rows) assert(known.has(row), `${where} ${row}`);
    }
    assert(measured > 40, String(measured));
  });

  it("compares speeds as ratios to the baseline of the table, paired within rounds", () => {
    const cell = cellOf(PAGES, "huang2012-table4", "iterative-viterbi", "pos");
    const row = summaryOf(ROWS, "ewt_pos45", "iterative-viterbi");
    assertAlmostEquals(cell.publishedRatio!, 5833 / 2779, 1e-12);
    const { median, low, high } = cell.ratio!;
    assertEquals([median, low, high], [row.ratio_to_viterbi, row.ratio_low, row.ratio_high]);
    assertEquals(cell.rows, ["ewt_pos45/iterative-viterbi/1", "ewt_pos45/viterbi/1"]);
    assertEquals(
      cell.command,
      "deno task bench --suite quick --dataset ewt_pos45 --decoder iterative-viterbi --k 1 " +
        "--sentences 400 --seed 7",
    );
    assertEquals(cellOf(PAGES, "huang2012-table4", "viterbi", "pos").verdict, "baseline");
  });

  it("takes another baseline where the paper does", async () => {
    const rows = fiveBest();
    const pages = await pagesOf(rows);
    const own = summaryOf(rows, "ewt_pos45", "viterbi", 5);
    const base = summaryOf(rows, "ewt_pos45", "viterbi-a-star", 5);
    const cell = cellOf(pages, "huang2012-table5", "k-best-viterbi", "pos");
    assertEquals(cell.ratio!.median, ratioOf(own, base)!.median);
    assertAlmostEquals(cell.publishedRatio!, 19 / 1266, 1e-12);
    assertEquals(cell.rows, ["ewt_pos45/viterbi/5", "ewt_pos45/viterbi-a-star/5"]);
    const beam = cellOf(pages, "huang2012-table5", "beam", "pos");
    assertStringIncludes(beam.rows[0]!, "beam{width=5}");
  });

  it("takes the fastest heuristic for A* (best), and says which", async () => {
    const name = (rows: readonly Row[]) =>
      pagesOf(rows).then((pages) => cellOf(pages, "huang2012-table4", "a-star-best", "pos").reason);
    assertEquals(await name(ROWS), "taken: a-star");
    const slow = changed("a-star", ({ elapsed_ms }) => ({ elapsed_ms: 100 * elapsed_ms }));
    assertEquals(await name(slow), "taken: a-star{heuristic=naive}");
  });

  it("takes no number of a cell that is wrong, has timed out or is not there", async () => {
    const reason = async (rows: readonly Row[]) => {
      const cell = cellOf(await pagesOf(rows), "huang2012-table4", "carpediem", "pos");
      assertEquals([cell.verdict, cell.ours, cell.ratio, cell.rows], [
        "not testable here",
        undefined,
        undefined,
        [],
      ]);
      return cell.reason;
    };
    assertEquals(
      await reason(changed("carpediem", () => ({ verdict: "wrong" }))),
      "answers wrong: ewt_pos45/carpediem/1",
    );
    assertEquals(
      await reason(changed("carpediem", () => ({ status: "timeout", reason: "no answer" }))),
      "timeout: ewt_pos45/carpediem/1, no answer",
    );
    assertEquals(
      await reason(ROWS.filter(({ decoder }) => decoder !== "carpediem")),
      "not measured in this run: ewt_pos45/carpediem/1",
    );
    assertEquals(
      await reason(ROWS.filter(({ decoder }) => decoder !== "viterbi")),
      "not measured in this run: ewt_pos45/viterbi/1",
    );
  });

  it("fits Table 1 to the sweeps, and names all points", () => {
    const cell = cellOf(PAGES, "huang2012-table1", "viterbi", "1-best worst case");
    assertAlmostEquals(cell.ours!, 2, 1e-9);
    const names = cell.rows.map((row) => row.split("/")[0]!);
    assertEquals(new Set(names).size, 3);
    assert(names.every((name) => name.startsWith("synthetic-structureless-")), names.join());
    assert(cell.reason.startsWith("3 points"), cell.reason);
  });

  it("compares mean lengths and label counts of the sentences that were decoded", () => {
    assertEquals(cellOf(PAGES, "huang2012-table2", "pos", "mean length").ours, 12);
    assertEquals(cellOf(PAGES, "huang2012-table2", "search-query", "labels").ours, 323);
  });

  it("gives the train sentences of the packs that the rows name", () => {
    const trained = cellOf(PAGES, "huang2012-table2", "pos", "train sentences");
    assertEquals([trained.ours, trained.verdict], [12_544, "differs"]);
    const other = cellOf(PAGES, "huang2012-table2", "search-query", "train sentences");
    assertEquals(other.ours, undefined);
    assertEquals(other.reason, "not known of the pack of this run: hwu_slot_scenario323");
  });

  it("compares what the paper says of Figure 4 in words", async () => {
    const rows = [20, 90].flatMap((k) =>
      fiveBest().map((row) => ({ ...row, dataset: "ewt_pos_morph_chunk443", k }))
        .filter(({ labels }) => labels === 323)
    );
    const pages = await pagesOf([
      ...rows,
      ...rows.filter(({ decoder }) => decoder === "viterbi-a-star").map((row) => ({
        ...row,
        ...decoderColumns("iterative-viterbi-a-star"),
        elapsed_ms: row.elapsed_ms * (row.k === 20 ? 0.5 : 0.9),
      })),
    ]);
    const cell = (column: string) =>
      cellOf(pages, "huang2012-figure4", "iterative-viterbi-a-star", column);
    assertEquals([cell("k = 20").published, cell("k = 20").verdict], ["> 1", "same direction"]);
    assertEquals([cell("k = 90").published, cell("k = 90").verdict], ["≈ 1", "within factor"]);
    assertEquals(cell("k = 50").published, "nothing stated");
    assertEquals(cell("k = 10").verdict, "not testable here");
  });

  it("reads training times from a study, summed over the epochs", async () => {
    const lines = "dataset,decoder,elapsed_ms,prepare_ms\newt_pos45,viterbi,6000,0\n" +
      "ewt_pos45,viterbi,3000,1000\newt_pos45,iterative-viterbi,4500,500\n";
    const pages = await pagesOf(ROWS, studies("training", lines));
    const line = "iterative-viterbi{expansion=column}";
    const cell = cellOf(pages, "kaji2010-table3", line, "pos");
    assertEquals([cell.ours, cell.ratio!.median, cell.verdict], [5, 2, "within factor"]);
    assertEquals(cell.rows, [
      "studies/training.csv:ewt_pos45/iterative-viterbi",
      "studies/training.csv:ewt_pos45/viterbi",
    ]);
    const missing = cellOf(pages, "kaji2010-table3", line, "supertag");
    assertStringIncludes(missing.reason, "not measured in this run");
  });

  it("reads the gain of regularisation from a study", async () => {
    const gain = async (fast: number) => {
      const lines = "dataset,decoder,norm,strength,elapsed_ms\n" +
        `ewt_pos45,column-generation,l2,0,10\newt_pos45,column-generation,l2,0.1,${fast}\n` +
        "ewt_pos45,column-generation,l1,0.1,1\newt_pos45,viterbi,l2,0.1,1\n";
      const [cell] = cellsOf(
        await pagesOf(ROWS, studies("regularisation", lines)),
        "belanger-figure1",
      );
      return [cell!.ratio?.median, cell!.verdict];
    };
    assertEquals(await gain(8), [1.25, "within factor"]);
    assertEquals(await gain(2), [5, "same direction"]);
    assertEquals(await gain(20), [0.5, "differs"]);
    assertEquals(await gain(NaN), [undefined, "not testable here"]);
  });
});

describe("pages of the papers", () => {
  it("paperMarkdown() shows a chart only if it is drawn", () => {
    const page = PAGES[0]!;
    assertStringIncludes(paperMarkdown(page, () => true), "](../charts/speed-by-k.svg)");
    assert(!paperMarkdown(page, () => false).includes("../charts/"));
  });

  it("papersCsv() gives every cell with as many fields as columns", () => {
    const [header, ...lines] = parse(papersCsv(PAGES));
    assertEquals(lines.length, cellsOf(PAGES).length);
    for (const line of lines) assertEquals(line.length, header!.length);
    assert(!papersCsv(PAGES).includes("NaN"));
  });

  it("suiteAndSeed() takes any manifest", () => {
    assertEquals(suiteAndSeed({ suite: "paper", seed: 3 }), { suite: "paper", seed: 3 });
    for (const manifest of [null, 1, "x", { suite: 1, seed: "2" }]) {
      assertEquals(suiteAndSeed(manifest), { suite: "", seed: undefined });
    }
  });
});
