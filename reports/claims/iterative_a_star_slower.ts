/**
 * A* with a good heuristic against iterative A*.
 *
 * @module
 */

import type { Claim, Evidence } from "../claim.ts";
import type { SummaryRow } from "../summary.ts";
import { bestAStar } from "./_best_a_star.ts";
import { publishedRatios, speedLine, timedDatasets } from "./_contest.ts";
import { ratioOf } from "../_speed_ratio.ts";
import { tieFactor } from "../tie_factor.ts";

const TABLE = {
  paper: "huang2012",
  table: "table4",
  fast: "a-star-best",
  slow: "iterative-a-star",
};

/** The claim. */
const iterativeAStarSlower: Claim = {
  name: "iterative-a-star-slower",
  order: 80,
  source: "Huang et al. 2012, §5.2, Table 4",
  statement: "Iterative A* is slower than A* with the best heuristic.",
  rule:
    "A* with the fastest heuristic of each dataset over iterative-a-star: for if the ratio is " +
    "above 1 by more than the error of measurement, against if below.",
  published: () => publishedRatios(TABLE),
  judge,
};

export default iterativeAStarSlower;

function judge(summary: readonly SummaryRow[]): Evidence[] {
  const tie = tieFactor(summary);
  if (tie === undefined) return [];
  return timedDatasets(summary).flatMap((cells) => {
    const best = bestAStar(cells);
    const iterative = cells.find(({ decoder }) => decoder === "iterative-a-star");
    if (best === undefined || iterative === undefined) return [];
    const ratio = ratioOf(best, iterative);
    return ratio === undefined ? [] : [speedLine(best, ratio, tie, TABLE)];
  });
}
