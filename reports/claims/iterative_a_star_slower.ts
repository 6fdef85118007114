/**
 * A* with a good heuristic against iterative A*.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { bestAStar } from "./_best_a_star.ts";
import { contest, publishedRatios } from "./_contest.ts";

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
  judge: ({ summary }) =>
    contest(summary, { fast: bestAStar, slow: "iterative-a-star", table: TABLE }),
};

export default iterativeAStarSlower;
