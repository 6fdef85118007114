/**
 * What a terminal shows after a run: the fastest exact decoder of each dataset, the reader's own
 * decoders beside it, and whether the run can be relied on.
 *
 * @module
 */

import { readersFindings, soundness } from "../numbers/findings.ts";
import { formatCount, formatInterval, formatNumber, formatRatio } from "../numbers/format.ts";
import { CLOCK_WORDS, type HeadlineClock, headlineClock, leaderOf } from "../numbers/glance.ts";
import { figuresOf, raceId, type SummaryRow } from "../numbers/summary_row.ts";
import { verdictMark } from "../numbers/marks.ts";
import { isReaders } from "../numbers/variants.ts";

const COLUMNS = [
  "dataset",
  "labels",
  "k",
  "fastest exact decoder",
  "sentences/s",
  "× Viterbi",
  "95%",
];
/** Numbers stand to the right. */
const RIGHT = [1, 2, 4, 5];

/**
 * Plain lines without colours: the same on a terminal and in a file. Speeds and ratios are by the
 * clock of headlines.
 */
export function terminalSummary(summary: readonly SummaryRow[]): string {
  const clock = headlineClock(summary);
  const lines = [...Map.groupBy(summary, raceId).values()]
    .flatMap((cells) => {
      const leader = leaderOf(summary, cells[0]!);
      const own = cells.filter((row) => row !== leader && isReaders(row) && row.status === "ok");
      return [...(leader === undefined ? [] : [leader]), ...own].map((row) => lineOf(row, clock));
    });
  const baseline = summary[0]?.problem === "parsing"
    ? { name: "the pipeline", short: "pipeline" }
    : { name: "Viterbi", short: "Viterbi" };
  const columns = COLUMNS.map((column) => column.replace("Viterbi", baseline.short));
  const note = clock === "memory64" ? [`Speeds are ${CLOCK_WORDS[clock]}.`, ""] : [""];
  const table = lines.length === 0 ? [] : [...aligned([columns, ...lines]), ...note];
  const said = [...readersFindings(summary), ...soundness(summary, baseline.name)];
  return [...table, ...said.map(({ text }) => text)].join("\n");
}

function lineOf(row: SummaryRow, clock: HeadlineClock): string[] {
  const { dataset, labels, k, decoder } = row;
  const { speed, ratio } = figuresOf(row, clock);
  return [
    dataset,
    formatCount(labels),
    formatCount(k),
    `${verdictMark(row)}${decoder}${isReaders(row) ? " (yours)" : ""}`,
    speed === undefined ? "" : formatNumber(speed.median),
    ratio === undefined ? "" : formatRatio(ratio.median),
    ratio === undefined ? "" : formatInterval(ratio),
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
