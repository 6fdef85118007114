/**
 * Iterative Viterbi against dense Viterbi.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { contest, publishedRatios } from "./_contest.ts";

/** Where the paper gives both speeds. */
const TABLE = {
  paper: "huang2012",
  table: "table4",
  fast: "iterative-viterbi",
  slow: "viterbi",
};

/** The claim. */
const iterativeViterbiBeatsViterbi: Claim = {
  name: "iterative-viterbi-beats-viterbi",
  order: 20,
  source: "Huang et al. 2012, Table 4",
  statement: "Iterative Viterbi is faster than Viterbi at every label count.",
  rule:
    "Speed of iterative-viterbi over viterbi on each dataset: for if the speed ratio is above 1 by more than the error of measurement, against if below.",
  published: () => publishedRatios(TABLE),
  judge: ({ summary }) =>
    contest(summary, {
      fast: "iterative-viterbi",
      slow: "viterbi",
      table: TABLE,
    }),
};

export default iterativeViterbiBeatsViterbi;
