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

/** Points of the text's width in `article`, less the little that measuring may be off. */
const LINE = 340;
/** Points of the space between two columns: two of {@linkcode SETUP}'s. */
const GAP = 6;
/** Small type and narrow gaps, within the table alone. */
const SETUP = "\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}";
/** Characters on a line of a heading, where it can be broken. */
const HEADING = 12;
/** Rows on a page. */
const ROWS = 45;
/** The share of a line that long text is broken to. */
const LONG = 0.38;

/**
 * Points of the characters of text in `\footnotesize`, in Computer Modern: the narrow and the wide
 * ones, and all others, bold as they may be.
 */
const POINTS: readonly (readonly [characters: RegExp, points: number])[] = [
  [/[ijltfI.,:;'|()[\]!]/, 3.3],
  [/[mwMW%×±≈−–]/, 7.8],
  [/[A-Z{}✓✗&]/, 6.8],
];
const OTHER_POINTS = 5;

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
    .replace(/[^\w\s]|_/gu, (character) => CHARACTERS[character] ?? character)
    // Two hyphens would become a dash.
    .replace(/-(?=-)/g, "-{}");
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
 * Writes a table with the rules of booktabs, in parts by k and by what fits a page: each is a float
 * with a caption and a label, `tab:NAME`, of the first part too where there are more (`tab:NAME-2`,
 * …). Long headings are stacked.
 */
export function latexTable(name: string, title: string, content: TableContent): string {
  return floats(
    name,
    splitByK(content).flatMap(({ heading, content }) =>
      titled(heading === "" ? title : `${title}, ${heading}`, pageParts(content)).map((
        { title, part: { columns, rows } },
      ) => ({
        title,
        columns: columns.map(({ align }, index) => ({
          align,
          isLong: isLong(columns, rows, index),
        })),
        lines: [
          latexLine(columns.map(headingCell)),
          "\\midrule",
          ...rows.map((row) =>
            latexLine(row.map(({ text, tone }) => {
              const escaped = escapeLatex(text);
              return tone === "good" && text !== "" ? `\\textbf{${escaped}}` : escaped;
            }))
          ),
        ],
      }))
    ),
  );
}

/** Text that would take much of a line is broken, unless a word of it would. */
function isLong(
  columns: readonly ColumnHeading[],
  rows: TableContent["rows"],
  index: number,
): boolean {
  const texts = rows.map((row) => row[index]!.text);
  const isOver = (text: string): boolean => pointsOf(text) > LONG * LINE;
  return columns[index]!.align === "left" && texts.some(isOver) &&
    !texts.some((text) => text.split(" ").some(isOver));
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
    isLong(columns, rows, index)
      ? GAP + LONG * LINE
      : columnWidth([...headingLines(name), ...rows.map((row) => row[index]!.text)])
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

/** Parts with their titles, counted where there are more than one. */
export function titled<Part>(
  title: string,
  parts: readonly Part[],
): { readonly title: string; readonly part: Part }[] {
  const count = parts.length;
  return parts.map((part, index) => ({
    title: count === 1 ? title : `${title}, part ${index + 1} of ${count}`,
    part,
  }));
}

/** Points that a column of such texts takes, with the space beside it. */
export function columnWidth(texts: readonly string[]): number {
  return GAP + Math.max(...texts.map(pointsOf));
}

function pointsOf(text: string): number {
  let points = 0;
  for (const character of text) {
    points += POINTS.find(([characters]) => characters.test(character))?.[1] ?? OTHER_POINTS;
  }
  return points;
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

/** A `tabular` with its caption, its lines LaTeX already. */
export interface LatexFloat {
  /** What the caption says. */
  readonly title: string;
  /** Whether the text of a column is broken into lines. */
  readonly columns: readonly (Pick<ColumnHeading, "align"> & { readonly isLong?: boolean })[];
  /** Between the outer rules. */
  readonly lines: readonly string[];
}

/**
 * A file of tables that needs booktabs alone: each a float with a caption and a label.
 *
 * @param name of the table, for the labels
 * @param macros that its lines use, as definitions that a document may make before
 */
export function floats(
  name: string,
  tables: readonly LatexFloat[],
  macros: readonly string[] = [],
): string {
  const texts = tables.map(({ title, columns, lines }, index) =>
    [
      "\\begin{table}",
      SETUP,
      `\\caption{${escapeLatex(title)}}`,
      `\\label{tab:${name}${index === 0 ? "" : `-${index + 1}`}}`,
      `\\begin{tabular}{${
        columns.map(({ align, isLong }) =>
          isLong ? `p{${LONG}\\linewidth}` : align === "right" ? "r" : "l"
        ).join("")
      }}`,
      "\\toprule",
      ...lines,
      "\\bottomrule",
      "\\end{tabular}",
      "\\end{table}",
      "",
    ].join("\n")
  );
  return [`% Needs \\usepackage{booktabs}.`, ...macros, texts.join("\n")].join("\n");
}

/** A line of a `tabular`. */
export function latexLine(cells: readonly string[]): string {
  return `${cells.join(" & ")} \\\\`;
}
