/**
 * The schema of `summary.csv`: one line per dataset, k and decoder.
 *
 * @module
 */

import type { Clock, Row } from "../../harness/store/rows.ts";

/** A median with the ends of its 95% interval, undefined for a single value. */
interface Interval {
  readonly median: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/** One timed round of a cell. */
export interface Round {
  /** Session, group, process and round: what two cells have in common that ran side by side. */
  readonly id: string;
  /** Session, group and process: rounds of one process are alike. */
  readonly process: string;
  /** Where it was timed. */
  readonly machine: string | undefined;
  /** What was on the clock. */
  readonly clock: Clock;
  /** Sentences timed. */
  readonly sentences: number;
  /** Milliseconds for one pass over them. */
  readonly elapsedMs: number;
}

/** What a cell has in common with its rows, of several the worst. */
export const FACTS = [
  "problem",
  "dataset",
  "dataset_base",
  "dataset_settings",
  "labels",
  "decoder",
  "decoder_base",
  "options",
  "role",
  "k",
  "status",
  "verdict",
  "sentences",
  "family",
  "exact",
  "reason",
] as const satisfies readonly (keyof Row)[];

/** Those columns. */
export type Facts = Pick<Row, typeof FACTS[number]>;

/**
 * What goes before the names of columns by each clock: nothing for decoding, timed without copying
 * the scores into the decoder's memory; the others are from the caller's Float64Array or
 * Float32Array, copying included.
 */
const PREFIXES = {
  decode: "",
  memory64: "unplaced_",
  memory32: "unplaced32_",
} as const satisfies Readonly<Record<Clock, string>>;

/**
 * What was timed of a cell by a clock: the median speed over the rounds, and the median ratio over
 * the rounds paired with the baseline's by the same clock.
 */
export interface Figures {
  readonly speed?: Interval | undefined;
  readonly ratio?: Interval | undefined;
}

/** The columns of each clock: the median of a figure, and the ends of its 95% interval. */
const FIGURES = {
  speed: ["sentences_per_second", "sentences_per_second_low", "sentences_per_second_high"],
  ratio: ["ratio_to_viterbi", "ratio_low", "ratio_high"],
} as const;
type FigureColumn = typeof FIGURES[keyof Figures][number];

/** The figures of all clocks by the names of their columns. */
export type ClockColumns = {
  readonly [Name in `${typeof PREFIXES[Clock]}${FigureColumn}`]: number | undefined;
};

/** Names the figures of each clock. */
export function clockColumns(byClock: Readonly<Record<Clock, Figures>>): ClockColumns {
  const columns = Object.entries(PREFIXES).flatMap(([clock, prefix]) =>
    Object.entries(FIGURES).flatMap(([figure, [median, low, high]]) => {
      const own = byClock[clock as Clock][figure as keyof Figures];
      return [[prefix + median, own?.median], [prefix + low, own?.low], [prefix + high, own?.high]];
    })
  );
  return Object.fromEntries(columns) as ClockColumns;
}

/** What was timed of a cell by a clock; undefined where it was not timed. */
export function figuresOf(row: Partial<ClockColumns>, clock: Clock = "decode"): Figures {
  const interval = (figure: keyof Figures): Interval | undefined => {
    const columns: readonly FigureColumn[] = FIGURES[figure];
    const [median, low, high] = columns.map((name) => row[`${PREFIXES[clock]}${name}`]);
    return median === undefined ? undefined : { median, low, high };
  };
  return { speed: interval("speed"), ratio: interval("ratio") };
}

/** What was timed of a cell. */
export interface SpeedColumns extends ClockColumns {
  /** Sentences timed: all of them, or a prefix. */
  timed_sentences: number;
  /** Rounds timed. */
  rounds: number;
  /** Fresh processes that they were timed in. */
  processes: number;
  /** Rounds outside Tukey's fences; they are part of the median. */
  outliers: number;
  /** Sentences that the ratios are on: the most that the baseline was timed on, too. */
  ratio_sentences: number;
}

/** A cell of a run. What was not measured is undefined, never 0. */
export interface SummaryRow extends SpeedColumns, Facts {
  /** Mean over the sentences. */
  iterations: number | undefined;
  /** Mean over the sentences. */
  node_expansions: number | undefined;
  /** Mean over the sentences. */
  edge_evaluations: number | undefined;
  /** Edge evaluations / Σ (T−1)·L². */
  edge_share: number | undefined;
  /** Share of the sentences whose answer has the reference's scores. */
  exact_share: number | undefined;
  /** Mean over the sentences of the reference's best score less this decoder's. */
  mean_gap: number | undefined;
  /** Share of the tokens with a known label that the best path labels rightly. */
  token_accuracy: number | undefined;
  /** Median over the processes, in milliseconds. */
  prepare_ms: number | undefined;
  /** Most memory that the cell's process held, in MiB: median over the rounds. */
  peak_mb: number | undefined;
  /** The timed rounds, no column: two cells are compared round by round. Empty unless it is ok. */
  times: readonly Round[];
  /**
   * The most sentences that a cell of the dataset decodes, at any k, no column: slow ones decode
   * few.
   */
  sample_sentences: number;
}

/** The columns of `summary.csv`; the first sixteen stay as they are. */
export const SUMMARY_COLUMNS = [
  "dataset",
  "labels",
  "decoder",
  "k",
  "status",
  "verdict",
  "sentences",
  "timed_sentences",
  "sentences_per_second",
  "ratio_to_viterbi",
  "unplaced_sentences_per_second",
  "unplaced_ratio_to_viterbi",
  "prepare_ms",
  "iterations",
  "node_expansions",
  "edge_evaluations",
  "unplaced32_sentences_per_second",
  "unplaced32_ratio_to_viterbi",
  "family",
  "exact",
  "rounds",
  "processes",
  "outliers",
  "ratio_sentences",
  "sentences_per_second_low",
  "sentences_per_second_high",
  "ratio_low",
  "ratio_high",
  "unplaced_sentences_per_second_low",
  "unplaced_sentences_per_second_high",
  "unplaced_ratio_low",
  "unplaced_ratio_high",
  "unplaced32_sentences_per_second_low",
  "unplaced32_sentences_per_second_high",
  "unplaced32_ratio_low",
  "unplaced32_ratio_high",
  "edge_share",
  "exact_share",
  "mean_gap",
  "reason",
  "token_accuracy",
  "peak_mb",
  "problem",
  "dataset_base",
  "dataset_settings",
  "decoder_base",
  "options",
  "role",
] as const satisfies readonly Exclude<keyof SummaryRow, "times" | "sample_sentences">[];

/** A text that is the same for the rows and lines of a cell. */
export function cellId({ dataset, decoder, k }: Pick<Row, "dataset" | "decoder" | "k">): string {
  return JSON.stringify([dataset, decoder, k]);
}

/** A text that is the same for the rows and lines of one dataset at one k. */
export function raceId({ dataset, k }: Pick<Row, "dataset" | "k">): string {
  return JSON.stringify([dataset, k]);
}

/** How a cell is named on the pages: `dataset/decoder/k`, the columns that identify it. */
export function cellKey({ dataset, decoder, k }: SummaryRow): string {
  return `${dataset}/${decoder}/${k}`;
}

/** The lines of each key's last session, by key: sessions may come from different machines. */
export function lastSession<Line extends { readonly key: string; readonly session: number }>(
  lines: readonly Line[],
): Map<string, Line[]> {
  return new Map(
    [...Map.groupBy(lines, ({ key }) => key)].map(([key, own]) => {
      const last = Math.max(...own.map(({ session }) => session));
      return [key, own.filter(({ session }) => session === last)];
    }),
  );
}
