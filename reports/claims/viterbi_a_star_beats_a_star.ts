/**
 * Viterbi A* against k-best A*.
 *
 * @module
 */

import type { Claim, Evidence } from "../claim.ts";
import type { SummaryRow } from "../summary.ts";
import { bestAStar } from "./_best_a_star.ts";
import { publishedRatios, speedLine, timedDatasets } from "./_contest.ts";
import { ratioOf } from "../_speed_ratio.ts";
import { tieFactor } from "../tie_factor.ts";
import { inverted } from "./_k_best.ts";

const TABLE = {
  paper: "huang2012",
  table: "table5",
  fast: "viterbi-a-star",
  slow: "k-best-a-star-best",
};

/** More labels than this are too many for the forward pass of Viterbi A*, says the paper. */
const MANY_LABELS = 1000;

/** The claim. */
const viterbiAStarBeatsAStar: Claim = {
  name: "viterbi-a-star-beats-a-star",
  order: 140,
  source: "Huang et al. 2012, §5.2, Table 5",
  statement:
    "Viterbi A* finds the 5 best paths faster than A* (best) but slower with more than a thousand labels.",
  rule:
    "Speed of viterbi-a-star over A* with the fastest heuristic of each dataset at k = 5: for " +
    "if the ratio is above 1 by more than the error of measurement, against if below; the other " +
    "way round with more than 1,000 labels.",
  published: () => publishedRatios(TABLE),
  judge,
};

export default viterbiAStarBeatsAStar;

function judge(summary: readonly SummaryRow[]): Evidence[] {
  const tie = tieFactor(summary);
  if (tie === undefined) return [];
  return timedDatasets(summary, undefined, 5).flatMap((cells) => {
    const ours = cells.find(({ decoder }) => decoder === "viterbi-a-star");
    const rival = bestAStar(cells);
    if (ours === undefined || rival === undefined) return [];
    const ratio = ratioOf(ours, rival);
    if (ratio === undefined) return [];
    const line = speedLine(ours, ratio, tie, TABLE);
    return [ours.labels > MANY_LABELS ? inverted(line) : line];
  });
}
