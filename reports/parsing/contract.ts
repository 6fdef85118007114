/**
 * What the report of a run of parses is made of: what a file in `charts/` and `tables/` exports.
 *
 * @module
 */

import type { Chart, Spec } from "../charts/contract.ts";
import type { Claim, Evidence } from "../claims/contract.ts";
import type { PaperCell, PaperTable } from "../papers/contract.ts";
import type { TableContent } from "../tables/content.ts";
import type { Table } from "../tables/contract.ts";
import type { ParsingRun } from "./cells.ts";

/** A chart of a run of parses: the default export of a module in `charts/`. */
export interface ParsingChart extends Omit<Chart, "spec"> {
  /** It draws the data of the paper, and other runs have nothing of it. */
  readonly isOfPaper?: true;
  /** Makes the specification with its data inlined; undefined if the run lacks what it needs. */
  spec(run: ParsingRun): Spec | undefined;
}

/** A table of a run of parses: the default export of a module in `tables/`. */
export interface ParsingTable extends Omit<Table, "build"> {
  /** Makes the content; without rows the table is left out. */
  build(run: ParsingRun): TableContent;
}

/** A published table or figure about parses: the default export of a module in `papers/`. */
export interface ParsingPaperTable extends Omit<PaperTable, "compare"> {
  /** Its cells: line by line, with the same columns in every line. */
  compare(run: ParsingRun): PaperCell[];
}

/** A claim about parses: the default export of a module in `claims/`. */
export interface ParsingClaim extends Omit<Claim, "judge"> {
  /** What a run says, line by line. */
  judge(run: ParsingRun): Evidence[];
}
