/**
 * Iterative Viterbi A* against the beam that keeps as many labels as paths.
 *
 * @module
 */

import type { Claim, Evidence } from "./contract.ts";
import { formatRatio, formatShare } from "../numbers/format.ts";
import { published } from "../published/published.ts";
import {
  outcomeOf,
  publishedRatio,
  publishedRatios,
  speedLine,
  timedDatasets,
} from "./_contest.ts";
import { ratioOf } from "../numbers/speed_ratio.ts";
import { tieFactor } from "../numbers/tie_factor.ts";
import { CURVES } from "./_k_best.ts";
import type { RunData } from "../numbers/run_data.ts";

const TABLE = { ...CURVES, slow: "beam" };

/** The claim. */
const kBestNearBeam: Claim = {
  name: "k-best-near-beam",
  order: 190,
  source: "Huang et al. 2012, §5.2, Table 5",
  statement: "The speed of 5-best iterative Viterbi A* is comparable to that of beam search.",
  rule:
    "Speed of iterative-viterbi-a-star over beam{width=5} at k = 5 (the paper's k-best beams are " +
    "as wide as k) on each dataset: for if the ratio is above the least of the five that the " +
    "paper calls comparable by more than the error of measurement, against if below.",
  published: () => publishedRatios(TABLE),
  judge,
};

export default kBestNearBeam;

function judge({ summary }: RunData): Evidence[] {
  const tie = tieFactor(summary);
  if (tie === undefined) return [];
  const tasks = published({ paper: TABLE.paper, table: TABLE.table, algorithm: TABLE.fast });
  const near = Math.min(...tasks.map(({ dataset }) => publishedRatio(TABLE, dataset)!));
  return timedDatasets(summary, undefined, 5).flatMap((cells): Evidence[] => {
    const ours = cells.find(({ decoder }) => decoder === TABLE.fast);
    const beam = cells.find(({ decoder }) => decoder === "beam{width=5}");
    if (ours === undefined || beam === undefined) return [];
    const ratio = ratioOf(ours, beam);
    return ratio === undefined ? [] : [{
      ...speedLine(ours, ratio, tie, TABLE),
      ours: `${formatRatio(ratio.median)}× (beam ${formatShare(beam.exact_share ?? 0)} exact)`,
      outcome: outcomeOf(ratio, tie, near),
    }];
  });
}
