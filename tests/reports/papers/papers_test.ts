import { assert, assertAlmostEquals, assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/csv";
import { describe, it } from "@std/testing/bdd";
import type { Row } from "../../../harness/store/rows.ts";
import { runData } from "../../../reports/numbers/read_run.ts";
import type { RunData, Studies } from "../../../reports/numbers/run_data.ts";
import { ratioOf } from "../../../reports/numbers/speed_ratio.ts";
import { paperPage } from "../../../reports/pages/element_pages.ts";
import { markdownOf } from "../../../reports/pages/markdown.ts";
import { allPapers, paperPages } from "../../../reports/pages/paper_pages.ts";
import { papersCsv } from "../../../reports/pages/latex/papers.ts";
import { judgeClaim, vote } from "../../../reports/papers/claims.ts";
import type { PaperCell } from "../../../reports/papers/contract.ts";
import { published } from "../../../reports/published/published.ts";
import { fakeKBestRows } from "../../helpers/k_best_rows.ts";
import { decoderColumns } from "../../helpers/names.ts";
import { fakePaperRows, fakeRows } from "../../helpers/rows.ts";

const PAPERS = await allPapers();
/** Those that make claims about the cells of a suite on sequences. */
const OF_SEQUENCES = PAPERS.filter(({ problem, tables }) =>
  problem === undefined && tables.length > 0
);
const ROWS = fakePaperRows();
const RUN = runOf(ROWS);
const K_BEST_RUN = runData(fakeKBestRows());

function runOf(rows: readonly Row[], studies: Studies = new Map()): RunData {
  const trainSentences = new Map([["sha256-of-ewt_pos45", 12_544]]);
  return { ...runData(rows, { studies, trainSentences }), suite: "quick", seed: 7 };
}

function cellsOf(run: RunData, name?: string): PaperCell[] {
  return OF_SEQUENCES.flatMap(({ tables }) => tables)
    .filter((table) => name === undefined || table.name === name)
    .flatMap((table) => table.compare(run));
}

function cellOf(run: RunData, name: string, line: string, column: string): PaperCell {
  return cellsOf(run, name).find((cell) => cell.line === line && cell.column === column)!;
}

/** The seeded run with the rows of one decoder changed. */
function changed(decoder: string, change: (row: Row) => Partial<Row>): RunData {
  return runOf(ROWS.map((row) => row.decoder === decoder ? { ...row, ...change(row) } : row));
}

/** Rows at k = 5 in which the wide beam stands for Viterbi A*. */
function fiveBest(): Row[] {
  const rows = fakeRows(7, 3).filter(({ k }) => k === 5);
  return rows.flatMap((row): Row[] =>
    row.decoder !== "beam{width=5}"
      ? [row]
      : [row, { ...row, ...decoderColumns("viterbi-a-star"), exact: true, verdict: "correct" }]
  );
}

describe("every paper", () => {
  it("has names, orders and tables that say what they are", () => {
    const claims = PAPERS.flatMap(({ claims }) => claims);
    const tables = PAPERS.flatMap(({ tables }) => tables);
    for (const names of [claims, tables].map((all) => all.map(({ name }) => name))) {
      assertEquals(new Set(names).size, names.length);
      for (const name of names) assert(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name), name);
    }
    for (const { name, claims } of PAPERS) {
      assertEquals(new Set(claims.map(({ order }) => order)).size, claims.length, name);
    }
    for (const table of tables) assert(table.note !== "" && table.title !== "", table.name);
  });

  it("has claims with a rule and the figures or words of the paper", () => {
    for (const { name, statement, rule, source, published } of PAPERS.flatMap((p) => p.claims)) {
      for (const text of [statement, rule, published()]) {
        assert(text !== "" && !/undefined|\[object/.test(text), `${name}: ${text}`);
      }
      assert(!published().includes("NaN"), name);
      assert(source.includes(", ") && /[.;]$/.test(rule), `${name}: ${source}: ${rule}`);
    }
  });

  it("has one cell for each published number of its tables", () => {
    const keyOf = ({ paper, table, dataset, algorithm, k }: PaperCell["place"], metric: string) =>
      JSON.stringify([paper, table, dataset, algorithm, k, metric]);
    const names = OF_SEQUENCES.map(({ name }) => name);
    const printed = published({})
      .filter(({ paper, table }) => names.includes(paper) && table.startsWith("table"))
      .map((result) => keyOf(result, result.metric));
    const shown = cellsOf(RUN).filter(({ place }) => place.table.startsWith("table"))
      .map(({ place, metric }) => keyOf(place, metric));
    assert(printed.length > 100);
    assertEquals(shown.toSorted(), printed.toSorted());
  });

  it("judges every claim about cells on a seeded run, and none without its decoders", () => {
    for (const claim of OF_SEQUENCES.flatMap(({ claims }) => claims)) {
      if (claim.study !== undefined) continue;
      const judged = [RUN, K_BEST_RUN].map((run) => judgeClaim(claim, run));
      assert(judged.some(({ evidence }) => evidence.length > 0), claim.name);
      if (claim.name === "same-scores") continue;
      const few = ({ decoder }: Row) => ["viterbi", "control"].includes(decoder);
      assertEquals(judgeClaim(claim, runData(ROWS.filter(few))).evidence, [], claim.name);
    }
  });

  it("traces each of our numbers to cells of the run, and explains each that is missing", () => {
    const known = new Set(RUN.summary.map((r) => `${r.dataset}/${r.decoder}/${r.k}`));
    let measured = 0;
    for (const cell of cellsOf(RUN)) {
      const where = JSON.stringify([cell.place, cell.metric]);
      assert(cell.command.startsWith("deno task "), where);
      if (cell.verdict === "not testable here") assert(cell.reason !== "", where);
      if (cell.ours === undefined && cell.ratio === undefined) {
        assertEquals(cell.verdict, "not testable here", where);
        continue;
      }
      measured++;
      assert(cell.rows.length > 0 && cell.rows.every((row) => known.has(row)), where);
    }
    assert(measured > 40, String(measured));
  });
});

const claimNamed = (name: string) =>
  OF_SEQUENCES.flatMap(({ claims }) => claims).find((claim) => claim.name === name)!;

describe("claims of Huang et al.", () => {
  const slowed = (decoder: string) =>
    runData(
      fakeKBestRows().map((row) =>
        row.decoder === decoder ? { ...row, elapsed_ms: 1e4 * row.elapsed_ms } : row
      ),
    );

  it("carpediem-loses passes over tagging and weak transitions, and takes a sweep's strong end", () => {
    const subjects = judgeClaim(claimNamed("carpediem-loses"), RUN).evidence
      .map(({ subject }) => subject);
    assert(subjects.includes("synthetic-structureless-128{dial=1}"));
    assert(!subjects.some((subject) => /pos45|weak|dial=0/.test(subject)), subjects.join());
  });

  it("turn over when the rows of two decoders are exchanged", () => {
    const exchanged = (rows: readonly Row[], one: string, other: string) =>
      runData(rows.map((row) => {
        const name = row.decoder === one ? other : row.decoder === other ? one : undefined;
        return name === undefined ? row : { ...row, decoder: name };
      }));
    const verdicts = (name: string, rows: readonly Row[], one: string, other: string) =>
      [runData(rows), exchanged(rows, one, other)]
        .map((run) => judgeClaim(claimNamed(name), run).verdict);
    const pruning = ["iterative-viterbi", "iterative-viterbi{prune=false}"] as const;
    assertEquals(verdicts("pruning-pays", ROWS, ...pruning), ["holds", "does not hold"]);
    const full = ["viterbi", "column-generation{search=full,cap=0}"] as const;
    assertEquals(verdicts("full-search-slower", ROWS, ...full), ["holds", "does not hold"]);
  });

  it("turn round at 45 labels, and past a thousand", () => {
    const tagging = judgeClaim(
      claimNamed("iterative-viterbi-a-star-beats-viterbi-a-star"),
      slowed("iterative-viterbi-a-star"),
    );
    const many = judgeClaim(claimNamed("viterbi-a-star-beats-a-star"), slowed("viterbi-a-star"));
    const outcomes = [tagging, many].map(({ evidence }) =>
      evidence.filter(({ outcome }) => outcome === "for").map(({ subject }) => subject)
    );
    assertEquals(outcomes, [["ewt_pos45"], ["erg_supertag2597"]]);
  });
});

describe("tables of the papers", () => {
  it("compare speeds as ratios to the baseline of the table, paired within rounds", () => {
    const cell = cellOf(RUN, "huang2012-table4", "iterative-viterbi", "pos");
    const row = RUN.summary.find(({ dataset, decoder, k }) =>
      dataset === "ewt_pos45" && decoder === "iterative-viterbi" && k === 1
    )!;
    assertAlmostEquals(cell.publishedRatio!, 5833 / 2779, 1e-12);
    const { median, low, high } = cell.ratio!;
    assertEquals([median, low, high], [row.ratio_to_viterbi, row.ratio_low, row.ratio_high]);
    assertEquals(cell.rows, ["ewt_pos45/iterative-viterbi/1", "ewt_pos45/viterbi/1"]);
    assertEquals(
      cell.command,
      "deno task bench --suite quick --dataset ewt_pos45 --decoder iterative-viterbi --k 1 " +
        "--sentences 400 --seed 7",
    );
    assertEquals(cellOf(RUN, "huang2012-table4", "viterbi", "pos").verdict, "baseline");
  });

  it("take another baseline where the paper does, and beams as wide as k", () => {
    const run = runOf(fiveBest());
    const [own, base] = ["viterbi", "viterbi-a-star"].map((name) =>
      run.summary.find(({ dataset, decoder }) => dataset === "ewt_pos45" && decoder === name)!
    );
    const cell = cellOf(run, "huang2012-table5", "k-best-viterbi", "pos");
    assertEquals(cell.ratio!.median, ratioOf(own!, base!)!.median);
    assertAlmostEquals(cell.publishedRatio!, 19 / 1266, 1e-12);
    assertEquals(cell.rows, ["ewt_pos45/viterbi/5", "ewt_pos45/viterbi-a-star/5"]);
    const beam = cellOf(run, "huang2012-table5", "beam", "pos");
    assertStringIncludes(beam.rows[0]!, "beam{width=5}");
  });

  it("take the fastest of two heuristics or more for A* (best), and say which", () => {
    const taken = (run: RunData) => cellOf(run, "huang2012-table4", "a-star-best", "pos").reason;
    assertEquals(taken(RUN), "taken: a-star");
    const slow = changed("a-star", ({ elapsed_ms }) => ({ elapsed_ms: 100 * elapsed_ms }));
    assertEquals(taken(slow), "taken: a-star{heuristic=naive}");
    const alone = runOf(ROWS.filter(({ decoder }) => !decoder.startsWith("a-star{")));
    assertStringIncludes(taken(alone), "not measured in this run: ewt_pos45/a-star");
  });

  it("take no number of a cell that is wrong, has timed out or is not there", () => {
    const without = (name: string) => runOf(ROWS.filter(({ decoder }) => decoder !== name));
    const missing = {
      "answers wrong: ewt_pos45/carpediem/1": changed("carpediem", () => ({ verdict: "wrong" })),
      "timeout: ewt_pos45/carpediem/1, no answer": changed("carpediem", () => ({
        status: "timeout",
        reason: "no answer",
      })),
      "not measured in this run: ewt_pos45/carpediem/1": without("carpediem"),
      "not measured in this run: ewt_pos45/viterbi/1": without("viterbi"),
    };
    for (const [reason, run] of Object.entries(missing)) {
      const cell = cellOf(run, "huang2012-table4", "carpediem", "pos");
      const { verdict, ours, ratio, rows } = cell;
      assertEquals([cell.reason, verdict], [reason, "not testable here"]);
      assertEquals([ours, ratio, rows], [undefined, undefined, []]);
    }
  });

  it("fit growth to the sweeps and name all points; know the sizes of what was decoded", () => {
    const growth = cellOf(RUN, "huang2012-table1", "viterbi", "1-best worst case");
    assertAlmostEquals(growth.ours!, 2, 1e-9);
    assertEquals(new Set(growth.rows).size, 3);
    assert(growth.rows.every((row) => row.startsWith("synthetic-structureless-")));
    assert(growth.reason.startsWith("3 points"), growth.reason);
    const worst = (power: number) => {
      const summary = RUN.summary.filter(({ decoder }) => decoder === "viterbi").map((row) => ({
        ...row,
        decoder: "carpediem",
        edge_evaluations: row.labels ** power,
      }));
      const run = { ...RUN, summary };
      return cellOf(run, "huang2012-table1", "carpediem", "1-best worst case").verdict;
    };
    assertEquals([2, 1.5].map(worst), ["within factor", "differs"], "decided before it is seen");
    const ofPaths = RUN.summary.map((row) => ({ ...row, k: 5 }));
    const listed = { ...RUN, summary: [...RUN.summary, ...ofPaths] };
    const paths = cellOf(listed, "huang2012-table1", "viterbi", "k-best best case");
    assertEquals(new Set(paths.rows).size, 3);
    assert(paths.rows.every((row) => row.endsWith("/5")), paths.rows.join());
    const without = cellOf(RUN, "huang2012-table1", "viterbi", "k-best best case");
    assert(without.reason.endsWith("for viterbi at k = 5"), without.reason);
    const size = (line: string, column: string) => cellOf(RUN, "huang2012-table2", line, column);
    assertEquals(size("pos", "mean length").ours, 12);
    const unknown = runOf(ROWS.map((row) => ({ ...row, gold_tokens: row.gold_tokens / 2 })));
    const known = cellOf(unknown, "huang2012-table2", "pos", "mean length").ours;
    assertEquals(known, 12, "tokens without a right label count");
    assertEquals(size("search-query", "labels").ours, 323);
    const trained = size("pos", "train sentences");
    assertEquals([trained.ours, trained.verdict], [12_544, "by construction"]);
    const { ours, reason } = size("search-query", "train sentences");
    assertEquals(ours, undefined);
    assertEquals(reason, "not known of the pack of this run: hwu_slot_scenario323");
  });

  it("compare what the paper says of Figure 4 in words", () => {
    const rows = [20, 90].flatMap((k) =>
      fiveBest().filter(({ labels }) => labels === 323)
        .map((row) => ({ ...row, dataset: "ewt_pos_morph_chunk443", k }))
    );
    /** As many times as long as Viterbi A* at k = 20, and at k = 90. */
    const iterative = (few: number, many: number) =>
      rows.filter(({ decoder }) => decoder === "viterbi-a-star").map((row): Row => ({
        ...row,
        ...decoderColumns("iterative-viterbi-a-star"),
        elapsed_ms: row.elapsed_ms * (row.k === 20 ? few : many),
      }));
    const at = (few: number, many: number) =>
      [20, 90, 50, 10].map((k) => {
        const run = runOf([...rows, ...iterative(few, many)]);
        const cell = cellOf(run, "huang2012-figure4", "iterative-viterbi-a-star", `k = ${k}`);
        return `${cell.published}: ${cell.verdict}`;
      });
    const nothing = ["nothing stated: not testable here", "> 1: not testable here"];
    assertEquals(at(0.5, 0.9), ["> 1: same direction", "≈ 1: within factor", ...nothing]);
    assertEquals(at(2, 0.3), ["> 1: differs", "≈ 1: differs", ...nothing]);
    assertEquals(at(1, 1.25), ["> 1: not testable here", "≈ 1: not testable here", ...nothing]);
    const bad = iterative(0.5, 0.9).map((row): Row => ({ ...row, verdict: "wrong" }));
    const wrong = runOf([...rows, ...bad]);
    for (const column of ["k = 20", "k = 50"]) {
      const cell = cellOf(wrong, "huang2012-figure4", "iterative-viterbi-a-star", column);
      assertEquals([cell.ours, cell.ratio, cell.rows], [undefined, undefined, []], column);
    }
  });

  const studied = (name: string, lines: string, rows: readonly Row[] = ROWS) =>
    runOf(rows, new Map([[name, parse(lines, { skipFirstRow: true })]]));

  it("read times of training and the gain of regularisation from studies", () => {
    const lines = "dataset,decoder,elapsed_ms,prepare_ms\newt_pos45,viterbi,6000,0\n" +
      "ewt_pos45,viterbi,3000,1000\newt_pos45,iterative-viterbi,4500,500\n";
    const run = studied("training", lines);
    const line = "iterative-viterbi{expansion=column}";
    const cell = cellOf(run, "kaji2010-table3", line, "pos");
    assertEquals([cell.ours, cell.ratio!.median, cell.verdict], [5, 2, "not testable here"]);
    assertStringIncludes(cell.reason, "learned from");
    const names = ["iterative-viterbi", "viterbi"];
    assertEquals(cell.rows, names.map((name) => `studies/training.csv:ewt_pos45/${name}`));
    const missing = cellOf(run, "kaji2010-table3", line, "supertag");
    assertStringIncludes(missing.reason, "not measured in this run");
    type Some = number | readonly number[];
    const gain = (fast: Some, right: Some = 90, zero = 10.1) => {
      const lines = [fast].flat().flatMap((ms, seed) =>
        [
          ["l1", 0, zero, 90],
          ["l2", 0, 10, 90],
          ["l2", 0.1, ms, [right].flat()[seed] ?? [right].flat()[0]!],
          // Faster, and less accurate: never chosen.
          ["l2", 1, 1, 80],
        ].map((fields) => ["ewt_pos45", "column-generation", ...fields, seed].join())
      );
      const header = "dataset,decoder,norm,strength,elapsed_ms,right_tokens,seed\n";
      const run = studied("regularisation", `${header}${lines.join("\n")}\n`);
      const [cell] = cellsOf(run, "belanger-figure1");
      return [cell!.ours?.toFixed(0), cell!.verdict];
    };
    assertEquals([9.5, 8, 2, 20, NaN].map((fast) => gain(fast)), [
      ["5", "within factor"],
      ["25", "same direction"],
      ["400", "same direction"],
      ["-50", "differs"],
      [undefined, "not testable here"],
    ]);
    assertEquals(gain(9.5, 90, 12), ["5", "not testable here"], "the noise is larger");
    assertEquals(gain(9.5, 89), [undefined, "differs"], "it costs accuracy");
    const uneven = gain([9.5, 9.5, 9.5], [89, 91, 89]);
    assertEquals(uneven, ["5", "within factor"], "seeds differ by more than it costs");
    assertEquals(gain([8, 8, 8]), ["25", "same direction"]);
    assertEquals(gain([8, 8, 10.5]), ["25", "not testable here"], "seeds differ by more");
    assertEquals(gain([20, 18, 21]), ["-50", "differs"]);
  });

  it("judge training's gain where the model learned from all sentences, and testing's beside", () => {
    const header = "dataset,decoder,sentences,elapsed_ms,prepare_ms";
    const at = (gain: number, rows = ROWS) => {
      const lines = `ewt_pos45,viterbi,12544,${gain},0\newt_pos45,iterative-viterbi,12544,1,0`;
      const run = studied("training", `${header}\n${lines}`, rows);
      const cell = cellOf(run, "kaji2010-table3", "iterative-viterbi{expansion=column}", "pos");
      return `${judgeClaim(claimNamed("training-gains-less"), run).verdict}, ${cell.verdict}`;
    };
    const testing = cellOf(RUN, "huang2012-table4", "iterative-viterbi", "pos").ratio!.median;
    const wrong = ROWS.map((row): Row => ({ ...row, verdict: "wrong" }));
    assertEquals(at(1, wrong), "not testable here, differs");
    assertEquals([1, testing, 99].map((gain) => at(gain)), [
      "holds, differs",
      "not testable here, within factor",
      "does not hold, same direction",
    ]);
  });

  it("pair the trainings of the gain by their seeds, in whatever order they are", () => {
    const gainOf = (...trainings: readonly string[]) => {
      const lines = trainings.map((training) => `ewt_pos45,column-generation,${training}`);
      const header = "dataset,decoder,norm,strength,seed,elapsed_ms,right_tokens";
      const run = studied("regularisation", [header, ...lines].join("\n"));
      return cellsOf(run, "belanger-figure1")[0]!.ours?.toFixed(0);
    };
    const plain = ["l1,0,1,10,90", "l1,0,2,20,90", "l2,0,1,10,90", "l2,0,2,20,90"];
    assertEquals(gainOf(...plain, "l2,0.1,2,19,90", "l2,0.1,1,9.5,90"), "5");
    assertEquals(gainOf(...plain, "l2,0.1,2,19,90", "l2,0.1,3,9.5,90"), undefined, "other seeds");
    assertEquals(gainOf("l1,0,1,,90", "l2,0,1,,90", "l2,0.1,1,,90"), undefined, "no times");
  });
});

describe("pages of the papers", () => {
  const pages = paperPages(OF_SEQUENCES, RUN);

  it("show a chart only if it is drawn", () => {
    const markdown = (title?: string) => markdownOf(paperPage(pages[0]!, () => title).blocks);
    assertStringIncludes(markdown("By k"), "![By k](../charts/speed-by-k.svg)");
    assertStringIncludes(markdown(), "an order of their own (`order=emission`)");
    assert(!markdown().includes("../charts/"));
  });

  it("answer with the votes of all lines, and with what speaks against before the rest", () => {
    const lines = [vote("a", "+1", true), vote("b", "+2", true), vote("c", "−3", false)];
    const [any] = OF_SEQUENCES[0]!.claims;
    const own = { statement: "It is.", everywhere: [], published: () => "yes", judge: () => lines };
    const page = { ...pages[0]!, answer: [judgeClaim({ ...any!, ...own }, RUN)] };
    const shown = markdownOf(paperPage(page, () => undefined).blocks);
    const votes = "It is. Paper: yes. Here: 2 for, 1 against, 0 ties; c: −3; a: +1.";
    assertStringIncludes(shown, votes);
  });

  it("papersCsv() gives every cell with as many fields as columns", () => {
    const [header, ...lines] = parse(papersCsv(pages));
    assertEquals(lines.length, cellsOf(RUN).length);
    for (const line of lines) assertEquals(line.length, header!.length);
    assert(!papersCsv(pages).includes("NaN"));
  });
});
