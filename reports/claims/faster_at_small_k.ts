/**
 * Iterative Viterbi A* against Viterbi A* at small k.
 *
 * @module
 */

import type { Claim, Evidence } from "./contract.ts";
import { publishedValue } from "../published/published.ts";
import { tieFactor } from "../numbers/tie_factor.ts";
import { outcomeOf, subjectOf } from "./_contest.ts";
import { allOf, curveEnds, curves } from "./_k_best.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The paper: "for k < 30". */
const SMALL = publishedValue({ paper: "huang2012", metric: "faster_below_k" })!;

/** The claim. */
const fasterAtSmallK: Claim = {
  name: "faster-at-small-k",
  order: 160,
  source: "Huang et al. 2012, §5.2, Figure 4",
  statement: `Iterative Viterbi A* is faster than Viterbi A* for k < ${SMALL}.`,
  rule: "Speed of iterative-viterbi-a-star over viterbi-a-star at each k measured below " +
    `${SMALL}, on each dataset with more than 45 labels (Table 5 already gives tagging to Viterbi ` +
    "A*): for if every ratio is above 1 by more than the error of measurement, against if one is " +
    "below.",
  published: () => `conll2003: faster for k < ${SMALL}`,
  judge,
};

export default fasterAtSmallK;

function judge({ summary }: RunData): Evidence[] {
  const tie = tieFactor(summary);
  if (tie === undefined) return [];
  return curves(summary.filter(({ k }) => k < SMALL)).map((points) => ({
    ...subjectOf(points[0]!.row),
    published: "",
    ours: curveEnds(points),
    outcome: allOf(points.map(({ ratio }) => outcomeOf(ratio, tie))),
  }));
}
