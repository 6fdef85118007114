/**
 * Which times of single sentences are drawn, for the charts of lengths and tails.
 *
 * @module
 */

import { span } from "../drawing/encoding.ts";
import { SCHEMA } from "../picture.ts";
import { panelTitle } from "./_panels.ts";
import type { SentenceSeries } from "../numbers/sentence_series.ts";

/** With fewer sentences the 95th percentile is the largest but one, or the largest. */
const FEWEST = 40;

/** The times of one dataset: every decoder on the same sentences. */
export interface SentencePanel {
  /** Name and L. */
  readonly title: string;
  /** Those with enough sentences, cut to the same number of them. */
  readonly series: readonly SentenceSeries[];
  /** Sentences of each. */
  readonly count: number;
}

/**
 * Cuts the times of each dataset to the sentences that all its decoders have. Decoders with too few
 * sentences, as slow ones have, are left out, and datasets on which fewer than two are left.
 */
export function sentencePanels(all: readonly SentenceSeries[]): SentencePanel[] {
  const enough = all.filter(({ lengths }) => lengths.length >= FEWEST);
  return [...Map.groupBy(enough, ({ row }) => row.dataset).values()].flatMap((series) => {
    if (series.length < 2) return [];
    const count = Math.min(...series.map(({ lengths }) => lengths.length));
    return [{
      title: panelTitle(series[0]!.row),
      series: series.map(({ row, lengths, elapsedMs }) => ({
        row,
        lengths: lengths.slice(0, count),
        elapsedMs: elapsedMs.slice(0, count),
      })),
      count,
    }];
  });
}

/** The q-quantile by nearest rank: a sentence, so that a tail is one that was measured. */
export function nearestRank(sorted: readonly number[], q: number): number {
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)]!;
}

/** Says which sentences are drawn, for a description. */
export const SENTENCES_NOTE: string =
  "Each time is the median of three passes over all sentences of the dataset, after all rounds; " +
  `decoders that were timed on fewer than ${FEWEST} sentences are left out, and the others are ` +
  "shown on the sentences that they all have.";

/**
 * The head of a chart of two columns of panels.
 *
 * @param panels those that the chart could draw
 * @param values the data of those that it draws
 */
export function sentenceFrame<Datum>(
  text: string,
  panels: readonly SentencePanel[],
  values: Datum[],
) {
  return {
    $schema: SCHEMA,
    title: {
      text,
      subtitle: [`k = 1, ${span(panels.map(({ count }) => count))} sentences a dataset`],
    },
    data: { values },
    columns: 2,
    spacing: { row: 28, column: 24 },
  };
}
