/**
 * Column generation and beams on a joint task.
 *
 * @module
 */

import type { PaperTable } from "./contract.ts";
import { exactnessCells } from "./_exactness.ts";

/** Table 1 of Belanger et al. */
const table: PaperTable = {
  name: "belanger-table1",
  place: "Table 1",
  title: "Joint part-of-speech and entity tagging",
  note: "Speed relative to dense Viterbi, which is 1, and share of the sentences whose path is a " +
    "best one. The paper calls its 12.4× “about 8 times”.",
  compare: (run) => exactnessCells(run, "table1"),
};

export default table;
