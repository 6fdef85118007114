/**
 * Accuracy with predicted parts of speech.
 *
 * @module
 */

import type { PaperTable } from "./contract.ts";
import { systemCells } from "./_system_cells.ts";

/** Our packs with predicted parts of speech. */
const PACKS: Readonly<Record<string, string>> = {
  "ccgbank-00": "ewt_ccg_auto_dev",
  "ccgbank-23": "ewt_ccg_auto_test",
};

/** Table 5 of Auli and Lopez 2011. */
const table: PaperTable = {
  name: "auli2011-table5",
  place: "Table 5",
  title: "The same with predicted parts of speech",
  note:
    "Differences to the baseline, in percentage points, in the reverse search space, with parts " +
    "of speech that our perceptron predicts: F, precision and recall of labelled (L) and unlabelled " +
    "(U) dependencies.",
  lines: "system",
  compare: (run) => systemCells(run, "table5", PACKS),
};
export default table;
