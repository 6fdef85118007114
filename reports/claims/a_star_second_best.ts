/**
 * The best heuristic of A*, and its place among the decoders of the paper.
 *
 * @module
 */

import type { Claim, Evidence } from "./contract.ts";
import { formatRatio } from "../numbers/format.ts";
import { published } from "../published/published.ts";
import { bestAStar } from "./_best_a_star.ts";
import { outcomeOf, subjectOf, timedDatasets } from "./_contest.ts";
import { fastestOf, ratioOf } from "../numbers/speed_ratio.ts";
import { tieFactor } from "../numbers/tie_factor.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The exact decoders of the table besides A* (best) and iterative Viterbi. */
const RIVALS = ["viterbi", "carpediem", "iterative-a-star"];

/** The claim. */
const aStarSecondBest: Claim = {
  name: "a-star-second-best",
  order: 70,
  source: "Huang et al. 2012, §5.2, Table 4",
  statement: "A* (best) is second only to iterative Viterbi on every task but tagging (POS).",
  rule:
    "A* with the fastest heuristic of each dataset among the naive one and the levels that were " +
    "timed, over the fastest of viterbi, carpediem and iterative-a-star, on each dataset with more " +
    "than 45 labels: for if the ratio is above 1 by more than the error of measurement, against if " +
    "below. The evidence names the heuristic.",
  published: () =>
    published({ paper: "huang2012", table: "table4", algorithm: "a-star-best" })
      .map(({ dataset, value }) => {
        const rivals = published({ paper: "huang2012", table: "table4", dataset })
          .filter(({ algorithm }) => RIVALS.includes(algorithm)).map((result) =>
            Number(result.value)
          );
        return `${dataset} ${formatRatio(Number(value) / Math.max(...rivals))}×`;
      }).join(", "),
  judge,
};

export default aStarSecondBest;

function judge({ summary }: RunData): Evidence[] {
  const tie = tieFactor(summary);
  if (tie === undefined) return [];
  return timedDatasets(summary.filter(({ labels }) => labels > 45)).flatMap((cells): Evidence[] => {
    const best = bestAStar(cells);
    const rivals = cells.filter(({ decoder }) => RIVALS.includes(decoder));
    if (best === undefined || rivals.length < RIVALS.length) return [];
    const rival = fastestOf(rivals)!;
    const ratio = ratioOf(best, rival);
    if (ratio === undefined) return [];
    return [{
      ...subjectOf(best),
      published: "",
      ours: `${formatRatio(ratio.median)}× ${rival.decoder} by ${best.decoder}`,
      outcome: outcomeOf(ratio, tie),
    }];
  });
}
