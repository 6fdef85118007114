/**
 * What a report says first: whether the answers are right, who is fastest, how far to trust it.
 *
 * @module
 */

import type { Finding } from "./finding.ts";
import { formatCount, formatRatio } from "./format.ts";
import { BASELINE } from "../../harness/store/key.ts";
import { fastestOf } from "./speed_ratio.ts";
import type { SummaryRow } from "./summary_row.ts";
import { generalKs, isSweep } from "./sweep.ts";

const STATUS_WORDS = { error: "ended in an error", timeout: "ran out of time", skipped: "skipped" };

/**
 * Derives the findings from a summary; every number is that of a line of it.
 *
 * @param planned cells that were to be measured, if that is known
 */
export function findings(summary: readonly SummaryRow[], planned?: number): Finding[] {
  const cells = summary.filter((row) => row.role !== "control");
  return [
    ...correctness(cells),
    ...generalKs(cells.map((row) => row.k)).flatMap((k) =>
      fastest(cells.filter((row) => row.k === k && !isSweep(row)), k)
    ),
    ...reliability(summary, planned),
  ];
}

/**
 * The findings but for who is fastest: whether the run can be relied on.
 *
 * @param baseline what the baseline is called
 * @param planned cells that were to be measured, if that is known
 */
export function soundness(
  summary: readonly SummaryRow[],
  baseline?: string,
  planned?: number,
): Finding[] {
  const cells = summary.filter((row) => row.role !== "control");
  return [...correctness(cells), ...reliability(summary, planned, baseline)];
}

function reliability(
  summary: readonly SummaryRow[],
  planned = 0,
  baseline = "Viterbi",
): Finding[] {
  return [
    ...control(summary, baseline),
    ...withoutBaseline(summary, baseline),
    ...missing(summary.filter((row) => row.role !== "control")),
    ...unfinished(summary, planned),
  ];
}

function correctness(cells: readonly SummaryRow[]): Finding[] {
  const wrong = cells.filter((row) => row.verdict === "wrong");
  if (wrong.length > 0) {
    const names = wrong.map((row) => `${row.decoder} on ${row.dataset} (k = ${row.k})`);
    return [{
      tone: "bad",
      text: `Wrong answers from decoders that claim to be exact: ${names.join("; ")}.`,
    }];
  }
  const right = cells.filter((row) => row.verdict === "correct" && row.status === "ok");
  const exact = cells.filter((row) => row.exact && row.status === "ok");
  if (right.length === 0) return [{ tone: "bad", text: "No answer was verified." }];
  const unchecked = exact.length - exact.filter((row) => row.verdict === "correct").length;
  return [{
    tone: unchecked === 0 ? "good" : "plain",
    text: `Every verified answer of the exact decoders has the best score, in ${
      formatCount(right.length)
    } cells (decoder, dataset and k)${
      unchecked === 0 ? "" : `; ${formatCount(unchecked)} more were not verified`
    }.`,
  }];
}

/** Nothing where the baseline has no competitor. */
function fastest(cells: readonly SummaryRow[], k: number): Finding[] {
  const racing = cells.filter((row) =>
    row.verdict === "correct" && row.sentences_per_second !== undefined
  );
  if (new Set(racing.map((row) => row.decoder)).size < 2) return [];
  const races = [...Map.groupBy(racing, (row) => row.dataset).values()];
  const winners = races.map((race) => fastestOf(race)!);
  const byDecoder = [...Map.groupBy(winners, (row) => row.decoder)]
    .sort(([a, wonA], [b, wonB]) => wonB.length - wonA.length || (a < b ? -1 : 1));
  const parts = byDecoder.map(([decoder, won]) => {
    const ratios = won.flatMap((row) => row.ratio_to_viterbi ?? []).sort((a, b) => a - b);
    const [least, most] = [ratios[0], ratios.at(-1)];
    const gain = decoder === BASELINE || least === undefined || most === undefined
      ? ""
      : won.length === 1
      ? ` (${formatRatio(least)}× Viterbi)`
      : ` (${formatRatio(least)}× to ${formatRatio(most)}× Viterbi)`;
    return `${decoder} on ${won.length} of ${races.length} datasets${gain}`;
  });
  return [{ tone: "plain", text: `Fastest exact decoder at k = ${k}: ${parts.join("; ")}.` }];
}

function control(summary: readonly SummaryRow[], baseline: string): Finding[] {
  const cells = summary.filter((row) => row.role === "control");
  const ratios = cells.flatMap((row) => row.ratio_to_viterbi ?? []).sort((a, b) => a - b);
  const [least, most] = [ratios[0], ratios.at(-1)];
  if (least === undefined || most === undefined) {
    return [{
      tone: "bad",
      text: "No control was timed: nothing shows the error of measurement of this run.",
    }];
  }
  return [{
    tone: "plain",
    text: `Error of measurement: ${baseline} timed against itself reads ${formatRatio(least)}× to ${
      formatRatio(most)
    }×, in ${formatCount(ratios.length)} cells. Smaller differences mean nothing.`,
  }];
}

/** What was timed beside a baseline that failed has nothing to be compared with. */
function withoutBaseline(summary: readonly SummaryRow[], baseline: string): Finding[] {
  const failed = summary.filter(({ role, status }) => role === "baseline" && status !== "ok");
  if (failed.length === 0) return [];
  const where = failed.map(({ dataset, k, status }) =>
    `${STATUS_WORDS[status as keyof typeof STATUS_WORDS]} on ${dataset} (k = ${k})`
  );
  return [{
    tone: "bad",
    text: `No ratios to ${baseline} where it failed: it ${where.join("; it ")}.`,
  }];
}

/** Of a run that was killed. */
function unfinished(summary: readonly SummaryRow[], planned: number): Finding[] {
  const count = planned - summary.length;
  if (count <= 0) return [];
  return [{
    tone: "bad",
    text: `${formatCount(count)} of ${
      formatCount(planned)
    } cells were not measured to the end: \`--resume\` does.`,
  }];
}

function missing(cells: readonly SummaryRow[]): Finding[] {
  const counts = (["error", "timeout", "skipped"] as const).flatMap((status) => {
    const count = cells.filter((row) => row.status === status).length;
    return count === 0 ? [] : [{ status, count }];
  });
  if (counts.length === 0) return [];
  return [{
    tone: counts.some(({ status }) => status !== "skipped") ? "bad" : "plain",
    text: `Without a result: ${
      counts.map(({ status, count }) => `${formatCount(count)} ${STATUS_WORDS[status]}`).join(", ")
    } of ${formatCount(cells.length)} cells; the reasons are in the last table.`,
  }];
}
