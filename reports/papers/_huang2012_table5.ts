/**
 * Speed of the five-best decoders.
 *
 * @module
 */

import type { PaperTable } from "./contract.ts";
import { speedCells } from "./_speeds.ts";

/** Table 5 of Huang et al. 2012. */
const table: PaperTable = {
  name: "huang2012-table5",
  place: "Table 5",
  title: "Speed of 5-best decoding",
  note:
    "Speed relative to Viterbi A*, which is 1: the state of the art that the paper sets its own " +
    "decoder against. A* (best) as in Table 4. Beam has a width of 5. The paper's supertag column " +
    "has Viterbi A* (0.1 sentences a second) below k-best Viterbi (0.12), with one digit to go by.",
  compare: (run) =>
    speedCells(run, { paper: "huang2012", table: "table5", baseline: "viterbi-a-star" }),
};

export default table;
