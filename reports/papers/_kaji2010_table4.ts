/**
 * Staggered decoding beside the beam that is just wide enough.
 *
 * @module
 */

import type { PaperTable } from "./contract.ts";
import { speedCells } from "./_speeds.ts";

/** Table 4 of Kaji et al. 2010. */
const table: PaperTable = {
  name: "kaji2010-table4",
  place: "Table 4",
  title: "Comparison with beam search",
  note:
    "Speed relative to dense Viterbi, which is 1. The width of the beam is calibrated as in the " +
    "paper: 1, 2, 4, … until token accuracy is less than 0.1 points below that of exact decoding.",
  compare: (run) => speedCells(run, { paper: "kaji2010", table: "table4", baseline: "viterbi" }),
};

export default table;
