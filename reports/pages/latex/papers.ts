/**
 * The papers' pages as LaTeX: a table each, and a macro for every number, also of the run's
 * summary; all cells as CSV.
 *
 * @module
 */

import {
  columnWidth,
  escapeLatex,
  fittingParts,
  floats,
  latexLine,
  macroName,
  MISSING_DEFAULT,
  numberMacro,
  titled,
} from "./tabular.ts";
import type { ComparedTable, PaperCell, PaperPage } from "../../papers/contract.ts";
import type { PaperVerdict } from "../../papers/verdict.ts";
import { formatNumber, formatRatio, formatShare, formatTimes } from "../../numbers/format.ts";
import type { SummaryRow } from "../../numbers/summary_row.ts";
import { formatValue, oursText, paperGrid, publishedText } from "../paper_tables.ts";
import { paperTitle } from "../../published/published.ts";
import { csv } from "../../../harness/store/table.ts";

/** How a table writes a verdict behind our number. */
const MARKS: Readonly<Record<PaperVerdict, string>> = {
  "within factor": "\\trellisWithinMark",
  "same direction": "\\trellisSameMark",
  "differs": "\\trellisDiffersMark",
  "by construction": "",
  "not the paper's": "",
  "not testable here": "",
  "baseline": "",
};

/** What a document may define otherwise before it reads a table or the numbers. */
const MARKS_DEFAULT = [
  "% Marks of verdicts; define them before to change them.",
  "\\providecommand{\\trellisWithinMark}{\\rlap{$^{\\surd}$}}",
  "\\providecommand{\\trellisSameMark}{\\rlap{$^{\\sim}$}}",
  "\\providecommand{\\trellisDiffersMark}{\\rlap{$^{\\otimes}$}}",
];

/**
 * The prefix of a cell's macros: paper, table, task, decoder, k where it is not 1, metric, and
 * which of ours it is where there are several.
 */
export function cellMacro({ place, metric, variant = "" }: PaperCell): string {
  const { paper, table, dataset, algorithm, k } = place;
  return macroName(
    paper.replace(/\d+$/, ""),
    table,
    dataset,
    algorithm,
    k === "" || k === "1" ? "" : `k ${k}`,
    metric,
    variant,
  );
}

/**
 * Writes `numbers.tex`: for each cell the macros `…Published`, `…Ours`, `…PublishedRatio`,
 * `…OurRatio` and `…Verdict`. What the run lacks is `\trellisMissing`, which prints as ??.
 */
export function numbersLatex(pages: readonly PaperPage[]): string {
  const lines = pages.flatMap(({ tables }) =>
    tables.flatMap(({ paper, table, cells }) => [
      "",
      `% ${paper}, ${table.place}: ${table.title}`,
      ...cells.flatMap(cellMacros),
    ])
  );
  return [...MARKS_DEFAULT, MISSING_DEFAULT, ...lines, ""].join("\n");
}

/**
 * Writes a published table with two columns, theirs and ours, for each of its columns; in parts
 * where it is too wide for a page.
 */
export function paperTableLatex({ paper, table, cells }: ComparedTable): string {
  const { columns, lines } = paperGrid(cells);
  const widths = columns.map((_, index) => {
    const column = lines.flatMap(({ cells }) => cells[index] ?? []);
    return columnWidth(["published", ...column.map(publishedText)]) +
      columnWidth(["ours", ...column.map(oursText)]);
  });
  const parts = fittingParts(columnWidth(lines.map(({ name }) => name)), widths);
  const title = `${paperTitle(paper)}, ${table.place}: ${table.title}`;
  return floats(
    table.name,
    titled(title, parts).map(({ title, part }) => ({
      title: `${title}; ${LEGEND}`,
      columns: [{ align: "left" }, ...part.flatMap(() => [RIGHT, RIGHT])],
      lines: [
        latexLine(["", ...part.map((at) => `\\multicolumn{2}{c}{${escapeLatex(columns[at]!)}}`)]),
        part.map((_, at) => `\\cmidrule(lr){${2 * at + 2}-${2 * at + 3}}`).join(" "),
        latexLine(["", ...part.flatMap(() => ["published", "ours"])]),
        "\\midrule",
        ...lines.map(({ name, cells }) =>
          latexLine([
            escapeLatex(name),
            ...part.flatMap((at) => cells[at] ? twoCells(cells[at]) : ["", ""]),
          ])
        ),
      ],
    })),
    MARKS_DEFAULT,
  );
}

/** Ends the caption of a table. */
const LEGEND = "ours ✓ within factor, ~ same direction, ✗ differs, without a mark not judged";

const RIGHT = { align: "right" } as const;

