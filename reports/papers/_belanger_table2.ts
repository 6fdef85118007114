/**
 * Column generation and beams on part-of-speech tagging.
 *
 * @module
 */

import type { PaperTable } from "./contract.ts";
import { exactnessCells } from "./_exactness.ts";

/** Table 2 of Belanger et al. */
const table: PaperTable = {
  name: "belanger-table2",
  place: "Table 2",
  title: "Part-of-speech tagging",
  note: "Speed relative to dense Viterbi, which is 1, and share of the sentences whose path is a " +
    "best one.",
  compare: (run) => exactnessCells(run, "table2"),
};

export default table;
