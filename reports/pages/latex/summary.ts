/**
 * The numbers of a run's summary as LaTeX macros.
 *
 * @module
 */

import { formatNumber, formatRatio, formatShare } from "../../numbers/format.ts";
import { macroName, MISSING_DEFAULT, numberMacro } from "./tabular.ts";
import type { SummaryRow } from "../../numbers/summary_row.ts";

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
