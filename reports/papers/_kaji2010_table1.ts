/**
 * Speed of staggered decoding.
 *
 * @module
 */

import type { PaperTable } from "./contract.ts";
import { speedCells } from "./_speeds.ts";

/** Table 1 of Kaji et al. 2010. */
const table: PaperTable = {
  name: "kaji2010-table1",
  place: "Table 1",
  title: "Speed of decoding",
  note: "Speed relative to dense Viterbi, which is 1. Iterative Viterbi is the paper's staggered " +
    "decoding: expansion=uniform is SD, expansion=column SD+C-EXP.",
  compare: (run) => speedCells(run, { paper: "kaji2010", table: "table1", baseline: "viterbi" }),
};

export default table;
