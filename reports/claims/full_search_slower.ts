/**
 * Column generation with the full search against dense Viterbi.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { contest } from "./_contest.ts";

/** The claim. */
const fullSearchSlower: Claim = {
  name: "full-search-slower",
  order: 120,
  source: "Belanger et al., §4",
  statement: "Column generation with the full search (Algorithm 1) is slower than Viterbi.",
  rule:
    "Speed of viterbi over column-generation{search=full,cap=0} on each dataset: for if the speed ratio is above 1 by more than the error of measurement, against if below. The cap that hands over to dense Viterbi is off, so that the algorithm is the printed one.",
  published: () => "no figure: slower than Viterbi, in words",
  judge: ({ summary }) =>
    contest(summary, {
      fast: "viterbi",
      slow: "column-generation{search=full,cap=0}",
    }),
};

export default fullSearchSlower;
