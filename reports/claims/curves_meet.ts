/**
 * Where the speeds of iterative Viterbi A* and Viterbi A* meet.
 *
 * @module
 */

import type { Claim, Evidence } from "./contract.ts";
import { publishedValue } from "../published/published.ts";
import { tieFactor } from "../numbers/tie_factor.ts";
import { outcomeOf, subjectOf } from "./_contest.ts";
import type { Estimate } from "../numbers/statistics.ts";
import { curveEnds, type CurvePoint, curves } from "./_k_best.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The paper: "when k becomes 90 or larger". */
const MEETING = publishedValue({ paper: "huang2012", metric: "converged_from_k" })!;
/** The last k of the paper's figure. */
const LARGEST = 100;
/** Speeds within this factor have met: about the width of a point in the paper's figure. */
const NEAR = 1.25;

/** The claim. */
const curvesMeet: Claim = {
  name: "curves-meet",
  order: 180,
  source: "Huang et al. 2012, §5.2, Figure 4",
  statement:
    `The speed of iterative Viterbi A* has come down to that of Viterbi A* at k = ${MEETING}.`,
  rule: `Speed of iterative-viterbi-a-star over viterbi-a-star at the smallest k measured from ` +
    `${MEETING} to ${LARGEST}, on each dataset with more than 45 labels where it is above ${NEAR} at ` +
    `a smaller k: for if within ${NEAR} of 1 either way by more than the error of ` +
    "measurement, against if farther away by more than that. The evidence names the " +
    `first k measured from which on it is at most ${NEAR}.`,
  published: () => `conll2003: meet at k = ${MEETING}`,
  judge,
};

export default curvesMeet;

function judge({ summary }: RunData): Evidence[] {
  const tie = tieFactor(summary);
  if (tie === undefined) return [];
  return curves(summary.filter(({ k }) => k <= LARGEST)).flatMap((all): Evidence[] => {
    const end = all.findIndex(({ k }) => k >= MEETING);
    const points = all.slice(0, end + 1);
    if (!points.some(isAhead)) return [];
    // Past the last point that is ahead; none if that is the end.
    const met = points[points.findLastIndex(isAhead) + 1];
    const { ratio } = points.at(-1)!;
    return [{
      ...subjectOf(points[0]!.row),
      published: "",
      ours: curveEnds(points) + (met === undefined ? "" : ` (met at ${met.k})`),
      outcome: outcomeOf(closeness(ratio), tie, 1 / NEAR),
    }];
  });
}

function isAhead({ ratio }: CurvePoint): boolean {
  return ratio.median > NEAR;
}

/** How near to 1 a ratio is, either way: 1 is there, and less is farther away. */
function closeness({ median, low = median, high = median }: Estimate): Estimate {
  const of = (ratio: number): number => Math.min(ratio, 1 / ratio);
  return {
    median: of(median),
    low: Math.min(of(low), of(high)),
    high: low <= 1 && high >= 1 ? 1 : Math.max(of(low), of(high)),
  };
}
