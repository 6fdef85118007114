/**
 * LaTeX: escaped text, booktabs tables and macros for numbers.
 *
 * @module
 */

import { type ColumnHeading, splitByK, type TableContent } from "../../columns.ts";

/** What stands for the characters that TeX reads otherwise, or that its fonts may lack. */
const CHARACTERS: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  "$": "\\$",
  "&": "\\&",
  "#": "\\#",
  "%": "\\%",
  "_": "\\_",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
  "<": "$<$",
  ">": "$>$",
  "|": "$|$",
  '"': "\\textquotedbl{}",
  "×": "$\\times$",
  "±": "$\\pm$",
  "−": "$-$",
  "–": "--",
  "…": "\\ldots{}",
  "²": "$^2$",
  "°": "$^\\circ$",
  "·": "$\\cdot$",
  "≈": "$\\approx$",
  "≥": "$\\geq$",
  "≤": "$\\leq$",
  "ℓ": "$\\ell$",
  "µ": "$\\mu$",
  "Σ": "$\\Sigma$",
  "Δ": "$\\Delta$",
  "α": "$\\alpha$",
  "β": "$\\beta$",
  "τ": "$\\tau$",
  "∞": "$\\infty$",
  "→": "$\\to$",
  "≠": "$\\neq$",
  "✓": "$\\surd$",
  "✗": "$\\otimes$",
  "§": "\\S{}",
  "“": "``",
  "”": "''",
  "’": "'",
};

/** Digits as words: TeX's names have letters only. */
const DIGITS = ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** Characters on a line of an A4 page with margins of an inch, in ten points. */
const LINE = 86;
/** Characters that the space between two columns takes. */
const GAP = 2.5;
/** Characters on a line of a heading, where it can be broken. */
const HEADING = 12;
/** Rows on a page. */
const ROWS = 50;

/**
 * Text that TeX prints as it is. Line ends become spaces, since an empty line would end a
 * paragraph.
 *
 * @example
 * ```ts
 * import { escapeLatex } from "./tabular.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(escapeLatex("beam{width=5}: 2.1×, 50%"), "beam\\{width=5\\}: 2.1$\\times$, 50\\%");
 * ```
 */
export function escapeLatex(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ")
    .replace(/[^\w\s]|_/gu, (character) => CHARACTERS[character] ?? character);
}

/**
 * A name of a macro from words, by capitals and with digits spelt: letters only, as TeX wants them.
 *
 * @example
 * ```ts
 * import { macroName } from "./tabular.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(macroName("huang", "table4", "a-star"), "\\trellisHuangTableFourAStar");
 * ```
 */
