/**
 * What a reader is to see first: on each real task, how many times as fast as dense Viterbi a few
 * decoders are that stand for all others, and the sentence that says so.
 *
 * @module
 */

import { BASELINE } from "../../harness/store/key.ts";
import type { Clock } from "../../harness/store/rows.ts";
import type { Finding } from "../blocks.ts";
import { formatPlural, formatRange, formatRatio } from "./format.ts";
import type { FirstUseCurve } from "./run_data.ts";
import { isAnswered, isRight, isVerified } from "./marks.ts";
import { noiseMark } from "./noise.ts";
import { coldRatio } from "./series.ts";
import { byClock, fastestOf, ratioOf, tieFactor } from "./speed_ratio.ts";
import type { Estimate } from "./statistics.ts";
import { figuresOf, type SummaryRow } from "./summary_row.ts";
import { anyBeamWidth, isReaders, isSimd, isSweep } from "./variants.ts";

/** The decoder that the project advises. */
export const ADVISED = "auto";

/** So many sentences, the first of a fresh process, are called cold. */
export const COLD_SENTENCES = 100;

/** Those that no paper here has: ours, and the scan. The others but the baseline and beams are. */
const UNPUBLISHED: readonly string[] = [ADVISED, "dominance", "block-skip", "scan"];
/** Options of published decoders that are the project's own. */
const OWN_OPTIONS: readonly (readonly [option: string, value: string])[] = [
  ["order", "emission"],
  ["bound", "source"],
  ["bound", "target"],
  ["neighbours", "true"],
];

/** Whom a mark stands for; where labels crowd, the first get the best places. */
export const CONTENDERS = [
  "advised",
  "readers",
  "published",
  "simd",
  "viterbi",
  "beam",
  "cold",
] as const;

/** One of {@linkcode CONTENDERS}. */
export type Contender = typeof CONTENDERS[number];

/**
 * The speed of one decoder on one task: how many times as fast as dense Viterbi, 1 for Viterbi
 * itself, and the ends of the 95% interval, which are the ratio itself where there is none.
 */
export type GlanceMark = ReturnType<typeof markAt>[number];

/**
 * The clock of headlines, first screens and the terminal; other tables and charts have decoding
 * alone, too.
 */
export type HeadlineClock = Exclude<Clock, "memory32">;

/** What was timed by the clock of headlines, for people. */
export const CLOCK_WORDS: Readonly<Record<HeadlineClock, string>> = {
  memory64: "timed from the caller's memory, copying included",
  decode: "timed without copying the scores into the decoder's memory",
};

/**
 * The clock of headlines: from the caller's memory, unless the advised decoder was not timed so on
 * any real task, as in runs of old or of parses.
 */
export function headlineClock(summary: readonly SummaryRow[]): HeadlineClock {
  const isFromMemory = summary.some(({ decoder, family, times }) =>
    decoder === ADVISED && family === "real" && times.some(({ clock }) => clock === "memory64")
  );
  return isFromMemory ? "memory64" : "decode";
}

/** The best of the exact decoders on one dataset at one k, and the advised one if it was right. */
type Race = ReturnType<typeof racesAt>[number];

/**
 * The fastest exact decoder of a run on one dataset at one k by the clock of headlines; the advised
 * one where the fastest is within the error of measurement there of it, or the interval of their
 * ratio holds 1. Undefined if no right one was timed.
 */
export function leaderOf(
  summary: readonly SummaryRow[],
  at: Pick<SummaryRow, "dataset" | "k">,
): SummaryRow | undefined {
  const clock = headlineClock(summary);
  const cells = summary.filter(({ dataset, k }) => dataset === at.dataset && k === at.k);
  const right = rightCells(cells, clock);
  const fastest = fastestOf(right, clock);
  const advised = right.find(({ decoder }) => decoder === ADVISED);
  const lead = fastest && advised && ratioOf(fastest, advised, clock);
  const tie = tieFactor(summary, at) ?? 1;
  return lead !== undefined && Math.min(lead.median / tie, lead.low ?? Infinity) <= 1
    ? advised
    : fastest;
}

/** The exact decoders that were timed and right. */
function rightCells(cells: readonly SummaryRow[], clock: HeadlineClock): SummaryRow[] {
  return cells.filter((row) => row.exact && isRight(row) && byClock(row, clock).length > 0);
}

