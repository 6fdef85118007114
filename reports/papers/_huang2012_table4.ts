/**
 * Speed of the one-best decoders.
 *
 * @module
 */

import type { PaperTable } from "./contract.ts";
import { speedCells } from "./_speeds.ts";

/** Table 4 of Huang et al. 2012. */
const table: PaperTable = {
  name: "huang2012-table4",
  place: "Table 4",
  title: "Speed of 1-best decoding",
  note: "Speed relative to dense Viterbi, which is 1. A* (best) is the fastest of the measured " +
    "heuristics on each task: naive and m = 0, 3, 6, 9. Beam has a width of 1.",
  chart: "heat-map",
  compare: (run) => speedCells(run, { paper: "huang2012", table: "table4", baseline: "viterbi" }),
};

export default table;
