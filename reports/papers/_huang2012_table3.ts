/**
 * Iterations of the iterative decoders.
 *
 * @module
 */

import type { PaperTable } from "./contract.ts";
import { iterationCells } from "./_iterations.ts";

/** Table 3 of Huang et al. 2012. */
const table: PaperTable = {
  name: "huang2012-table3",
  place: "Table 3",
  title: "Iterations of iterative Viterbi and iterative Viterbi A*",
  note: "Mean iterations a sentence: iterative Viterbi at k = 1, iterative Viterbi A* at k = 5. " +
    "The baseline of the ratios is iterative Viterbi on the same task.",
  compare: (run) => iterationCells(run, "huang2012", "table3", "iterative-viterbi"),
};

export default table;
