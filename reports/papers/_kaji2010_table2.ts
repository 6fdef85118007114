/**
 * Iterations of staggered decoding.
 *
 * @module
 */

import type { PaperTable } from "./contract.ts";
import { iterationCells } from "./_iterations.ts";

/** Table 2 of Kaji et al. 2010. */
const table: PaperTable = {
  name: "kaji2010-table2",
  place: "Table 2",
  title: "Iterations of staggered decoding",
  note: "Mean iterations a sentence. The baseline of the ratios is uniform expansion (SD) on the " +
    "same task.",
  compare: (run) =>
    iterationCells(run, "kaji2010", "table2", "iterative-viterbi{expansion=uniform}"),
};

export default table;
