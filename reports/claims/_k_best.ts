/**
 * What the claims about k-best decoding have in common: the speed of iterative Viterbi A* over that
 * of Viterbi A* by k, which is what Figure 4 of the paper is about.
 *
 * @module
 */

import type { Evidence } from "./contract.ts";
import { formatRatio } from "../numbers/format.ts";
import type { Estimate } from "../numbers/statistics.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { timedDatasets } from "./_contest.ts";
import { ratioOf } from "../numbers/speed_ratio.ts";

/** The two decoders whose curves meet, where the paper gives their speeds at k = 5. */
export const CURVES = {
  paper: "huang2012",
  table: "table5",
  fast: "iterative-viterbi-a-star",
  slow: "viterbi-a-star",
} as const;

/** Labels of the paper's smallest task, on which Viterbi A* is the faster one. */
const TAGGING = 45;

/** Whether a dataset has no more labels than part-of-speech tagging. */
export function isTagging({ labels }: SummaryRow): boolean {
  return labels <= TAGGING;
}

/** How many times as fast iterative Viterbi A* is as Viterbi A* at one k. */
export interface CurvePoint {
  /** Paths asked for. */
  readonly k: number;
  /** The cell of iterative Viterbi A*. */
  readonly row: SummaryRow;
  /** The ratio. */
  readonly ratio: Estimate;
}

/** The ratios of the two curves by ascending k, for each dataset with hundreds of labels. */
export function curves(summary: readonly SummaryRow[]): CurvePoint[][] {
  const ks = [...new Set(summary.map(({ k }) => k))].sort((a, b) => a - b);
  const points = ks.flatMap((k) =>
    timedDatasets(summary, undefined, k).flatMap((cells) => {
      const fast = cells.find(({ decoder }) => decoder === CURVES.fast);
      const slow = cells.find(({ decoder }) => decoder === CURVES.slow);
      if (fast === undefined || slow === undefined || isTagging(fast)) return [];
      const ratio = ratioOf(fast, slow);
      return ratio === undefined ? [] : [{ k, row: fast, ratio }];
    })
  );
  return [...Map.groupBy(points, ({ row }) => row.dataset).values()];
}

/** One outcome for several values of k: for if all are for, against if one is against. */
export function allOf(outcomes: readonly Evidence["outcome"][]): Evidence["outcome"] {
  if (outcomes.includes("against")) return "against";
  return outcomes.every((outcome) => outcome === "for") ? "for" : "tie";
}

/** The line for a claim that says the opposite here. */
export function inverted(line: Evidence): Evidence {
  const opposite = { for: "against", against: "for", tie: "tie" } as const;
  return { ...line, outcome: opposite[line.outcome] };
}

/** The first and the last ratio of a curve: "5.10× at k = 1, 1.20× at k = 100". */
export function curveEnds(points: readonly CurvePoint[]): string {
  const ends = points.length === 1 ? points : [points[0]!, points.at(-1)!];
  return ends.map(({ k, ratio }) => `${formatRatio(ratio.median)}× at k = ${k}`).join(", ");
}
