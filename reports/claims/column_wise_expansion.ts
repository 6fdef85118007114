/**
 * Column-wise against uniform expansion.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { contest, publishedRatios } from "./_contest.ts";

/** Where the paper gives both speeds. */
const TABLE = {
  paper: "kaji2010",
  table: "table1",
  fast: "iterative-viterbi{expansion=column}",
  slow: "iterative-viterbi{expansion=uniform}",
};

/** The claim. */
const columnWiseExpansion: Claim = {
  name: "column-wise-expansion",
  order: 30,
  source: "Kaji et al. 2010, Table 1",
  statement: "Column-wise expansion is at least as fast as uniform expansion.",
  rule:
    "Speed of iterative-viterbi over iterative-viterbi{expansion=uniform} on each dataset: for if " +
    "the ratio is above 1 by more than the error of measurement, against if below.",
  published: () => publishedRatios(TABLE),
  judge: ({ summary }) =>
    contest(summary, {
      fast: "iterative-viterbi",
      slow: "iterative-viterbi{expansion=uniform}",
      table: TABLE,
    }),
};

export default columnWiseExpansion;
