/**
 * What the page about kept labels shows of each dataset.
 *
 * @module
 */

import { parseSettings } from "../../harness/store/settings.ts";
import type { StudyRow } from "../numbers/study_rows.ts";
import { numberIn, textIn } from "../numbers/fields.ts";

/** The percentiles that are shown. */
export const PERCENTILES = [
  { name: "median", q: 0.5 },
  { name: "90th percentile", q: 0.9 },
  { name: "99th percentile", q: 0.99 },
] as const;

/** The labels that are kept at the positions of a dataset. */
export interface KeptLabels {
  /** As on the command line. */
  readonly dataset: string;
  /** `real`, or the synthetic family without its settings. */
  readonly family: string;
  /** Strength of the transitions, where it is set. */
  readonly dial: number | undefined;
  /** L. */
  readonly labels: number;
  /** Sentences counted. */
  readonly sentences: number;
  /** Their positions but the last of each. */
  readonly positions: number;
  /** Mean number of kept labels. */
  readonly mean: number;
  /** Nearest ranks, in the order of {@linkcode PERCENTILES}: numbers that do occur. */
  readonly percentiles: readonly number[];
  /** The most labels that are kept anywhere. */
  readonly most: number;
  /** Share of the positions at which a single label is kept. */
  readonly single: number;
}

/** Summarises the histograms of a study, in the order of the lines. */
export function keptLabels(lines: readonly StudyRow[]): KeptLabels[] {
  const byDataset = Map.groupBy(lines, (line) => textIn(line, "dataset"));
  return [...byDataset].map(([dataset, own]) => {
    const histogram = own.map((line) => ({
      kept: numberIn(line, "kept"),
      positions: numberIn(line, "positions"),
    })).sort((a, b) => a.kept - b.kept);
    const positions = histogram.reduce((sum, { positions }) => sum + positions, 0);
    const [first] = own;
    return {
      dataset,
      family: textIn(first!, "family"),
      dial: strengthOf(first!),
      labels: numberIn(first!, "labels"),
      sentences: numberIn(first!, "sentences"),
      positions,
      mean: histogram.reduce((sum, bar) => sum + bar.kept * bar.positions, 0) / positions,
      percentiles: PERCENTILES.map(({ q }) => nearestRank(histogram, q * positions)),
      most: histogram.at(-1)!.kept,
      single: (histogram.find(({ kept }) => kept === 1)?.positions ?? 0) / positions,
    };
  });
}

/** The dial of a synthetic task, where it is set. */
function strengthOf(line: StudyRow): number | undefined {
  const { dial } = parseSettings(textIn(line, "dataset_settings"));
  return dial === undefined ? undefined : Number(dial);
}

/** The smallest number that at least so many positions do not exceed. */
function nearestRank(
  histogram: readonly { readonly kept: number; readonly positions: number }[],
  rank: number,
): number {
  let seen = 0;
  return histogram.find(({ positions }) => (seen += positions) >= rank)!.kept;
}

/** Those of real tasks. */
export function ofRealTasks(datasets: readonly KeptLabels[]): KeptLabels[] {
  return datasets.filter(({ family }) => family === "real");
}

/** By synthetic family, those whose dial is set to something above 0, ascending. */
export function byStrength(
  datasets: readonly KeptLabels[],
): (KeptLabels & { readonly dial: number })[][] {
  const points = datasets.flatMap((own) =>
    own.dial === undefined || own.dial <= 0 ? [] : [{ ...own, dial: own.dial }]
  ).sort((a, b) => a.dial - b.dial);
  return [...Map.groupBy(points, ({ family, labels }) => `${family} ${labels}`).values()];
}