function twoCells(cell: PaperCell): string[] {
  return [
    escapeLatex(publishedText(cell)),
    escapeLatex(oursText(cell)) + MARKS[cell.verdict],
  ];
}

function cellMacros(cell: PaperCell): string[] {
  const { published, publishedRatio, ours, ratio, unit, verdict, compared } = cell;
  const theirs = publishedRatio && formatTimes(publishedRatio);
  const numbers: [string, string | undefined][] = [
    ["Published", published],
    ["Ours", ours === undefined ? undefined : formatValue(ours, unit)],
    ...(theirs ? [["PublishedRatio", theirs] satisfies [string, string]] : []),
    ...(theirs || compared === "ratio"
      ? [["OurRatio", ratio && formatTimes(ratio.median)] satisfies [string, string | undefined]]
      : []),
    ["Verdict", verdict],
  ];
  const prefix = cellMacro(cell);
  return numbers.map(([suffix, text]) => numberMacro(prefix + suffix, text));
}

const COLUMNS: readonly (readonly [string, (cell: PaperCell) => unknown])[] = [
  ["paper", ({ place }) => place.paper],
  ["table", ({ place }) => place.table],
  ["dataset", ({ place }) => place.dataset],
  ["algorithm", ({ place }) => place.algorithm],
  ["k", ({ place }) => place.k],
  ["metric", ({ metric }) => metric],
  ["unit", ({ unit }) => unit],
  ["published", ({ published }) => published],
  ["published_ratio", ({ publishedRatio }) => rounded(publishedRatio)],
  ["ours", ({ ours }) => rounded(ours)],
  ["our_ratio", ({ ratio }) => rounded(ratio?.median)],
  ["our_ratio_low", ({ ratio }) => rounded(ratio?.low)],
  ["our_ratio_high", ({ ratio }) => rounded(ratio?.high)],
  ["compared", ({ compared }) => compared],
  ["verdict", ({ verdict }) => verdict],
  ["reason", ({ reason }) => reason],
  ["rows", ({ rows }) => rows.join(" ")],
  ["command", ({ command }) => command],
  ["latex", (cell) => cellMacro(cell)],
];

/**
 * Writes one line per cell: numbers with at most seven significant digits, empty fields for what
 * was not measured; the last column is the prefix of the cell's LaTeX macros.
 */
export function papersCsv(pages: readonly PaperPage[]): string {
  const cells = pages.flatMap(({ tables }) => tables.flatMap(({ cells }) => cells));
  return csv([
    COLUMNS.map(([name]) => name),
    ...cells.map((cell) => COLUMNS.map(([, read]) => read(cell))),
  ]);
}

function rounded(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value.toPrecision(7));
}

/** The numbers of a cell that papers cite, by the end of their macros' names. */
const NUMBERS: readonly (readonly [string, (row: SummaryRow) => string | undefined])[] = [
  ["Speed", (row) => write(row.sentences_per_second, formatNumber)],
  ["Ratio", (row) => write(row.ratio_to_viterbi, formatRatio)],
  ["MemorySpeed", (row) => write(row.unplaced_sentences_per_second, formatNumber)],
  ["MemoryRatio", (row) => write(row.unplaced_ratio_to_viterbi, formatRatio)],
  ["Iterations", (row) => write(row.iterations, formatRatio)],
  ["EdgeShare", (row) => write(row.edge_share, formatShare)],
  ["ExactShare", (row) => write(row.exact_share, formatShare)],
];

/**
 * Writes `run_numbers.tex`: for each cell `\trellisRun` with dataset, decoder and k, and the ends
 * `Speed` (sentences a second), `Ratio` (to Viterbi), `MemorySpeed` and `MemoryRatio` (both from
 * the caller's memory), `Iterations`, `EdgeShare` and `ExactShare` (in percent). A cell whose name
 * differs from an earlier one in signs only has no macros: TeX could not tell the two apart.
 */
export function summaryLatex(summary: readonly SummaryRow[]): string {
  const taken = new Set<string>();
  const lines = summary.flatMap((row) => {
    const { dataset, decoder, k } = row;
    const prefix = macroName("run", dataset, decoder, `k ${k}`);
    const cell = `${dataset}/${decoder}/${k}`.replace(/\s+/g, " ");
    if (taken.has(prefix)) return [`% no macros for ${cell}: its name is taken`];
    taken.add(prefix);
    return [`% ${cell}`, ...NUMBERS.map(([end, read]) => numberMacro(prefix + end, read(row)))];
  });
  return [MISSING_DEFAULT, ...lines, ""].join("\n");
}

function write(value: number | undefined, format: (value: number) => string): string | undefined {
  return value === undefined ? undefined : format(value);
}
