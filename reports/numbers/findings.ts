/**
 * What a report says first, in sentences and in tiles below its first picture: whether the answers
 * are right, who is fastest, how far to trust it.
 *
 * @module
 */

import { formatCount, formatPlural, formatRange, formatTimes } from "./format.ts";
import { headlineClock, leaderOf, speedFindings } from "./glance.ts";
import { answersText, isAnswered, isRight } from "./marks.ts";
import { MOST_OFF, noiseMark, offControls } from "./noise.ts";
import { figuresOf, type SummaryRow } from "./summary_row.ts";
import { generalKs, isReaders, isSweep } from "./variants.ts";
import type { Fact, Finding, Tile } from "../blocks.ts";

const STATUS_WORDS = { error: "ended in an error", timeout: "ran out of time", skipped: "skipped" };
/** What the baseline of a problem is called, and what it means that all answers are right. */
const WORDS = {
  sequence: { baseline: "Viterbi", right: "Every score equals dense Viterbi's, bit for bit." },
  parsing: { baseline: "the pipeline", right: "Bounds prove every answer to be the best." },
};

/** What a run's baseline is called, and what it means that all answers are right. */
export function wordsOf(summary: readonly SummaryRow[]) {
  return WORDS[summary[0]?.problem === "parsing" ? "parsing" : "sequence"];
}

/**
 * Derives the findings from a summary; every number is that of a line of it.
 *
 * @param planned cells that were to be measured, if that is known
 */
export function findings(summary: readonly SummaryRow[], planned?: number): Finding[] {
  const cells = summary.filter((row) => row.role !== "control");
  return [
    ...readersFindings(summary),
    ...correctness(cells),
    ...generalKs(cells.map((row) => row.k)).flatMap((k) => speedFindings(summary, k)),
    ...reliability(summary, planned),
  ];
}

/**
 * The findings but for who is fastest: whether the run can be relied on.
 *
 * @param planned cells that were to be measured, if that is known
 */
export function soundness(summary: readonly SummaryRow[], planned?: number): Finding[] {
  const cells = summary.filter((row) => row.role !== "control");
  return [...correctness(cells), ...reliability(summary, planned)];
}

/**
 * What the reader's own decoders do on all datasets but sweeps: whether their answers are exact,
 * how many times as fast as Viterbi they are, and the fastest exact decoder there; none without
 * any.
 */
export function readersFindings(summary: readonly SummaryRow[]): Finding[] {
  const clock = headlineClock(summary);
  const noise = noiseMark(summary);
  const rangeOf = (rows: readonly SummaryRow[]) => {
    const ratios = rows.flatMap((row) => figuresOf(row, clock).ratio?.median ?? []);
    return ratios.length === 0 ? undefined : formatRange(ratios, formatTimes);
  };
  const own = summary.filter((row) => isReaders(row) && !isSweep(row) && isAnswered(row));
  return [...Map.groupBy(own, ({ decoder }) => decoder)].map(([decoder, cells]): Finding => {
    const leaders = cells.flatMap((cell) => leaderOf(summary, cell) ?? [])
      .filter((leader) => leader.decoder !== decoder);
    const speed = rangeOf(cells);
    const best = rangeOf(leaders);
    const names = [...new Set(leaders.map((leader) => leader.decoder))].join(", ");
    return {
      isYours: true,
      tone: cells.some(({ verdict }) => verdict === "wrong") ? "bad" : "plain",
      text: `Your decoder ${decoder}: ${exactText(cells)}, ${
        speed === undefined ? "not timed beside Viterbi" : `${speed} Viterbi${noise}`
      }${best === undefined ? "" : `; ${names} ${best}`}.`,
    };
  });
}

function exactText(cells: readonly SummaryRow[]): string {
  const wrong = cells.filter(({ verdict }) => verdict === "wrong");
  const names = new Set(wrong.map(({ dataset }) => dataset));
  if (names.size > 0) return `wrong on ${[...names].join(", ")}`;
  return [...new Set(cells.map(answersText))].join(", ");
}

