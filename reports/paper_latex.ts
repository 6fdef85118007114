/**
 * The papers' pages as LaTeX: a table each, and a macro for every number.
 *
 * @module
 */

import {
  escapeLatex,
  latexLine,
  macroName,
  MISSING_DEFAULT,
  numberMacro,
  tabular,
} from "./latex.ts";
import type { PaperCell } from "./paper.ts";
import { formatValue, oursText, paperGrid, publishedText, ratioText } from "./paper_grid.ts";
import type { ComparedTable, PaperPage } from "./paper_pages.ts";
import type { PaperVerdict } from "./paper_verdict.ts";

/** How a table writes a verdict behind our number. */
const MARKS: Readonly<Record<PaperVerdict, string>> = {
  "within factor": "\\trellisWithinMark",
  "same direction": "\\trellisSameMark",
  "differs": "\\trellisDiffersMark",
  "not testable here": "",
  "baseline": "",
};

/** What a document may define otherwise before it reads the numbers. */
const DEFAULTS = [
  "% Marks of verdicts; define them before to change them.",
  "\\providecommand{\\trellisWithinMark}{\\rlap{$^{\\surd}$}}",
  "\\providecommand{\\trellisSameMark}{\\rlap{$^{\\sim}$}}",
  "\\providecommand{\\trellisDiffersMark}{\\rlap{$^{\\otimes}$}}",
  MISSING_DEFAULT,
];

/**
 * The prefix of a cell's macros: paper, table, task, decoder, k where it is not 1, and metric.
 */
export function cellMacro({ place, metric }: PaperCell): string {
  const { paper, table, dataset, algorithm, k } = place;
  return macroName(
    paper.replace(/\d+$/, ""),
    table,
    dataset,
    algorithm,
    k === "" || k === "1" ? "" : `k ${k}`,
    metric,
  );
}

/**
 * Writes `numbers.tex`: for each cell the macros `…Published`, `…Ours`, `…PublishedRatio`,
 * `…OurRatio` and `…Verdict`. What the run lacks is `\trellisMissing`, which prints as ??.
 */
export function numbersLatex(pages: readonly PaperPage[]): string {
  const lines = pages.flatMap(({ tables }) =>
    tables.flatMap(({ table, cells }) => [
      "",
      `% ${table.paper}, ${table.place}: ${table.title}`,
      ...cells.flatMap(cellMacros),
    ])
  );
  return [...DEFAULTS, ...lines, ""].join("\n");
}

/** Writes a published table with two columns, theirs and ours, for each of its columns. */
export function paperTableLatex({ table, cells }: ComparedTable): string {
  const { columns, lines } = paperGrid(cells);
  const title = `${table.paper}, ${table.place}: ${table.title}; marks in numbers.tex`;
  const rules = columns.map((_, index) => `\\cmidrule(lr){${2 * index + 2}-${2 * index + 3}}`);
  return tabular(title, [{ align: "left" }, ...columns.flatMap(() => [RIGHT, RIGHT])], [
    latexLine(["", ...columns.map((name) => `\\multicolumn{2}{c}{${escapeLatex(name)}}`)]),
    rules.join(" "),
    latexLine(["", ...columns.flatMap(() => ["published", "ours"])]),
    "\\midrule",
    ...lines.map(({ name, cells }) =>
      latexLine([escapeLatex(name), ...cells.flatMap((cell) => cell ? twoCells(cell) : ["", ""])])
    ),
  ]);
}

const RIGHT = { align: "right" } as const;

function twoCells(cell: PaperCell): string[] {
  return [
    escapeLatex(publishedText(cell)),
    escapeLatex(oursText(cell)) + MARKS[cell.verdict],
  ];
}

function cellMacros(cell: PaperCell): string[] {
  const { published, publishedRatio, ours, ratio, unit, verdict, compared } = cell;
  const theirs = publishedRatio && ratioText(publishedRatio);
  const numbers: [string, string | undefined][] = [
    ["Published", published],
    ["Ours", ours === undefined ? undefined : formatValue(ours, unit)],
    ...(theirs ? [["PublishedRatio", theirs] satisfies [string, string]] : []),
    ...(theirs || compared === "ratio"
      ? [["OurRatio", ratio && ratioText(ratio.median)] satisfies [string, string | undefined]]
      : []),
    ["Verdict", verdict],
  ];
  const prefix = cellMacro(cell);
  return numbers.map(([suffix, text]) => numberMacro(prefix + suffix, text));
}
