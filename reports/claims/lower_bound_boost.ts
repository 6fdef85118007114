/**
 * The update of the lower bound from the inner search of iterative Viterbi A*.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { contest } from "./_contest.ts";

/** The claim. */
const lowerBoundBoost: Claim = {
  name: "lower-bound-boost",
  order: 220,
  source: "Huang et al. 2012, §4.4",
  statement:
    "Updating the lower bound from the inner search (line 19) makes iterative Viterbi A* " +
    "faster still.",
  rule:
    "Speed of iterative-viterbi-a-star over that with popped=false at k = 5, on each dataset: for " +
    "if the ratio is above 1 by more than the error of measurement, against if below.",
  published: () => "no figure: boosts the speed further, in words",
  judge: ({ summary }) =>
    contest(summary, {
      fast: "iterative-viterbi-a-star",
      slow: "iterative-viterbi-a-star{popped=false}",
      k: 5,
    }),
};

export default lowerBoundBoost;
