/**
 * The gain of iterative Viterbi A* by k.
 *
 * @module
 */

import type { Claim, Evidence } from "./contract.ts";
import { tieFactor } from "../numbers/tie_factor.ts";
import { outcomeOf, subjectOf } from "./_contest.ts";
import { gainOver } from "../numbers/speed_ratio.ts";
import { curveEnds, curves } from "./_k_best.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The last k of the paper's figure. */
const LARGEST = 100;
/** A curve over less than this factor of k shows no trend. */
const RANGE = 10;

/** The claim. */
const gainShrinksWithK: Claim = {
  name: "gain-shrinks-with-k",
  order: 170,
  source: "Huang et al. 2012, §5.2, Figure 4",
  statement: "The gain of iterative Viterbi A* over Viterbi A* shrinks as k grows.",
  rule:
    "Speed of iterative-viterbi-a-star over viterbi-a-star at the smallest k measured over that " +
    `at the largest up to ${LARGEST}, at least ${RANGE} times as large, on each dataset with more ` +
    "than 45 labels: for if the first is larger by more than the error of measurement, against if " +
    "smaller.",
  published: () => "no figure: the curves converge, in words",
  judge,
};

export default gainShrinksWithK;

function judge({ summary }: RunData): Evidence[] {
  const tie = tieFactor(summary);
  if (tie === undefined) return [];
  return curves(summary.filter(({ k }) => k <= LARGEST)).flatMap((points): Evidence[] => {
    const [first, last] = [points[0]!, points.at(-1)!];
    return last.k < RANGE * first.k ? [] : [{
      ...subjectOf(first.row),
      published: "",
      ours: curveEnds(points),
      outcome: outcomeOf(gainOver(first.ratio, last.ratio), tie),
    }];
  });
}
