import { runData } from "../../../../reports/numbers/read_run.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { composeReport } from "../../../../reports/pages/report.ts";
import {
  escapeLatex,
  latexTable,
  macroName,
  numberMacro,
} from "../../../../reports/pages/latex/tabular.ts";
import {
  cellMacro,
  numbersLatex,
  paperTableLatex,
  summaryLatex,
} from "../../../../reports/pages/latex/papers.ts";
import { FAKE_MANIFEST, fakePaperRows, fakeRowsWithFailures } from "../../../helpers/rows.ts";

const REPORTS = await Promise.all(
  [fakePaperRows(), fakeRowsWithFailures()].map((rows) =>
    composeReport(runData(rows, { manifest: FAKE_MANIFEST }), FAKE_MANIFEST)
  ),
);
const SOURCES = REPORTS.flatMap(({ papers, tables, summary }) => [
  numbersLatex(papers),
  summaryLatex(summary),
  ...papers.flatMap((page) => page.tables).map(paperTableLatex),
  ...tables.map(({ name, title, content }) => latexTable(name, title, content)),
]);

/** Asserts that braces, mathematics and environments are closed and nothing needs a fancy font. */
function assertBalanced(source: string): void {
  const withoutComments = source.replace(/(?<!\\)%.*$/gm, "");
  const text = withoutComments.replace(/\\[\\{}$&#%_]/g, "");
  let depth = 0;
  for (const character of text) {
    if (character === "{") depth++;
    if (character === "}") depth--;
    assert(depth >= 0, text);
  }
  assertEquals(depth, 0, text);
  assertEquals(text.split("$").length % 2, 1, text);
  assert(/^[\x20-\x7e\n]*$/.test(text), text.match(/[^\x20-\x7e\n]/)?.[0]);
  assert(!/[#_^~](?![^$]*\$)/.test(text.replace(/\$[^$]*\$/g, "")), text);
  const open: string[] = [];
  for (const [, verb, name] of text.matchAll(/\\(begin|end)\{(\w+)\}/g)) {
    if (verb === "begin") open.push(name!);
    else assertEquals(open.pop(), name);
  }
  assertEquals(open, []);
}

describe("latex/", () => {
  it("every file is balanced, escaped and plain ASCII", () => {
    assert(SOURCES.length > 30);
    for (const source of SOURCES) assertBalanced(source);
  });

  it("every line of a tabular has as many cells as columns", () => {
    let lines = 0;
    for (const source of SOURCES) {
      for (const [, format, body] of source.matchAll(/\{tabular\}\{(.+)\}\n([\s\S]*?)\\end/g)) {
        for (const line of body!.split("\n").filter((line) => line.endsWith("\\\\"))) {
          const spans = [...line.matchAll(/\\multicolumn\{(\d)\}/g)]
            .reduce((sum, [, span]) => sum + Number(span) - 1, 0);
          const cells = line.split(/(?<!\\)&/).length;
          assertEquals(cells + spans, format!.replace(/\{.*?\}/g, "").length, line);
          lines++;
        }
      }
    }
    assert(lines > 200);
  });

  it("defines every macro once, with letters only, and uses none that is not defined", () => {
    for (const { papers, summary } of REPORTS) {
      const numbers = numbersLatex(papers);
      const names = [numbers, summaryLatex(summary)].flatMap((source) =>
        [...source.matchAll(/\\newcommand\{(.*?)\}/g)].map((match) => match[1]!)
      );
      assertEquals(new Set(names).size, names.length);
      for (const name of names) assert(/^\\trellis[A-Za-z]+$/.test(name), name);
      const known = new Set(
        [...numbers.matchAll(/\\(?:new|provide)command\{(.*?)\}/g)].map((match) => match[1]!),
      );
      // A table needs no other file: it has the marks that it uses itself.
      for (const table of papers.flatMap((page) => page.tables).map(paperTableLatex)) {
        const own = new Set(
          [...table.matchAll(/\\providecommand\{(.*?)\}/g)].map((match) => match[1]!),
        );
        for (const [name] of table.matchAll(/\\trellis[A-Za-z]+/g)) {
          assert(known.has(name) && own.has(name), name);
        }
      }
    }
  });

  it("has a macro for each number of the papers' pages, and marks what is missing", () => {
    const { papers } = REPORTS[0]!;
    const source = numbersLatex(papers);
    const cells = papers.flatMap(({ tables }) => tables.flatMap(({ cells }) => cells));
    for (const cell of cells) assertStringIncludes(source, `{${cellMacro(cell)}Published}`);
    const viterbi = "\\trellisHuangTableFourPosViterbiSpeed";
    assertStringIncludes(source, `{${viterbi}Published}{2779}`);
    assertStringIncludes(source, `{${viterbi}OurRatio}{1.00}`);
    assertStringIncludes(source, "SupertagViterbiSpeedOurs}{\\trellisMissing}");
  });
});

describe("latexTable()", () => {
  const columns = [
    { name: "dataset", align: "left" as const },
    ...Array.from({ length: 30 }, (_, i) => ({
      name: `decoder-of-some-kind{option=${i}}`,
      align: "right" as const,
    })),
  ];
  const rows = Array.from({ length: 60 }, (_, row) => [
    { text: `name ${row}` },
    ...columns.slice(1).map((_, i) => ({ text: `${row},${i}00` })),
  ]);

  it("has parts that fit a page, each with the names of the rows, and every cell once", () => {
    const parts = latexTable("wide", "Wide", { columns, rows }).split("\n\n");
    assert(parts.length > 4, `${parts.length}`);
    const texts = parts.flatMap((part) => part.match(/\d+,\d+00/g)!);
    assertEquals(texts.length, 60 * 30);
    assertEquals(new Set(texts).size, 60 * 30);
    parts.forEach((part, index) => {
      assertStringIncludes(part, `\\caption{Wide, part ${index + 1} of ${parts.length}}`);
      assertStringIncludes(part, `\\label{tab:wide${index === 0 ? "" : `-${index + 1}`}}`);
      const lines = part.split("\n").filter((line) => /^name/.test(line));
      assert(lines.length > 1, part);
      // Digits of footnote size take 4.3 points, the text of an article 345.
      for (const line of lines) assert(4.3 * line.replaceAll(/ & /g, "").length < 345, line);
    });
    assertStringIncludes(parts[0]!, "\\shortstack[r]{decoder-of-\\\\some-kind\\\\\\{option=0\\}}");
  });

  it("breaks long text into lines", () => {
    const table = { columns: columns.slice(0, 1), rows: [[{ text: "why ".repeat(20) }]] };
    assertStringIncludes(latexTable("long", "Long", table), "{tabular}{p{0.38\\linewidth}}");
  });
});

describe("escapeLatex()", () => {
  it("leaves no special character, whatever the text", () => {
    const property = fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
      assertBalanced(escapeLatex(text));
    });
    fc.assert(property, { seed: 1 });
  });

  it("writes signs that fonts lack as mathematics", () => {
    assertEquals(escapeLatex("±1.2% ≈ 3×\n\n5"), "$\\pm$1.2\\% $\\approx$ 3$\\times$ 5");
    assertEquals(escapeLatex("--k 5 ---"), "-{}-k 5 -{}-{}-");
  });
});

it("macroName() tells numbers apart that differ in their point only", () => {
  assert(macroName("dial=0.1") !== macroName("dial=01"));
  assertEquals(macroName("k", "10"), "\\trellisKOneZero");
});

it("numberMacro() leaves the unit sign to the document", () => {
  assertEquals(numberMacro("\\trellisX", "97.3%"), "\\newcommand{\\trellisX}{97.3}");
  assertEquals(numberMacro("\\trellisX", undefined), "\\newcommand{\\trellisX}{\\trellisMissing}");
});

it("summaryLatex() gives a name that is taken to the first cell only", () => {
  const [row] = REPORTS[0]!.summary;
  const source = summaryLatex([row!, { ...row!, decoder: `${row!.decoder}{}` }]);
  assertEquals(source.match(/no macros for/g)!.length, 1);
  assertBalanced(source);
});
