/**
 * The updates of the lower bound that iterative Viterbi A* cannot do without.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { contest } from "./_contest.ts";

/** The lines of Algorithm 4 by the options that leave them out. */
const LINES = [
  { line: "line 1", option: "beam=false" },
  { line: "line 16", option: "ends=false" },
];

/** The claim. */
const lowerBoundsEssential: Claim = {
  name: "lower-bounds-essential",
  order: 210,
  source: "Huang et al. 2012, §4.4",
  statement: "Updating the lower bound from a beam (line 1) and from active paths (line 16) is " +
    "essential to the speed of iterative Viterbi A*.",
  rule:
    "Speed of iterative-viterbi-a-star over that with beam=false and over that with ends=false " +
    "at k = 5, on each dataset: for if the ratio is above 1 by more than the error of measurement, " +
    "against if below.",
  published: () => "no figure: essential, in words",
  judge: ({ summary }) =>
    LINES.flatMap(({ line, option }) =>
      contest(summary, {
        fast: "iterative-viterbi-a-star",
        slow: `iterative-viterbi-a-star{${option}}`,
        k: 5,
      }).map((evidence) => ({ ...evidence, subject: `${evidence.subject} ${line}` }))
    ),
};

export default lowerBoundsEssential;
