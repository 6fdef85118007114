/**
 * Viterbi A* against k-best A*.
 *
 * @module
 */

import type { Claim, Evidence } from "./contract.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { bestAStar } from "./_best_a_star.ts";
import { contest, publishedRatios } from "./_contest.ts";
import { inverted } from "./_k_best.ts";
import type { RunData } from "../numbers/run_data.ts";

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

function judge({ summary }: RunData): Evidence[] {
  const rules = { fast: "viterbi-a-star", slow: bestAStar, table: TABLE, k: 5 };
  const isMany = ({ labels }: SummaryRow) => labels > MANY_LABELS;
  return [
    ...contest(summary, { ...rules, where: (row) => !isMany(row) }),
    ...contest(summary, { ...rules, where: isMany }).map(inverted),
  ];
}
