/**
 * LaTeX: escaped text, booktabs tables and macros for numbers.
 *
 * @module
 */

import { splitByK } from "./render_table.ts";
import type { Column, TableContent } from "./table.ts";

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

/**
 * Text that TeX prints as it is. Line ends become spaces, since an empty line would end a paragraph.
 *
 * @example
 * ```ts
 * import { escapeLatex } from "./latex.ts";
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
 * import { macroName } from "./latex.ts";
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
 * Writes a table as a `tabular` with the rules of booktabs, one for each k, under a comment that
 * says what it is.
 */
export function latexTable(title: string, content: TableContent): string {
  return splitByK(content).map(({ heading, content: { columns, rows } }) => {
    const name = heading === "" ? title : `${title}, ${heading}`;
    return tabular(name, columns, [
      latexLine(columns.map(({ name }) => escapeLatex(name))),
      "\\midrule",
      ...rows.map((row) =>
        latexLine(row.map(({ text, tone }) => {
          const escaped = escapeLatex(text);
          return tone === "good" && text !== "" ? `\\textbf{${escaped}}` : escaped;
        }))
      ),
    ]);
  }).join("\n");
}

/** A `tabular` with its outer rules around lines that are LaTeX already. */
export function tabular(
  title: string,
  columns: readonly Pick<Column, "align">[],
  lines: readonly string[],
): string {
  const format = columns.map(({ align }) => align === "right" ? "r" : "l").join("");
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
