/**
 * Column generation against dense Viterbi.
 *
 * @module
 */

import type { Claim } from "./contract.ts";
import { contest, publishedRatios } from "./_contest.ts";

/** Where the paper gives both speeds, for tagging. */
const TABLE = {
  paper: "belanger",
  table: "table2",
  fast: "column-generation",
  slow: "viterbi",
};
/** With hundreds of labels. */
const JOINT = { ...TABLE, table: "table1" };

/** The claim. */
const columnGenerationBeatsViterbi: Claim = {
  name: "column-generation-beats-viterbi",
  order: 100,
  source: "Belanger et al., Tables 1 and 2",
  statement:
    "Column generation is faster than Viterbi on part-of-speech tagging and with hundreds of labels.",
  rule:
    "Speed of column-generation over viterbi on each dataset: for if the speed ratio is above 1 by more than the error of measurement, against if below.",
  published: () => `${publishedRatios(TABLE)}, ${publishedRatios(JOINT)}`,
  judge: ({ summary }) =>
    contest(summary, {
      fast: "column-generation",
      slow: "viterbi",
      table: TABLE,
    }),
};

export default columnGenerationBeatsViterbi;
