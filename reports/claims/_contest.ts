/**
 * Comparing the speeds of two decoders, in a run and in a paper.
 *
 * @module
 */

import type { Evidence } from "./contract.ts";
import { formatRatio } from "../numbers/format.ts";
import { published, publishedValue } from "../published/published.ts";
import { isPaperTask, taskOf } from "../published/stand_ins.ts";
import { ratioOf } from "../numbers/speed_ratio.ts";
import type { Estimate } from "../numbers/statistics.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { isSweep } from "../numbers/sweep.ts";
import { tieFactor } from "../numbers/tie_factor.ts";

/** The cells that claims about speed look at: right answers, timed, at one k. */
export function timedCells(summary: readonly SummaryRow[], k = 1): SummaryRow[] {
  return summary.filter((row) =>
    row.k === k && row.status === "ok" && row.verdict !== "wrong" && row.verdict !== "unchecked" &&
    row.role !== "control" && row.sentences_per_second !== undefined
  );
}

/**
 * The cells that claims about speed look at, by dataset, those of sweeps left out unless `also`
 * takes them.
 */
export function timedDatasets(
  summary: readonly SummaryRow[],
  also: (row: SummaryRow) => boolean = () => false,
  k = 1,
): SummaryRow[][] {
  const cells = timedCells(summary, k).filter((row) => !isSweep(row) || also(row));
  return [...Map.groupBy(cells, (row) => row.dataset).values()];
}

/**
 * Whether a ratio is above 1: beyond the factor of a tie, and with all of its interval on the
 * same side.
 *
 * @param from what the ratio is to be above, if not 1
 */
export function outcomeOf(
  { median, low, high }: Estimate,
  tie: number,
  from = 1,
): Evidence["outcome"] {
  if (median > from * tie && low! > from) return "for";
  return median < from / tie && high! < from ? "against" : "tie";
}

/** A decoder by its name, or what chooses one among the cells of a dataset. */
export type Contender = string | ((cells: readonly SummaryRow[]) => SummaryRow | undefined);

/** Two decoders of which a claim says that the first is faster. */
export interface Contest {
  /** Said to be faster. */
  readonly fast: Contender;
  /** Said to be slower. */
  readonly slow: Contender;
  /** Where the paper gives both speeds; the names there, where they differ. */
  readonly table?: PublishedContest;
  /** Which sweeps count, too. */
  readonly also?: (row: SummaryRow) => boolean;
  /** Which datasets count. */
  readonly where?: (row: SummaryRow) => boolean;
  /** Paths asked for, if not 1. */
  readonly k?: number;
}

/** The speeds of two decoders in a table of a paper. */
export interface PublishedContest {
  /** File of `published/`. */
  readonly paper: string;
  /** Table or section. */
  readonly table: string;
  /** Said to be faster. */
  readonly fast: string;
  /** Said to be slower. */
  readonly slow: string;
}

/** A line for each dataset on which both decoders were timed. */
export function contest(summary: readonly SummaryRow[], rules: Contest): Evidence[] {
  const tie = tieFactor(summary);
  if (tie === undefined) return [];
  const { fast, slow, table, also, where = () => true, k } = rules;
  return timedDatasets(summary.filter(where), also, k).flatMap((cells) => {
    const [a, b] = [fast, slow].map((contender) =>
      typeof contender === "string"
        ? cells.find((row) => row.decoder === contender)
        : contender(cells)
    );
    if (a === undefined || b === undefined) return [];
    const ratio = ratioOf(a, b);
    return ratio === undefined ? [] : [speedLine(a, ratio, tie, table)];
  });
}

/** A line of evidence about a ratio of speeds on one dataset. */
export function speedLine(
  row: SummaryRow,
  ratio: Estimate,
  tie: number,
  table?: PublishedContest,
): Evidence {
  const task = taskOf(row.dataset_base);
  const printed = table && task && publishedRatio(table, task);
  return {
    ...subjectOf(row),
    published: printed ? `${formatRatio(printed)}× (${task})` : "",
    ours: `${formatRatio(ratio.median)}×`,
    outcome: outcomeOf(ratio, tie),
  };
}

/** The dataset of a cell, and whether it has a vote. */
export function subjectOf(
  { dataset, dataset_base }: SummaryRow,
): Pick<Evidence, "subject" | "votes"> {
  return { subject: dataset, votes: isPaperTask(dataset_base) };
}

/** How many times as fast the first is on a task of the papers; undefined if either is missing. */
export function publishedRatio(table: PublishedContest, dataset: string): number | undefined {
  const [a, b] = [table.fast, table.slow].map((algorithm) =>
    publishedValue({ paper: table.paper, table: table.table, dataset, algorithm, metric: "speed" })
  );
  return a !== undefined && b !== undefined ? a / b : undefined;
}

/** The ratios of a table, task by task: "pos 2.10×, conll2000 19.1×". */
export function publishedRatios(table: PublishedContest): string {
  const { paper, table: name, fast } = table;
  return published({ paper, table: name, algorithm: fast, metric: "speed" }).flatMap((result) => {
    const ratio = publishedRatio(table, result.dataset);
    return ratio === undefined ? [] : [`${result.dataset} ${formatRatio(ratio)}×`];
  }).join(", ");
}