export function macroName(...words: readonly string[]): string {
  const letters = words.join(" ").replace(/(?<=\d)\.(?=\d)/g, " point ")
    .replace(/\d/g, (digit) => ` ${DIGITS[Number(digit)]} `)
    .split(/[^A-Za-z]+/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `\\trellis${letters.join("")}`;
}

/** Defines what stands for a number that a run lacks, unless the document has. */
export const MISSING_DEFAULT = "\\providecommand{\\trellisMissing}{\\textbf{??}}";

/**
 * A line that defines a macro for a number: its text escaped and without its unit sign, which a
 * document writes itself. Undefined becomes `\trellisMissing`.
 */
export function numberMacro(name: string, text: string | undefined): string {
  const body = text === undefined ? "\\trellisMissing" : escapeLatex(text.replace(/[×%]$/, ""));
  return `\\newcommand{${name}}{${body}}`;
}

/**
 * Writes a table as `tabular`s with the rules of booktabs, one for each k and for as many columns
 * and rows as a page holds, each under a comment that says what it is. Long headings are stacked.
 */
export function latexTable(title: string, content: TableContent): string {
  return splitByK(content).flatMap(({ heading, content }) => {
    const name = heading === "" ? title : `${title}, ${heading}`;
    const parts = pageParts(content);
    return parts.map(({ columns, rows }, index) =>
      tabular(
        partTitle(name, index, parts.length),
        formats(columns, rows),
        [
          latexLine(columns.map(headingCell)),
          "\\midrule",
          ...rows.map((row) =>
            latexLine(row.map(({ text, tone }) => {
              const escaped = escapeLatex(text);
              return tone === "good" && text !== "" ? `\\textbf{${escaped}}` : escaped;
            }))
          ),
        ],
      )
    );
  }).join("\n");
}

/** Text that would take half of a line is broken. */
function formats(columns: readonly ColumnHeading[], rows: TableContent["rows"]): LatexColumn[] {
  return columns.map(({ align }, index) => ({
    align,
    isLong: align === "left" && rows.some((row) => row[index]!.text.length > LINE / 2),
  }));
}

function headingCell({ name, align }: ColumnHeading): string {
  const lines = headingLines(name).map(escapeLatex);
  return lines.length === 1
    ? lines[0]!
    : `\\shortstack[${align === "right" ? "r" : "l"}]{${lines.join("\\\\")}}`;
}

/** A heading broken behind signs and spaces, into lines that are short where that is possible. */
function headingLines(name: string): string[] {
  const lines = [""];
  for (const piece of name.split(/(?<=[-_,=\s])|(?=\{)/)) {
    const line = lines.at(-1)!;
    if (line !== "" && (line + piece).trimEnd().length > HEADING) lines.push(piece);
    else lines[lines.length - 1] = line + piece;
  }
  return lines.map((line) => line.trimEnd());
}

/**
 * A table in parts of a page each, first by columns, then by rows. The columns up to the first with
 * text, which say what a row is about, are in every part.
 */
function pageParts({ columns, rows }: TableContent): TableContent[] {
  const widths = columns.map(({ name }, index) =>
    columnWidth([...headingLines(name), ...rows.map((row) => row[index]!.text)])
  );
  const indices = [...columns.keys()];
  const names = indices.slice(0, 1 + columns.findIndex(({ align }) => align === "left"));
  const others = indices.slice(names.length);
  const nameWidth = names.reduce((sum, index) => sum + widths[index]!, 0);
  const parts = fittingParts(nameWidth, others.map((index) => widths[index]!))
    .map((part) => part.map((place) => others[place]!));
  return parts.flatMap((part) =>
    chunks(rows, ROWS).map((chunk) => ({
      columns: [...names, ...part].map((index) => columns[index]!),
      rows: chunk.map((row) => [...names, ...part].map((index) => row[index]!)),
    }))
  );
}

/** The title of a part of a table, counted from 0. */
export function partTitle(title: string, part: number, count: number): string {
  return count === 1 ? title : `${title}, part ${part + 1} of ${count}`;
}

/** Characters that a column of such texts takes, with the space beside it. */
export function columnWidth(texts: readonly string[]): number {
  return GAP + Math.max(...texts.map((text) => text.length));
}

/**
 * The indices of columns, from left to right, in parts that fit a line beside the column of names;
 * at least one column in each, and at least one part.
 */
export function fittingParts(nameWidth: number, widths: readonly number[]): number[][] {
  const parts: number[][] = [[]];
  let left = LINE - nameWidth;
  widths.forEach((width, index) => {
    if (width > left && parts.at(-1)!.length > 0) {
      parts.push([]);
      left = LINE - nameWidth;
    }
    parts.at(-1)!.push(index);
    left -= width;
  });
  return parts;
}

/** At least one, of at most so many items. */
function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.max(1, Math.ceil(items.length / size));
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/** A column of a `tabular`. */
export interface LatexColumn extends Pick<ColumnHeading, "align"> {
  /** Whether its text is broken into lines. */
  readonly isLong?: boolean;
}

/** A `tabular` with its outer rules around lines that are LaTeX already. */
export function tabular(
  title: string,
  columns: readonly LatexColumn[],
  lines: readonly string[],
): string {
  const format = columns.map(({ align, isLong }) =>
    isLong ? "p{0.4\\linewidth}" : align === "right" ? "r" : "l"
  ).join("");
  return [
    `% ${title.replace(/\s+/g, " ")}; needs \\usepackage{booktabs}`,
    `\\begin{tabular}{${format}}`,
    "\\toprule",
    ...lines,
    "\\bottomrule",
    "\\end{tabular}",
    "",
  ].join("\n");
}

/** A line of a `tabular`. */
export function latexLine(cells: readonly string[]): string {
  return `${cells.join(" & ")} \\\\`;
}
