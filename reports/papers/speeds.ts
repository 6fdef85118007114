/**
 * Speeds of decoders on the datasets of a run and in the tables of the papers, for what judges
 * claims about them.
 *
 * @module
 */

import { formatTimes as times } from "../numbers/format.ts";
import { isVerified } from "../numbers/marks.ts";
import { fastestOf } from "../numbers/speed_ratio.ts";
import type { Estimate } from "../numbers/statistics.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { isSweep } from "../numbers/variants.ts";
import {
  datasetFor,
  published,
  publishedValue,
  taskBehind,
  taskOf,
} from "../published/published.ts";
import type { Evidence } from "./contract.ts";
import { ourDecoder } from "./our_decoders.ts";

/** How rules say that a speed is compared with a limit. */
export const BY_MORE = "by more than the error of measurement";

/** A decoder by its name, or what chooses one among the cells of a dataset, as rules call it. */
export type Contender = string | {
  readonly name: string;
  choose(cells: readonly SummaryRow[]): SummaryRow | undefined;
};

/** How rules call a contender. */
export function nameOf(contender: Contender): string {
  return typeof contender === "string" ? contender : contender.name;
}

/** Which cells a claim about speed looks at. */
export interface Scope {
  /** Paths asked for, if not 1. */
  readonly k?: number | undefined;
  /** Which datasets count, if not all but those of sweeps. */
  readonly where?: ((row: SummaryRow) => boolean) | undefined;
  /** The papers' task that the claim is about; no other has a vote. */
  readonly about?: string | undefined;
  /** Which sweeps count, too. */
  readonly also?: ((row: SummaryRow) => boolean) | undefined;
}

/** The cells of a scope by dataset: right answers, timed, at one k. */
export function timedDatasets(
  summary: readonly SummaryRow[],
  { k = 1, where = () => true, also = () => false }: Scope = {},
): SummaryRow[][] {
  const cells = summary.filter((row) =>
    row.k === k && isVerified(row) && row.role !== "control" &&
    row.sentences_per_second !== undefined && where(row) && (!isSweep(row) || also(row))
  );
  return [...Map.groupBy(cells, (row) => row.dataset).values()];
}

/** The cell of a contender among those of one dataset; undefined if it is not there. */
export function choose(
  contender: Contender,
  cells: readonly SummaryRow[],
): SummaryRow | undefined {
  return typeof contender === "string"
    ? cells.find(({ decoder }) => decoder === contender)
    : contender.choose(cells);
}

/** “A* (best)” of the papers; of a dataset where two heuristics were timed. */
export const BEST_A_STAR: Contender = {
  name: "A* with its fastest heuristic (by these rounds)",
  choose: ourDecoder({ algorithm: "a-star-best", k: "1" }).find,
};

/** The fastest of some decoders on a dataset where all of them were timed. */
export function fastestOfAll(decoders: readonly Contender[]): Contender {
  return {
    name: `the fastest (by these rounds) of ${listed(decoders)}`,
    choose(cells) {
      const chosen = decoders.flatMap((decoder) => choose(decoder, cells) ?? []);
      return chosen.length < decoders.length ? undefined : fastestOf(chosen);
    },
  };
}

/** The slower of two decoders on a dataset where both were timed. */
export function slowerOf(one: Contender, other: Contender): Contender {
  return {
    name: `the slower (by these rounds) of ${listed([one, other])}`,
    choose(cells) {
      const [a, b] = [choose(one, cells), choose(other, cells)];
      if (a === undefined || b === undefined) return undefined;
      return fastestOf([a, b]) === a ? b : a;
    },
  };
}

/** The names of decoders as a sentence lists them: "viterbi, carpediem and iterative-a-star". */
function listed(all: readonly Contender[]): string {
  return new Intl.ListFormat("en-GB").format(all.map(nameOf));
}

/**
 * Whether a ratio is above a limit: beyond the factor of a tie, and with all of its interval on the
 * same side. A single value, which has no interval, is a tie.
 */
export function outcomeOf(
  { median, low, high }: Estimate,
  tie: number,
  limit = 1,
): "for" | "against" | "tie" {
  if (median > limit * tie && low! > limit) return "for";
  return median < limit / tie && high! < limit ? "against" : "tie";
}

/** How near to 1 a ratio is, either way: 1 is there, and less is farther away. */
export function closeness({ median, low, high }: Estimate): Estimate {
  const of = (ratio: number): number => Math.min(ratio, 1 / ratio);
  if (low === undefined || high === undefined) return { median: of(median), low, high };
  return {
    median: of(median),
    low: Math.min(of(low), of(high)),
    high: low <= 1 && high >= 1 ? 1 : Math.max(of(low), of(high)),
  };
}

/** The speeds of two decoders in a table of a paper. */
export interface PublishedPair {
  /** File of `published/`. */
  readonly paper: string;
  /** Table or section. */
  readonly table: string;
  /** Said to be faster, by its name there. */
  readonly fast: string;
  /** Said to be slower, by its name there. */
  readonly slow: string;
}

/** How many times as fast the first is on a task of the papers; undefined if either is missing. */
export function publishedRatio(pair: PublishedPair, dataset: string): number | undefined {
  const { paper, table } = pair;
  const [a, b] = [pair.fast, pair.slow].map((algorithm) =>
    publishedValue({ paper, table, dataset, algorithm, metric: "speed" })
  );
  return a !== undefined && b !== undefined ? a / b : undefined;
}

/** The factor of the ratio of a pair that is farthest from 1, either way, in its table. */
export function farthestOf(pair: PublishedPair): number {
  const { paper, table, fast } = pair;
  const ratios = published({ paper, table, algorithm: fast, metric: "speed" })
    .flatMap(({ dataset }) => publishedRatio(pair, dataset) ?? []);
  return Math.max(...ratios.map((ratio) => Math.max(ratio, 1 / ratio)));
}

/** The ratio of a pair on the task that a dataset stands for: "2.10× (pos)"; empty without one. */
export function publishedBeside(pair: PublishedPair, { dataset_base }: SummaryRow): string {
  const task = taskOf(dataset_base);
  const ratio = task && publishedRatio(pair, task);
  return ratio ? `${times(ratio)} (${task})` : "";
}

/** The ratios of a pair, task by task: "pos 2.10×, conll2000 19.1×". */
export function publishedRatios(pair: PublishedPair): string {
  const { paper, table, fast } = pair;
  return published({ paper, table, algorithm: fast, metric: "speed" }).flatMap(({ dataset }) => {
    const ratio = publishedRatio(pair, dataset);
    return ratio === undefined ? [] : [`${dataset} ${times(ratio)}`];
  }).join(", ");
}

export { times };

/** The dataset of a cell, the papers' task that it is, and whether it has a vote. */
export function subjectOf(
  { dataset, dataset_base }: SummaryRow,
  about?: string,
): Pick<Evidence, "subject" | "task" | "votes"> {
  const isAbout = about === undefined || dataset_base.startsWith(datasetFor(about));
  const task = taskBehind(dataset_base);
  return { subject: dataset, task, votes: task !== undefined && isAbout };
}
