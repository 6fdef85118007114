/**
 * Published numbers beside those of a run: speeds, shares of exact answers, iterations and, for
 * other tables, what a cell of theirs is made from.
 *
 * @module
 */

import { shellQuote } from "../../datasets/visible.ts";
import { BASELINE } from "../../harness/store/key.ts";
import { formatCount, formatNumber } from "../numbers/format.ts";
import { sampleMark } from "../numbers/marks.ts";
import type { RunData, StudyRow } from "../numbers/run_data.ts";
import { ratioOf, tieFactor } from "../numbers/speed_ratio.ts";
import type { Estimate } from "../numbers/statistics.ts";
import { cellKey, type SummaryRow } from "../numbers/summary_row.ts";
import { datasetFor, published, type PublishedResult } from "../published/published.ts";
import type { PaperCell, PaperTable } from "./contract.ts";
import { ourDecoder } from "./our_decoders.ts";
import { countVerdict, NEAR_ONE, ratioVerdict, shareVerdict } from "./verdict.ts";

/** Why a number that is there does not tell. */
export const TOO_NOISY = "may agree or differ, within its interval or the error of measurement";

/** A table of a paper as data: its name follows from its place. */
export interface TableData extends Omit<PaperTable, "name" | "compare"> {
  /** Its cells, from what is published in it. */
  readonly cells: (run: RunData, results: readonly PublishedResult[]) => PaperCell[];
}

/** The tables of a paper from data; `Table 1` is `table1` in file names and in `published/`. */
export function tablesOf(paper: string, all: readonly TableData[]): PaperTable[] {
  return all.map(({ cells, ...words }) => {
    const table = words.place.toLowerCase().replace(" ", "");
    return {
      ...words,
      name: `${paper}-${table}`,
      compare: (run) => cells(run, published({ paper, table })),
    };
  });
}

/** What a cell shows whether it was measured or not; left out is what the published number says. */
export type Shown =
  & Pick<PaperCell, "compared" | "command">
  & Partial<Pick<PaperCell, "line" | "column" | "published" | "publishedRatio">>;

/** What a run has beside a published number. */
export interface Measured extends Pick<PaperCell, "ours" | "verdict" | "rows" | "sample"> {
  /** Ours relative to the baseline, if there is such a ratio. */
  readonly ratio?: Estimate | undefined;
  /** A remark. */
  readonly reason?: string;
}

/**
 * The cell of a published number; its line is the decoder and its column the task, if nothing else
 * is said.
 *
 * @param measured what the run has beside it, or why there is nothing
 */
export function paperCell(
  { paper, table, dataset, algorithm, k, metric, unit, value }: PublishedResult,
  shown: Shown,
  measured: Measured | string,
): PaperCell {
  const nothing: Measured = { ours: undefined, verdict: "not testable here", rows: [], sample: "" };
  return {
    place: { paper, table, dataset, algorithm, k },
    metric,
    unit,
    line: algorithm,
    column: dataset,
    published: value,
    publishedRatio: undefined,
    ratio: undefined,
    reason: "",
    ...shown,
    ...typeof measured === "string" ? { ...nothing, reason: measured } : measured,
  };
}

/** Where a number of ours is to be found. */
type Found = ReturnType<typeof findCell>;

/**
 * Finds our cell for a published result, on the dataset that stands for the paper's task; undefined
 * if the run has none. `missing` says why it has no number to compare, and is empty if its answers
 * are right and it has one.
 */
function findCell(
  { summary }: RunData,
  result: Pick<PublishedResult, "dataset" | "algorithm" | "k">,
) {
  const dataset = datasetFor(result.dataset);
  const { variants, find } = ourDecoder(result);
  const k = Number(result.k);
  const row = find(summary.filter((row) => row.dataset === dataset && row.k === k));
  const missing = whyMissing(row, `${dataset}/${variants.join(" or ")}/${k}`);
  return { dataset, variants, k, row, missing };
}

