/**
 * A comparison as plain text, and as Markdown for a comment.
 *
 * @module
 */

import { type CellChange, cellName } from "../../harness/store/compare.ts";
import {
  type Comparison,
  describeDifferences,
  headline,
  machineName,
  runName,
  type TimeChange,
  timesLine,
} from "./comparison.ts";
import { formatInterval, formatPlural } from "../numbers/format.ts";
import type { Run } from "../../harness/store/store.ts";
import { escapeMarkdown } from "../pages/markdown.ts";

/** Changes that are no regressions, beyond which a terminal only gets their number. */
const MOST_OTHERS = 10;

/** Writes a comparison for a terminal: what fails in full, the rest in short. */
export function comparisonText(comparison: Comparison): string {
  const { before, after, regressions, others, times } = comparison;
  const rest = others.length - MOST_OTHERS;
  return [
    `${runName(before)} → ${runName(after)}`,
    ...regressions.flatMap((change) => changeLines("REGRESSION", change)),
    ...others.slice(0, MOST_OTHERS).flatMap((change) => changeLines("note", change)),
    ...(rest > 0 ? [`note: ${rest} more`] : []),
    ...times.changes.filter(({ tendency }) => tendency !== "same").map((change) => {
      const { tendency, ratio, clock } = change;
      const what = times.isSameMachine ? "time" : "ratio to the baseline's time";
      return `${tendency}: ${cellName(change)}, ${clock}: ${ratio.median.toFixed(2)}× the ${what} ${
        formatInterval(ratio)
      }`;
    }),
    timesLine(comparison),
    headline(comparison),
  ].join("\n");
}

function changeLines(kind: string, change: CellChange): string[] {
  return [
    `${kind}: ${cellName(change)}: ${change.finding}`,
    ...describeDifferences(change).map((line) => `  ${line}`),
  ];
}

/** Starts every comparison, so that a comment is found again and rewritten. */
export const MARKER = "<!-- trellis comparison -->";

/** Rows of a table: a comment on GitHub holds 65,536 characters. */
const MOST_ROWS = 60;

/** Writes a comparison: the judgement, what fails, and the rest folded away. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { before, after, regressions, others, times } = comparison;
  const mark = regressions.length > 0 ? "✗ " : comparison.compared > 0 ? "✓ " : "";
  return [
    MARKER,
    `**${mark}${escapeMarkdown(headline(comparison))}**`,
    changeTable(regressions),
    folded(`What else changed (${others.length})`, changeTable(others)),
    escapeMarkdown(timesLine(comparison)),
    folded(`Times of ${formatPlural(times.changes.length, "cell")} by clock`, timeTable(times)),
    folded("The two runs", runTable(before, after)),
  ].filter((block) => block !== "").join("\n\n") + "\n";
}

function changeTable(changes: readonly CellChange[]): string {
  return table(
    ["dataset", "decoder", "k", "finding", "was → is"],
    changes.map((change) => {
      const { dataset, decoder, k, finding } = change;
      const differences = describeDifferences(change).map(escapeMarkdown).join("<br>");
      return [...[dataset, decoder, String(k), finding].map(escapeMarkdown), differences];
    }),
  );
}

/** Cells with the largest changes in either direction come first. */
function timeTable({ changes, isSameMachine }: Comparison["times"]): string {
  const size = ({ ratio }: TimeChange) => Math.abs(Math.log(ratio.median));
  return table(
    [
      ...["dataset", "decoder", "k", "clock"],
      isSameMachine ? "time after / before" : "ratio to the baseline's time, after / before",
      ...["interval", ""],
    ],
    changes.toSorted((a, b) => size(b) - size(a)).map((
      { dataset, decoder, k, clock, ratio, tendency },
    ) => [
      ...[dataset, decoder, String(k), clock].map(escapeMarkdown),
      ratio.median.toFixed(2),
      formatInterval(ratio),
      tendency === "same" ? "" : `**${tendency}**`,
    ]),
  );
}

function runTable(before: Run, after: Run): string {
  const lines: readonly [string, (run: Run) => string][] = [
    ["run", ({ dir }) => dir],
    ["commit", ({ manifest }) => `${manifest.commit}${manifest.dirty ? " with changes" : ""}`],
    ["command", ({ manifest }) => manifest.commandLine],
    ["started", ({ manifest }) => manifest.startedAt],
    ["machine", ({ manifest }) => machineName(manifest)],
  ];
  return table(
    ["", "before", "after"],
    lines.map(([name, text]) => [name, ...[before, after].map((run) => escapeMarkdown(text(run)))]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rest = rows.length - MOST_ROWS;
  return [
    line(head),
    line(head.map(() => "---")),
    ...rows.slice(0, MOST_ROWS).map(line),
    ...(rest > 0 ? ["", `… and ${rest} more.`] : []),
  ].join("\n");
}

function folded(summary: string, content: string): string {
  return content === "" ? "" : `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}
