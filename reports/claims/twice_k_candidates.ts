/**
 * How many paths iterative Viterbi A* should ask its inner search for.
 *
 * @module
 */

import type { Claim, Evidence } from "./contract.ts";
import { formatRatio } from "../numbers/format.ts";
import { publishedValue } from "../published/published.ts";
import { ratioOf } from "../numbers/speed_ratio.ts";
import { tieFactor } from "../numbers/tie_factor.ts";
import { outcomeOf, subjectOf, timedDatasets } from "./_contest.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The n of k′ = n·k that the paper selected; it is our default, too. */
const SELECTED = publishedValue({ paper: "huang2012", metric: "candidates" })!;
const OTHERS = [1, 3, 4];

/** The claim. */
const twiceKCandidates: Claim = {
  name: "twice-k-candidates",
  order: 200,
  source: "Huang et al. 2012, §4.4",
  statement: `Iterative Viterbi A* is fastest with k′ = ${SELECTED}k candidates.`,
  rule: `Speed of iterative-viterbi-a-star with n = ${SELECTED} (its default) over each of ` +
    `candidates=${
      OTHERS.join(", ")
    } that was timed at k = 5, on each dataset: against if one ratio ` +
    "is below 1 by more than the error of measurement; for if none is and one is above; a tie if n " +
    "makes no difference. The evidence gives the extremes.",
  published: () => `k′ = ${SELECTED}k selected, without figures`,
  judge,
};

export default twiceKCandidates;

function judge({ summary }: RunData): Evidence[] {
  const tie = tieFactor(summary);
  if (tie === undefined) return [];
  return timedDatasets(summary, undefined, 5).flatMap((cells): Evidence[] => {
    const selected = cells.find(({ decoder }) => decoder === "iterative-viterbi-a-star");
    if (selected === undefined) return [];
    const ratios = OTHERS.flatMap((n) => {
      const name = `iterative-viterbi-a-star{candidates=${n}}`;
      const other = cells.find(({ decoder }) => decoder === name);
      const ratio = other && ratioOf(selected, other);
      return ratio === undefined ? [] : [{ n, ratio, outcome: outcomeOf(ratio, tie) }];
    }).sort((a, b) => a.ratio.median - b.ratio.median);
    if (ratios.length === 0) return [];
    const outcomes = ratios.map(({ outcome }) => outcome);
    return [{
      ...subjectOf(selected),
      published: "",
      ours: [...new Set([ratios[0]!, ratios.at(-1)!])]
        .map(({ n, ratio }) => `${formatRatio(ratio.median)}× n = ${n}`).join(", "),
      outcome: outcomes.includes("against") ? "against" : outcomes.includes("for") ? "for" : "tie",
    }];
  });
}