function whyMissing(row: SummaryRow | undefined, name: string): string {
  if (row === undefined) return `not measured in this run: ${name}`;
  if (row.status !== "ok") {
    return `${row.status}: ${cellKey(row)}${row.reason && `, ${row.reason}`}`;
  }
  if (row.verdict === "wrong" || row.verdict === "unchecked") {
    return `answers ${row.verdict}: ${cellKey(row)}`;
  }
  return "";
}

/** What a command is to measure. */
export interface Wanted {
  /** Dataset names; empty for all of the suite. */
  readonly datasets: readonly string[];
  /** Variants besides Viterbi, which is always measured. */
  readonly decoders: readonly string[];
  /** Paths asked for. */
  readonly ks: readonly number[];
  /** Suite if the run has no such cells. */
  readonly suite?: string;
  /** Cells of the run, whose suite and number of sentences are to be the same. */
  readonly like?: SummaryRow | undefined;
}

/**
 * The command that measures some cells as the run did or, if it did not, as the paper suite does.
 */
export function benchCommand(run: RunData, wanted: Wanted): string {
  const { datasets, decoders, ks, like } = wanted;
  const suite = like !== undefined && run.suite !== "" ? run.suite : wanted.suite ?? "paper";
  const others = [...new Set(decoders)].filter((decoder) => decoder !== BASELINE);
  const words = [
    ["--suite", suite],
    ...(datasets.length === 0 ? [] : [["--dataset", [...new Set(datasets)].join(",")]]),
    ["--decoder", others.length === 0 ? BASELINE : others.join(",")],
    ["--k", [...new Set(ks)].join(",")],
    ...(like === undefined ? [] : [["--sentences", String(like.sentences)]]),
    ...(run.seed === undefined || run.seed === 1 ? [] : [["--seed", String(run.seed)]]),
  ].flat();
  return `deno task bench ${words.map(shellQuote).join(" ")}`;
}

/** The command that measures our cell for a published result, and its baseline. */
function cellCommand(run: RunData, own: Found, base: Found = own): string {
  return benchCommand(run, {
    datasets: [own.dataset],
    decoders: [...base.variants, ...own.variants],
    ks: [base.k, own.k],
    like: own.row,
  });
}

/**
 * A cell for each speed of a table, relative to that of a baseline on the same task at the same k.
 *
 * @param baseline as the paper's tables name it
 */
export function speedCells(
  run: RunData,
  results: readonly PublishedResult[],
  baseline: string = BASELINE,
): PaperCell[] {
  return results.filter(({ metric }) => metric === "speed").map((result) => {
    const theirs = numberOf(baseline, result, results);
    const publishedRatio = Number(result.value) / Number(theirs.value);
    const verdictOn = (ratio: Estimate, tie: number) =>
      result.algorithm === baseline ? "baseline" : ratioVerdict(publishedRatio, ratio, tie);
    return { ...speedCell(run, result, theirs, verdictOn), publishedRatio };
  });
}

/**
 * A cell for what is published of a speed relative to that of another decoder.
 *
 * @param verdictOn our ratio, by the error of measurement
 */
export function speedCell(
  run: RunData,
  result: PublishedResult,
  theirs: Pick<PublishedResult, "dataset" | "algorithm" | "k">,
  verdictOn: (ratio: Estimate, tie: number) => PaperCell["verdict"],
): PaperCell {
  const [own, base] = [findCell(run, result), findCell(run, theirs)];
  const shown: Shown = { compared: "ratio", command: cellCommand(run, own, base) };
  const missing = own.missing || base.missing;
  if (missing !== "") return paperCell(result, shown, missing);
  const [row, reference] = [own.row!, base.row!];
  if (row.sentences_per_second === undefined) {
    return paperCell(result, shown, `not timed: ${cellKey(row)}`);
  }
  const ratio = ratioOf(row, reference);
  if (ratio === undefined) {
    const reason = `no rounds in common with the baseline: ${cellKey(reference)}`;
    return paperCell(result, shown, reason);
  }
  const verdict = verdictOn(ratio, tieFactor(run.summary, row) ?? NEAR_ONE);
  const taken = own.variants.length > 1 ? `taken: ${row.decoder}` : "";
  return paperCell(result, shown, {
    ours: row.sentences_per_second,
    ratio,
    sample: sampleMark(row, ratio.sentences),
    verdict,
    reason: verdict === "not testable here" ? TOO_NOISY : taken,
    rows: [...new Set([row, reference].map(cellKey))],
  });
}

