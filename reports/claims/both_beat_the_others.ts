/**
 * The two decoders with a backward A* search against the two without, by k.
 *
 * @module
 */

import type { Claim, Evidence } from "./contract.ts";
import { formatRatio } from "../numbers/format.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { bestAStar } from "./_best_a_star.ts";
import { outcomeOf, subjectOf, timedDatasets } from "./_contest.ts";
import { fastestOf, ratioOf } from "../numbers/speed_ratio.ts";
import { tieFactor } from "../numbers/tie_factor.ts";
import { allOf, CURVES } from "./_k_best.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The values of k on the axis of the paper's figure. */
const [LEAST, MOST] = [10, 100];

/** The claim. */
const bothBeatTheOthers: Claim = {
  name: "both-beat-the-others",
  order: 155,
  source: "Huang et al. 2012, §5.2, Figure 4",
  statement:
    "Viterbi A* and iterative Viterbi A* are faster than k-best Viterbi and A* (best) at " +
    "every k.",
  rule:
    `The slower of viterbi-a-star and iterative-viterbi-a-star over the faster of viterbi and A* ` +
    `with the best heuristic at each k measured from ${LEAST} to ${MOST}: for if every ratio is ` +
    "above 1 by more than the error of measurement, against if one is below. The evidence gives the " +
    "least of them.",
  published: () => "conll2003: significantly faster, in words",
  judge,
};

export default bothBeatTheOthers;

function judge({ summary }: RunData): Evidence[] {
  const tie = tieFactor(summary);
  if (tie === undefined) return [];
  const ks = [...new Set(summary.map(({ k }) => k))].filter((k) => LEAST <= k && k <= MOST);
  const points = ks.flatMap((k) => timedDatasets(summary, undefined, k).flatMap(compare));
  return [...Map.groupBy(points, ({ row }) => row.dataset).values()].map((curve) => {
    const least = curve.reduce((a, b) => b.ratio.median < a.ratio.median ? b : a);
    return {
      ...subjectOf(least.row),
      published: "",
      ours: `${formatRatio(least.ratio.median)}× at k = ${least.row.k}`,
      outcome: allOf(curve.map(({ ratio }) => outcomeOf(ratio, tie))),
    };
  });
}

/** Nothing unless all four were timed. */
function compare(cells: readonly SummaryRow[]) {
  const find = (name: string) => cells.find(({ decoder }) => decoder === name);
  const [one, other] = [find(CURVES.fast), find(CURVES.slow)];
  const [dense, aStar] = [find("viterbi"), bestAStar(cells)];
  if (!one || !other || !dense || !aStar) return [];
  const row = fastestOf([one, other]) === one ? other : one;
  const ratio = ratioOf(row, fastestOf([dense, aStar])!);
  return ratio === undefined ? [] : [{ row, ratio }];
}