function reliability(summary: readonly SummaryRow[], planned = 0): Finding[] {
  const { baseline } = wordsOf(summary);
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
  const exact = cells.filter((row) => row.exact && row.status === "ok");
  const right = exact.filter(isRight);
  if (right.length === 0) return [{ tone: "bad", text: "No answer was verified." }];
  const unchecked = exact.length - right.length;
  return [{
    tone: unchecked === 0 ? "good" : "plain",
    text: `Every verified answer of the exact decoders has the best score, in ${
      formatPlural(right.length, "cell")
    } (decoder, dataset and k)${
      unchecked === 0 ? "" : `; ${formatCount(unchecked)} more ${wasOf(unchecked)} not verified`
    }.`,
  }];
}

function control(summary: readonly SummaryRow[], baseline: string): Finding[] {
  const error = errorOf(summary);
  const text = error === undefined
    ? "No control was timed: nothing shows the error of measurement of this run."
    : `Error of measurement: ${baseline} timed against itself reads ${error.range}, ${error.cells}`;
  return [{ tone: error?.tone ?? "bad", text }];
}

/**
 * What the baseline timed against itself reads, and in how many cells; `bad` where that is too much
 * for speeds to be quoted. None without a control.
 */
function errorOf(summary: readonly SummaryRow[]) {
  const ratios = summary.filter(({ role }) => role === "control")
    .flatMap(({ ratio_to_viterbi }) => ratio_to_viterbi ?? []);
  if (ratios.length === 0) return undefined;
  const off = offControls(summary).length;
  const all = formatPlural(ratios.length, "cell");
  const range = formatRange(ratios, formatTimes);
  const cells = off === 0
    ? `in ${all}. Smaller differences on one dataset at one k are ties.`
    : `off by more than a factor of ${MOST_OFF} in ${formatCount(off)} of ${all}. ` +
      "The machine was too noisy for the speeds of this run: do not quote them. " +
      "Counts and answers stand.";
  return { tone: off === 0 ? "plain" : "bad", range, cells } as const;
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
    text: `${formatCount(count)} of ${formatPlural(planned, "cell")} ${
      wasOf(count)
    } not measured to the end: \`--resume\` does.`,
  }];
}

const wasOf = (count: number) => count === 1 ? "was" : "were";

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
    } of ${formatPlural(cells.length, "cell")}; the reasons are in the last table.`,
  }];
}

/** The tiles of a run: are all answers right, how far to trust its times, where they are from. */
export function tiles(summary: readonly SummaryRow[], facts: readonly Fact[]): Tile[] {
  return [answers(summary), error(summary), machine(facts)];
}

function answers(summary: readonly SummaryRow[]): Tile {
  const cells = summary.filter((row) => row.exact && row.role !== "control" && isAnswered(row));
  const right = cells.filter(({ verdict }) => verdict === "correct").length;
  const wrong = cells.filter(({ verdict }) => verdict === "wrong");
  const value = `${formatCount(right)} of ${formatPlural(cells.length, "cell")} right`;
  const title = "Exact decoders";
  if (wrong.length > 0) {
    const names = wrong.map(({ decoder, dataset }) => `${decoder} on ${dataset}`);
    return { title, value, note: `Wrong: ${names.join("; ")}.`, tone: "bad" };
  }
  if (right === cells.length && right > 0) {
    return { title, value, note: wordsOf(summary).right, tone: "good" };
  }
  return { title, value, note: "The others were not verified.", tone: "bad" };
}

function error(summary: readonly SummaryRow[]): Tile {
  const title = "Error of measurement";
  const found = errorOf(summary);
  if (found === undefined) {
    return { title, value: "unknown", note: "No control was timed.", tone: "bad" };
  }
  const note = `Of ${wordsOf(summary).baseline} timed against itself, ${found.cells}`;
  return { title, value: found.range, note, tone: found.tone };
}

function machine(facts: readonly Fact[]): Tile {
  const fact = (label: string): string => facts.find((other) => other.label === label)?.value ?? "";
  const note = [fact("Started").slice(0, 10), fact("Runtime").split(",")[0]!, fact("System")]
    .filter((part) => part !== "").join(" · ");
  const value = fact("CPU") || fact("Machines") || "unknown";
  return { title: "Machine and command", value, note, code: fact("Command"), tone: "plain" };
}
