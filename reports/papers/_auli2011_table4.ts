/**
 * Accuracy of the integrated models.
 *
 * @module
 */

import type { PaperTable } from "./contract.ts";
import { PACKS } from "./parsing_verdict.ts";
import { systemCells } from "./_system_cells.ts";

/** Table 4 of Auli and Lopez 2011. */
const table: PaperTable = {
  name: "auli2011-table4",
  place: "Table 4",
  title: "Integrated models less the baseline",
  note: "Differences to the baseline of the same column and decoding rule, in percentage points: " +
    "belief propagation (bp) and dual decomposition (dd) with so many iterations. dev stands for " +
    "section 00, test for section 23: its first 1,000 sentences. C&C '07 is another parser's output. One " +
    "iteration of dual decomposition is the pipeline by construction.",
  lines: "system",
  compare: (run) => systemCells(run, "table4", PACKS),
};
export default table;