/** A cell for each share of exact answers of a table. */
export function shareCells(run: RunData, results: readonly PublishedResult[]): PaperCell[] {
  return results.filter(({ metric }) => metric === "exact").map((result) => {
    const own = findCell(run, result);
    const { row, missing } = own;
    const command = cellCommand(run, own);
    if (missing !== "") return paperCell(result, { compared: "value", command }, missing);
    const { sentences } = row!;
    const share = 100 * row!.exact_share!;
    const verdict = result.algorithm === BASELINE
      ? "baseline"
      : row!.exact
      ? "by construction"
      : shareVerdict(Number(result.value), share, sentences);
    return paperCell(result, { compared: "value", command }, {
      ours: share,
      sample: sampleMark(row!, sentences),
      verdict,
      reason: verdict === "not testable here"
        ? `${formatCount(sentences * (1 - share / 100))} of ${formatCount(sentences)} sentences ` +
          `fail, where ${formatNumber(sentences * (1 - Number(result.value) / 100))} were to be ` +
          "expected: too few to tell"
        : "",
      rows: [cellKey(row!)],
    });
  });
}

/** A cell for each mean number of iterations of a table; ratios refer to those of a baseline. */
export function iterationCells(
  run: RunData,
  results: readonly PublishedResult[],
  baseline: string,
): PaperCell[] {
  return results.map((result) => {
    const theirs = numberOf(baseline, result, results);
    const [own, base] = [findCell(run, result), findCell(run, theirs)];
    const publishedRatio = Number(result.value) / Number(theirs.value);
    const command = cellCommand(run, own, base);
    const shown: Shown = { publishedRatio, compared: "value", command };
    if (own.missing !== "") return paperCell(result, shown, own.missing);
    const [row, reference] = [own.row!, base.row];
    const { iterations: ours, sentences } = row;
    if (ours === undefined) return paperCell(result, shown, `not counted: ${cellKey(row)}`);
    const isComparable = base.missing === "" && reference!.sentences === sentences;
    const others = isComparable ? reference!.iterations : undefined;
    const ratio = others && ours / others;
    const theirRatio = result === theirs ? undefined : publishedRatio;
    const verdict = countVerdict(Number(result.value), ours, theirRatio, ratio);
    return paperCell(result, shown, {
      ours,
      ratio: withoutInterval(ratio),
      sample: sampleMark(row, sentences),
      verdict,
      reason: verdict === "not testable here"
        ? "the baseline was not counted on the same sentences"
        : "",
      rows: [...new Set([row, ...(ratio === undefined ? [] : [reference!])].map(cellKey))],
    });
  });
}

/** The same number of another decoder in the same table. */
function numberOf(
  algorithm: string,
  { dataset, metric }: PublishedResult,
  results: readonly PublishedResult[],
): PublishedResult {
  return results.find((other) =>
    other.dataset === dataset && other.algorithm === algorithm && other.metric === metric
  )!;
}

/** A ratio that was measured once. */
export function withoutInterval(ratio: number | undefined): Estimate | undefined {
  return ratio === undefined ? undefined : { median: ratio, low: undefined, high: undefined };
}

/**
 * Total of some columns of milliseconds over some lines of a study; undefined if there are no
 * lines, or one lacks a time.
 */
export function totalMs(
  lines: readonly StudyRow[],
  columns: readonly string[],
): number | undefined {
  // An empty field is no time.
  const times = lines.flatMap((line) => columns.map((column) => Number(line[column] || NaN)));
  const total = times.reduce((sum, time) => sum + time, 0);
  return times.length > 0 && Number.isFinite(total) && total > 0 ? total : undefined;
}

/** How a line of a study is named on the pages. */
export function studyKey(study: string, ...fields: readonly string[]): string {
  return `studies/${study}.csv:${fields.join("/")}`;
}
