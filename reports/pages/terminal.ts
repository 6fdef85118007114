/**
 * What a terminal shows after a run: the fastest exact decoder of each dataset, the reader's own
 * decoders beside it, and whether the run can be relied on.
 *
 * @module
 */

import { type TableContent, tableOf } from "../columns.ts";
import { readersFindings, soundness, wordsOf } from "../numbers/findings.ts";
import { formatCount, formatInterval, formatNumber, formatRatio } from "../numbers/format.ts";
import { ADVISED, CLOCK_WORDS, headlineClock, leaderOf } from "../numbers/glance.ts";
import { figuresOf, raceId, type SummaryRow } from "../numbers/summary_row.ts";
import { verdictMark } from "../numbers/marks.ts";
import { noiseMark } from "../numbers/noise.ts";
import { isReaders } from "../numbers/variants.ts";

/**
 * Plain lines without colours: the same on a terminal and in a file. Speeds and ratios are by the
 * clock of headlines.
 */
export function terminalSummary(summary: readonly SummaryRow[]): string {
  const clock = headlineClock(summary);
  const shown = [...Map.groupBy(summary, raceId).values()].flatMap((cells) => {
    const leader = leaderOf(summary, cells[0]!);
    const own = cells.filter((row) => row !== leader && isReaders(row) && row.status === "ok");
    return [...(leader === undefined ? [] : [leader]), ...own];
  });
  // Of one round a process an interval is the range, of two rounds no more than these.
  const isRange = shown.every(({ rounds, processes }) => rounds === processes);
  const table = tableOf([
    { name: "dataset", of: ({ dataset }) => dataset },
    { name: "labels", of: ({ labels }) => labels, as: formatCount },
    { name: "k", of: ({ k }) => k, as: formatCount },
    {
      name: "fastest exact decoder",
      of: (row) => `${verdictMark(row)}${row.decoder}${isReaders(row) ? " (yours)" : ""}`,
    },
    {
      name: "sentences/s",
      of: (row) => figuresOf(row, clock).speed?.median ?? "",
      as: formatNumber,
    },
    {
      name: `× ${wordsOf(summary).baseline.replace("the ", "")}${noiseMark(summary) && " (noisy)"}`,
      of: (row) => figuresOf(row, clock).ratio?.median ?? "",
      as: formatRatio,
    },
    {
      name: isRange ? "range" : "interval",
      of(row) {
        const { ratio } = figuresOf(row, clock);
        return ratio === undefined ? "" : formatInterval(ratio);
      },
    },
  ], shown);
  const isAdvised = shown.some(({ decoder }) => decoder === ADVISED);
  const note = [
    clock === "memory64" ? `Speeds are ${CLOCK_WORDS[clock]}.` : "",
    isAdvised ? `Of a tie with the fastest, ${ADVISED} is named.` : "",
  ].filter(Boolean).join(" ");
  const said = [...readersFindings(summary), ...soundness(summary)];
  return [
    ...(shown.length === 0 ? [] : [...aligned(table), note && `${note}\n`]),
    ...said.map(({ text }) => text),
  ].join("\n");
}

function aligned({ columns, rows }: TableContent): string[] {
  const lines = [
    columns.map(({ name }) => name),
    ...rows.map((row) => row.map(({ text }) => text)),
  ];
  const widths = columns.map((_, c) => Math.max(...lines.map((line) => line[c]!.length)));
  return lines.map((line) =>
    line.map((text, c) =>
      columns[c]!.align === "right" ? text.padStart(widths[c]!) : text.padEnd(widths[c]!)
    ).join("  ").trimEnd()
  );
}

/** Says where the report of a run is. */
export function reportPlace(dir: string): string {
  return `Report: ${dir}/report.html, ${dir}/report.md; rows: ${dir}/rows.csv`;
}
