/**
 * What a terminal shows after a run: the fastest exact decoder of each dataset, and whether
 * the run can be relied on.
 *
 * @module
 */

import { soundness } from "../numbers/findings.ts";
import { formatInterval, formatNumber, formatRatio } from "../numbers/format.ts";
import { fastestOf } from "../numbers/speed_ratio.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";

const COLUMNS = [
  "dataset",
  "labels",
  "k",
  "fastest exact decoder",
  "sentences/s",
  "× Viterbi",
  "95%",
  "from memory",
];
/** Numbers stand to the right. */
const RIGHT = [1, 2, 4, 5, 7];

/**
 * Plain lines without colours: the same on a terminal and in a file. Ratios are those of decoding,
 * and from the caller's memory, copying included.
 */
export function terminalSummary(summary: readonly SummaryRow[]): string {
  const exact = summary.filter(({ role, verdict }) => role !== "control" && verdict === "correct");
  const races = Map.groupBy(exact, ({ dataset, k }) => `${dataset} ${k}`);
  const lines = [...races.values()].flatMap((race) => {
    const winner = fastestOf(race);
    return winner === undefined ? [] : [lineOf(winner)];
  });
  const baseline = baselineOf(summary);
  const columns = COLUMNS.map((column) => column.replace("Viterbi", baseline.short));
  const table = lines.length === 0 ? [] : [...aligned([columns, ...lines]), ""];
  return [...table, ...soundness(summary, baseline.name).map(({ text }) => text)].join("\n");
}

function baselineOf(summary: readonly SummaryRow[]): { name: string; short: string } {
  return summary[0]?.problem === "parsing"
    ? { name: "the pipeline", short: "pipeline" }
    : { name: "Viterbi", short: "Viterbi" };
}

function lineOf(winner: SummaryRow): string[] {
  const { dataset, labels, k, decoder, sentences_per_second: speed } = winner;
  const { ratio_to_viterbi: ratio, unplaced_ratio_to_viterbi: fromMemory } = winner;
  const interval = ratio === undefined
    ? ""
    : formatInterval({ median: ratio, low: winner.ratio_low, high: winner.ratio_high });
  return [
    dataset,
    String(labels),
    String(k),
    decoder,
    speed === undefined ? "" : formatNumber(speed),
    ratio === undefined ? "" : formatRatio(ratio),
    interval,
    fromMemory === undefined ? "" : formatRatio(fromMemory),
  ];
}

function aligned(lines: readonly (readonly string[])[]): string[] {
  const widths = COLUMNS.map((_, c) => Math.max(...lines.map((line) => line[c]!.length)));
  return lines.map((line) =>
    line.map((text, c) => RIGHT.includes(c) ? text.padStart(widths[c]!) : text.padEnd(widths[c]!))
      .join("  ").trimEnd()
  );
}

/** Says where the report of a run is. */
export function reportPlace(dir: string): string {
  return `Report: ${dir}/report.html, ${dir}/report.md; rows: ${dir}/rows.csv`;
}