/** The races at one k: on the real tasks, if decoders compete on any; none of sweeps. */
function racesAt(summary: readonly SummaryRow[], k: number) {
  const cells = summary.filter((row) => row.k === k && !isSweep(row));
  const clock = headlineClock(summary);
  const racesOf = (some: readonly SummaryRow[]) =>
    [...Map.groupBy(some, ({ dataset }) => dataset)].flatMap(([dataset, own]) => {
      const right = rightCells(own, clock);
      const leader = leaderOf(summary, { dataset, k });
      if (leader === undefined || right.length < 2) return [];
      return [{ dataset, leader, advised: right.find(({ decoder }) => decoder === ADVISED) }];
    });
  const real = racesOf(cells.filter(({ family }) => family === "real"));
  return real.length > 0 ? real : racesOf(cells);
}

/** Who is how many times as fast as Viterbi, as the beginning of a sentence. */
interface SpeedWords {
  readonly text: string;
  /** On which tasks, if the sentence does not say it. */
  readonly on?: readonly Race[];
  readonly isOfAdvised: boolean;
}

/**
 * The words on the advised decoder, or on whichever is the fastest on most tasks if it is not on
 * half of its own. Tasks without a ratio to Viterbi are not among those of a range.
 */
function speedWords(races: readonly Race[], clock: HeadlineClock): SpeedWords | undefined {
  const ratioIn = (row: SummaryRow) => figuresOf(row, clock).ratio?.median;
  const range = (rows: readonly SummaryRow[]) => {
    const ratios = rows.flatMap((row) => ratioIn(row) ?? []);
    return ratios.length === 0 ? "" : `${formatRange(ratios)} times as fast as Viterbi`;
  };
  const own = races.filter(({ advised }) => advised !== undefined);
  const led = own.filter(({ leader, advised }) => leader === advised);
  const times = range(own.map(({ advised }) => advised!));
  if (times !== "" && 2 * led.length >= own.length) {
    const on = own.filter(({ advised }) => ratioIn(advised!) !== undefined);
    return { text: `${ADVISED} is ${times}`, on, isOfAdvised: true };
  }
  const [first] = [...Map.groupBy(races.map(({ leader }) => leader), ({ decoder }) => decoder)]
    .sort(([a, own], [b, other]) => other.length - own.length || (a < b ? -1 : 1));
  if (first === undefined) return undefined;
  const [name, rows] = first;
  const gain = name === BASELINE ? "" : range(rows);
  const tasks = formatPlural(races.length, "task");
  const place = `the fastest exact decoder on ${rows.length} of ${tasks}`;
  return {
    text: `${name} is ${place}${gain === "" ? "" : `, ${gain}`}`,
    isOfAdvised: name === ADVISED,
  };
}

/**
 * The first sentence of a report: who is how many times as fast as Viterbi at k = 1, and whether
 * every answer of the exact decoders is right. It has no full stop; undefined if nothing compares.
 */
export function headline(summary: readonly SummaryRow[]): string | undefined {
  const words = speedWords(racesAt(summary, 1), headlineClock(summary));
  if (words === undefined) return undefined;
  return withAnswers(words.text + noiseMark(summary), summary, "answer is right");
}

/** A first sentence that goes on with what is known of the answers of the exact decoders. */
export function withAnswers(text: string, summary: readonly SummaryRow[], right: string): string {
  const exact = summary.filter((row) => row.exact && row.role !== "control" && isAnswered(row));
  const wrong = new Set(
    exact.filter(({ verdict }) => verdict === "wrong").map(({ decoder }) => decoder),
  );
  if (wrong.size > 0) return `${text}, but ${[...wrong].join(" and ")} gave wrong answers`;
  const isAll = exact.every(({ verdict }) => verdict === "correct");
  return `${text}, and every ${isAll ? "" : "verified "}${right}`;
}

/**
 * Who is how many times as fast as Viterbi at one k, and where another exact decoder is faster than
 * the advised one by more than the error of measurement; none where nothing compares.
 */
