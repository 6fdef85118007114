import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { AnswerLine } from "../../../harness/store/side_tables.ts";
import type { Row } from "../../../harness/store/rows.ts";
import { coverageText } from "../../../reports/numbers/parsed_cells.ts";
import { runData } from "../../../reports/numbers/read_run.ts";
import { paperPage } from "../../../reports/pages/element_pages.ts";
import { cellMacro } from "../../../reports/pages/latex/papers.ts";
import { markdownOf } from "../../../reports/pages/markdown.ts";
import { paperPages } from "../../../reports/pages/paper_pages.ts";
import paper from "../../../reports/papers/auli2011.ts";
import { judgeClaims } from "../../../reports/papers/claims.ts";
import { parsedCell, PARSING_ROWS } from "../../helpers/parsing_rows.ts";

/** How much better each decoder is than the pipeline, in right dependencies of ten. */
const GAINS: Readonly<Record<string, number>> = {
  "pipeline": 0,
  "belief-propagation{iterations=1}": 1,
  "belief-propagation": 1,
  "belief-propagation{rule=risk}": 1,
  "dual-decomposition{iterations=1}": 0,
  "dual-decomposition": 1,
  "oracle": 3,
};

/** Cells of the dev part in several search spaces; reverse is a bit better still. */
function devRun() {
  const rows: Row[] = [];
  const answers: AnswerLine[] = [];
  for (const space of ["space=ast", "space=reverse", "space=gold", "beam=0.075,cutoff=20"]) {
    for (const [decoder, gain] of Object.entries(GAINS)) {
      const key = `${space} ${decoder}`;
      const better = space === "space=reverse" && gain > 0 ? 1 : 0;
      const right = Array.from({ length: 40 }, (_, i) => 5 + gain + better + i % 2);
      answers.push(...parsedCell(right, { key, slots: 13, matched_unlabelled: 9 }).answers);
      rows.push({
        ...PARSING_ROWS[0]!,
        key,
        decoder,
        decoder_base: decoder.replace(/\{.*/, ""),
        role: decoder === "pipeline" ? "baseline" : "rival",
        verdict: "inexact",
        dataset: `ewt_ccg_dev{${space}}`,
        dataset_base: "ewt_ccg_dev",
        sentences: 40,
        timed_sentences: 40,
        elapsed_ms: 10 + gain,
      });
    }
  }
  return runData(rows, { answers });
}

const RUN = devRun();

describe("the tables of the paper on parses", () => {
  const cell = (number: number, line: string, column: string) =>
    paper.tables[number - 1]!.compare(RUN)
      .find((cell) => cell.line === line && cell.column === column)!;

  it("compare differences to the baseline of their column", () => {
    const { published, ours, verdict, reason, command } = cell(4, "bp-25, risk", "dev ast LF");
    assertEquals([published, Math.round(ours!), verdict], ["+0.32", 10, "same direction"]);
    assertStringIncludes(reason, "87.70 published, 65.00 ours; difference [+10.00, +10.00] on 40");
    assertStringIncludes(command, "--suite ccg --dataset 'ewt_ccg_dev{space=ast}' --decoder ");
    assertEquals(cell(4, "baseline, viterbi", "dev ast LF").verdict, "baseline");
    const other = cell(4, "bp-25, viterbi", "dev ast LF");
    assertEquals([Math.round(other.ours!), other.verdict], [10, "not the paper's"]);
    assertEquals(Math.round(cell(2, "oracle, best", "LF").ours!), 10);
    assertStringIncludes(cell(2, "oracle, best", "LF").reason, "; span F +10.00 [");
  });

  it("compare tags, settings and speeds", () => {
    assertEquals(cell(1, "first step", "tags a word").ours, 1.3);
    assertEquals(cell(3, "k", "step 1").ours, 150);
    assertEquals(cell(6, "baseline", "ast").verdict, "baseline");
    const { ratio, publishedRatio, rows, reason } = cell(6, "bp-25", "ast");
    assertStringIncludes(reason, "may agree or differ, within its interval or the error");
    assertEquals([ratio!.median, publishedRatio], [10 / 11, 35.3 / 65.8]);
    assertEquals(rows, ["ewt_ccg_dev{space=ast}/belief-propagation{rule=risk}/1"]);
  });

  it("have macros of their own for each decoding rule", () => {
    const names = paper.tables.flatMap((table) => table.compare(RUN)).map(cellMacro);
    assertEquals(new Set(names).size, names.length);
    assertStringIncludes(names.join(), "BpTwoFiveSpaceAstLfRisk");
  });

  it("say what cannot be compared", () => {
    const reasons = [
      [cell(4, "cc-2007", "dev ast LF"), "the output of Clark and Curran's parser is not"],
      [cell(5, "bp-1, risk", "dev reverse LF"), "not measured in this run: ewt_ccg_auto_dev{"],
      [cell(6, "dd-5", "ast"), "not timed in this run: ewt_ccg_dev{space=ast}/dual-decomposi"],
      [cell(7, "bp-training, viterbi", "ast LF"), "not measured in this run: ewt_ccg_joint_dev{"],
    ] as const;
    for (const [{ verdict, reason }, start] of reasons) {
      assertEquals([verdict, reason.slice(0, start.length)], ["not testable here", start]);
    }
    assertEquals(cell(4, "dd-1, viterbi", "dev reverse LF").verdict, "by construction");
  });
});

it("the page on parses says how many sentences each space parses, and the limit of the run", () => {
  const text = markdownOf(paperPage(paperPages([paper], RUN)[0]!, () => undefined).blocks);
  assertMatch(text, /^# .*\n\n.*\n\nLF, the paper's metric.*dd-25 are /, "before it is used");
  assertStringIncludes(text, "\n\nOurs, and no part of the paper: `bar-hillel`");
  assertEquals(
    coverageText(RUN),
    "Sentences with a parse, by a chart limit of at most 20,000 items in reverse: ewt_ccg_dev 40 " +
      "in ast and 40 in reverse, of 40. The paper's coverage is equal in both, 99.22%.",
  );
});

it("coverageText() names sentences without a parse with the reason, the first of many", () => {
  const cells = RUN.cells.map((cell) => {
    const { dataset_base, dataset, decoder } = cell.row;
    if (dataset_base !== "ewt_ccg_dev" || !dataset.includes("reverse")) return cell;
    if (decoder !== "pipeline") return cell;
    const answers = cell.answers.map((answer, i) =>
      i < 7
        ? { ...answer, objective: NaN, failure: i === 0 ? "unparsed" : "too large" } as const
        : answer
    );
    return { ...cell, answers };
  });
  const text = coverageText({ ...RUN, cells });
  assertStringIncludes(text, "40 in ast and 33 in reverse, of 40 (reverse: sentence 0 of");
  assertMatch(
    text,
    /sentence 0 of \d+ words unparsed, sentence 1 of \d+ words too large, .* and 2 more\)/,
  );
});

it("the claims of the paper on parses are judged from the answers of a run", () => {
  const judged = judgeClaims(paper.claims, RUN);
  const named = Map.groupBy(judged, ({ verdict }) => verdict);
  const names = named.get("holds")!.map(({ claim }) => claim.name.replace("auli2011-", ""));
  assertEquals(names, [
    "baseline-gains-nothing",
    "integrated-beats-baseline",
    "larger-space-pays",
    "one-round-is-enough",
    "dual-decomposition-rises",
    "both-agree",
    "supertags-improve",
    "near-the-ceiling",
  ]);
  assertEquals(named.get("not testable here")!.length, 13);
  const [first] = judged;
  assertEquals([first!.claim.order, first!.claim.source], [10, "Auli and Lopez 2011, Table 2"]);
});
