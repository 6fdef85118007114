/**
 * What the report of a run of parses is made of: what a file in `charts/` and `tables/` exports.
 *
 * @module
 */

import type { Chart, Spec } from "../charts/contract.ts";
import type { TableContent } from "../tables/content.ts";
import type { Table } from "../tables/contract.ts";
import type { ParsingRun } from "./cells.ts";

/** A chart of a run of parses: the default export of a module in `charts/`. */
export interface ParsingChart extends Omit<Chart, "spec"> {
  /** Makes the specification with its data inlined; undefined if the run lacks what it needs. */
  spec(run: ParsingRun): Spec | undefined;
}

/** A table of a run of parses: the default export of a module in `tables/`. */
export interface ParsingTable extends Omit<Table, "build"> {
  /** Makes the content; without rows the table is left out. */
  build(run: ParsingRun): TableContent;
}