export function speedFindings(summary: readonly SummaryRow[], k: number): Finding[] {
  const clock = headlineClock(summary);
  const races = racesAt(summary, k);
  const words = speedWords(races, clock);
  if (words === undefined) return [];
  const faster = races.flatMap(({ dataset, leader, advised }) => {
    if (leader === advised) return [];
    const ratio = advised === undefined
      ? figuresOf(leader, clock).ratio
      : ratioOf(leader, advised, clock);
    const than = advised === undefined ? "Viterbi" : ADVISED;
    const by = ratio === undefined ? "" : ` (${formatRatio(ratio.median)}× ${than})`;
    return [`${leader.decoder} on ${dataset}${by}`];
  });
  const others = words.isOfAdvised && faster.length > 0
    ? ` Elsewhere the fastest exact decoder is ${faster.join(", ")}.`
    : "";
  const count = words.on === undefined ? "" : ` on ${tasksText(words.on)}`;
  const text = `At k = ${k} ${words.text}${noiseMark(summary)}${count}, ${
    CLOCK_WORDS[clock]
  }.${others}`;
  return [{ tone: "plain", text }];
}

function tasksText(races: readonly Race[]): string {
  const isReal = races.every(({ leader }) => leader.family === "real");
  return formatPlural(races.length, isReal ? "real task" : "dataset");
}

/** The marks of one task. */
export type GlanceTask = ReturnType<typeof glance>[number];

/**
 * The real tasks of a run with the marks that stand for all decoders, most labels first. Tasks on
 * which the advised decoder was not run are left out, unless it was timed on none; so are those on
 * which nothing but Viterbi was. Where it failed or is wrong, its mark is missing and not the task.
 */
export function glance(summary: readonly SummaryRow[], firstUse: readonly FirstUseCurve[] = []) {
  const clock = headlineClock(summary);
  const timed = summary.filter((row) =>
    row.family === "real" && row.k === 1 && row.role !== "control" && isVerified(row) &&
    row.ratio_to_viterbi !== undefined
  );
  const tasks = [...Map.groupBy(timed, ({ dataset }) => dataset)].map(([dataset, cells]) => ({
    dataset,
    labels: cells[0]!.labels,
    /** In the order of {@linkcode CONTENDERS}; none for what was not measured. */
    marks: CONTENDERS.flatMap((contender) =>
      contender === "cold" ? coldMark(cells, firstUse) : markOf(contender, cells, clock)
    ),
  }));
  const having = (wanted: (contender: Contender) => boolean) =>
    tasks.filter(({ marks }) => marks.some(({ contender }) => wanted(contender)));
  const advised = having((contender) => contender === "advised");
  const failed = new Set(
    summary.filter((row) =>
      row.decoder === ADVISED && row.k === 1 && row.status !== "skipped" && !isVerified(row)
    ).map(({ dataset }) => dataset),
  );
  return (advised.length > 0
    ? tasks.filter((task) => advised.includes(task) || failed.has(task.dataset))
    : having((contender) => contender !== "viterbi"))
    .sort((a, b) => b.labels - a.labels);
}

/** Of several cells the one with the largest ratio. */
function markOf(
  contender: Contender,
  cells: readonly SummaryRow[],
  clock: HeadlineClock,
): GlanceMark[] {
  const marks = cells.filter((cell) => standsFor(cell) === contender).flatMap((row) =>
    contender === "viterbi"
      ? [{ contender, row, ratio: 1, low: 1, high: 1 }]
      : markAt(contender, row, figuresOf(row, clock).ratio)
  );
  return marks.toSorted((a, b) => b.ratio - a.ratio).slice(0, 1);
}

/** The advised decoder in fresh processes, over Viterbi in fresh ones. */
function coldMark(cells: readonly SummaryRow[], firstUse: readonly FirstUseCurve[]): GlanceMark[] {
  const row = cells.find(({ decoder }) => decoder === ADVISED);
  return row === undefined
    ? []
    : markAt("cold", row, coldRatio(firstUse, row.dataset, ADVISED, BASELINE, COLD_SENTENCES));
}

function markAt(contender: Contender, row: SummaryRow, at: Estimate | undefined) {
  if (at === undefined) return [];
  const { median: ratio, low = ratio, high = ratio } = at;
  return [{ contender, row, ratio, low, high }];
}

function standsFor(row: SummaryRow): Contender | undefined {
  const { decoder_base: base, decoder, exact } = row;
  if (isReaders(row)) return "readers";
  if (base === ADVISED) return decoder === ADVISED ? "advised" : undefined;
  if (base === BASELINE) {
    if (row.role === "baseline") return "viterbi";
    return isSimd(row) ? "simd" : undefined;
  }
  if (anyBeamWidth(row) === 1) return "beam";
  const isOurs = UNPUBLISHED.includes(base) ||
    OWN_OPTIONS.some(([option, value]) => String(row.options[option]) === value);
  return exact && !isOurs ? "published" : undefined;
}
