/**
 * Cells that compare differences of accuracies.
 *
 * @module
 */

import { shellQuote } from "../../datasets/visible.ts";
import type { PaperCell } from "./contract.ts";
import { published, type PublishedResult } from "../published/published.ts";
import { accuracyDifference, accuracyOf, type Metric } from "../numbers/accuracy.ts";
import type { ParsedCell } from "../numbers/parsed_cells.ts";
import type { RunData } from "../numbers/run_data.ts";
import { differenceVerdict } from "./parsing_verdict.ts";

/** Where a cell of ours is. */
export interface Place {
  readonly dataset: string;
  readonly decoder: string;
}

/** What a published number and its baseline are compared with. */
export interface Comparison {
  /** The published number. */
  readonly result: PublishedResult;
  /** The name of the baseline in the same table. */
  readonly baseline: string;
  readonly line: string;
  readonly column: string;
  readonly metric: Metric;
  /** Ours; undefined if there is none, for the reason given. */
  readonly own: Place | undefined;
  readonly other: Place;
  readonly reason?: string;
}

/** A cell: the published difference to the baseline of its column, and ours. */
export function differenceCell(run: RunData, comparison: Comparison): PaperCell {
  const { result, baseline, line, column, metric, own, other } = comparison;
  const { paper, table, dataset, algorithm, k, value } = result;
  const [base] = published({ paper, table, dataset, algorithm: baseline, metric: result.metric });
  const difference = Number(value) - Number(base!.value);
  const isBaseline = algorithm === baseline;
  const [cell, reference] = [own, other].map((place) => place && find(run, place));
  const estimate = cell && reference && accuracyDifference(cell, reference, metric);
  const missing = comparison.reason ??
    (cell === undefined || reference === undefined
      ? `not measured in this run: ${[own, other].map((place) => nameOf(place)).join(", ")}`
      : estimate === undefined
      ? `the pack has no right analyses for ${metric}`
      : "");
  const isThere = missing === "" && estimate !== undefined;
  return {
    place: { paper, table, dataset, algorithm, k },
    ...{ metric: result.metric, unit: "points", line, column },
    published: signed(difference),
    publishedRatio: undefined,
    ours: isThere ? estimate.median : undefined,
    ratio: undefined,
    compared: "value",
    verdict: !isThere
      ? "not testable here"
      : isBaseline
      ? "baseline"
      : differenceVerdict(difference, estimate),
    reason: isThere
      ? `${value} published, ${accuracyOf(cell!, metric).toFixed(2)} ours; difference ` +
        `[${signed(estimate.low!)}, ${signed(estimate.high!)}] on ${estimate.sentences} sentences`
      : missing,
    rows: isThere ? [cell!, reference!].map(({ row }) => keyOf(row)) : [],
    command: commandOf([own, other].filter((place) => place !== undefined)),
  };
}

/** The command that measures some cells. */
export function commandOf(places: readonly Place[]): string {
  const datasets = [...new Set(places.map(({ dataset }) => dataset))].join(",");
  const decoders = [...new Set(places.map(({ decoder }) => decoder))].join(",");
  return `deno task bench --suite ccg --dataset ${shellQuote(datasets)} --decoder ` +
    shellQuote(decoders);
}

/** "+0.32" */
export function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

/** How a cell is named on the pages: `dataset/decoder/k`. */
export function keyOf({ dataset, decoder, k }: ParsedCell["row"]): string {
  return `${dataset}/${decoder}/${k}`;
}

function find({ cells }: RunData, { dataset, decoder }: Place): ParsedCell | undefined {
  return cells.find(({ row }) => row.dataset === dataset && row.decoder === decoder);
}

function nameOf(place: Place | undefined): string {
  return place === undefined ? "nothing of ours" : `${place.dataset}/${place.decoder}`;
}
