/**
 * Viterbi A* against k-best Viterbi.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { contest, publishedRatios } from "./_contest.ts";

/** Where the paper gives both speeds. */
const TABLE = {
  paper: "huang2012",
  table: "table5",
  fast: "viterbi-a-star",
  slow: "k-best-viterbi",
};

/** The claim. */
const viterbiAStarBeatsKBestViterbi: Claim = {
  name: "viterbi-a-star-beats-k-best-viterbi",
  order: 130,
  source: "Huang et al. 2012, §5.2, Table 5",
  statement: "Viterbi A* finds the 5 best paths faster than k-best Viterbi.",
  rule:
    "Speed of viterbi-a-star over viterbi at k = 5 on each dataset: for if the ratio is above 1 " +
    "by more than the error of measurement, against if below. The paper's own ratio for supertags " +
    "is below 1, but its text calls k-best Viterbi very slow everywhere.",
  published: () => publishedRatios(TABLE),
  judge: ({ summary }) =>
    contest(summary, { fast: "viterbi-a-star", slow: "viterbi", table: TABLE, k: 5 }),
};

export default viterbiAStarBeatsKBestViterbi;
