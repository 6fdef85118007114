import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { AnswerLine } from "../../../harness/store/answers.ts";
import type { Row } from "../../../harness/store/rows.ts";
import { composeReport } from "../../../reports/pages/compose.ts";
import { claimsMarkdown } from "../../../reports/pages/markdown/claims.ts";
import { paperMarkdown } from "../../../reports/pages/markdown/paper.ts";
import { PARSING_ANSWERS, PARSING_ROWS } from "../../helpers/parsing_rows.ts";
import { FAKE_MANIFEST } from "../../helpers/rows.ts";

/** How much better each decoder is than the pipeline, in right dependencies of twenty. */
const GAINS: Readonly<Record<string, number>> = {
  "pipeline": 0,
  "belief-propagation{iterations=1}": 2,
  "belief-propagation": 2,
  "dual-decomposition{iterations=1}": 0,
  "dual-decomposition": 2,
  "oracle": 6,
};
const SPACES = ["space=ast", "space=reverse", "space=gold", "beam=0.075,cutoff=20"];

/** Cells of the dev part in several search spaces; reverse is a bit better still. */
function devRun(): { rows: Row[]; answers: AnswerLine[] } {
  const rows: Row[] = [];
  const answers: AnswerLine[] = [];
  for (const space of SPACES) {
    for (const [decoder, gain] of Object.entries(GAINS)) {
      const key = `${space} ${decoder}`;
      const role = decoder === "pipeline" ? "baseline" : "rival";
      rows.push({
        ...PARSING_ROWS[0]!,
        ...{ key, decoder, decoder_base: decoder.replace(/\{.*/, ""), role, verdict: "inexact" },
        ...{ dataset: `ewt_ccg_dev{${space}}`, dataset_base: "ewt_ccg_dev" },
        ...{ elapsed_ms: 10 + gain, sentences: 40, timed_sentences: 40 },
      });
      for (let sentence = 0; sentence < 40; sentence++) {
        const right = 10 + gain + (space === "space=reverse" && gain > 0 ? 1 : 0) + sentence % 2;
        answers.push({
          ...PARSING_ANSWERS[0]!,
          ...{ key, sentence, words: 20, slots: 26, right_tags: right, objective: -sentence },
          ...{ matched_labelled: right, matched_unlabelled: right + 1 },
          ...{ predicted_dependencies: 20, gold_dependencies: 20 },
          ...{ matched_spans: right, predicted_spans: 20, gold_spans: 20 },
        });
      }
    }
  }
  return { rows, answers };
}

const { rows, answers } = devRun();
const report = await composeReport(rows, FAKE_MANIFEST, new Map(), [], [], { answers });

describe("the paper's tables of parses", () => {
  const [page] = report.papers;
  const cell = (table: string, line: string, column: string) =>
    page!.tables.find(({ table: { name } }) => name === `auli2011-${table}`)!.cells
      .find((cell) => cell.line === line && cell.column === column)!;

  it("compare differences to the baseline of their column", () => {
    const { published, ours, verdict, reason, command } = cell(
      "table4",
      "bp-25, viterbi",
      "dev ast LF",
    );
    assertEquals([published, Math.round(ours!), verdict], ["+0.32", 10, "same direction"]);
    assertStringIncludes(reason, "87.7 published, 62.50 ours; difference [+10.00, +10.00] on 40");
    assertStringIncludes(command, "--suite ccg --dataset 'ewt_ccg_dev{space=ast}' --decoder ");
    const first = cell("table4", "dd-1, viterbi", "dev reverse LF");
    assertEquals([first.ours, first.verdict], [0, "not testable here"]);
    assertStringIncludes(first.reason, "by construction; 87.38 published");
    assertEquals(cell("table3", "k", "step 1").ours, 150);
    assertEquals(cell("table4", "baseline, viterbi", "dev ast LF").verdict, "baseline");
    assertEquals(cell("table4", "cc-2007", "dev ast LF").verdict, "not testable here");
    assertEquals(Math.round(cell("table2", "oracle, best", "SF").ours!), 5);
    assertEquals(cell("table1", "first step", "tags a word").ours, 1.3);
  });

  it("say what was not measured", () => {
    const { verdict, reason } = cell("table5", "bp-1, viterbi", "dev reverse LF");
    assertEquals(verdict, "not testable here");
    assertStringIncludes(reason, "not measured in this run: ewt_ccg_auto_dev{space=reverse}/");
  });

  it("have a page with their own rules", () => {
    const text = paperMarkdown(page!, () => false);
    assertStringIncludes(text, "# Auli and Lopez 2011: the paper's tables and ours");
    assertStringIncludes(text, "paired bootstrap over sentences");
    assert(!text.includes("Viterbi to itself"));
  });
});

describe("the paper's claims about parses", () => {
  const verdicts = new Map(report.claims.map(({ claim, verdict }) => [claim.name, verdict]));

  it("are judged from the answers of a run", () => {
    assertEquals(verdicts.get("auli2011-integrated-beats-baseline"), "holds");
    assertEquals(verdicts.get("auli2011-larger-space-pays"), "holds");
    assertEquals(verdicts.get("auli2011-oracle-best"), "holds");
    assertEquals(verdicts.get("auli2011-baseline-gains-nothing"), "holds");
    assertEquals(verdicts.get("auli2011-one-round-is-enough"), "holds");
    assertEquals(verdicts.get("auli2011-near-the-ceiling"), "holds");
    assertEquals(verdicts.get("auli2011-joint-training"), "not testable here");
    assertEquals(verdicts.size, 22);
  });

  it("have a page with their own rule", () => {
    const text = claimsMarkdown(report.claims, report.claimsRule);
    assertStringIncludes(text, "Each line of evidence has a vote");
    assert(!text.includes("worst difference of Viterbi"));
  });
});
