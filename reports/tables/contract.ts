/**
 * The table contract: what a file in `tables/` exports to be a table of the report.
 *
 * @module
 */

import type { TableContent } from "../columns.ts";
import type { Problem, RunData } from "../numbers/run_data.ts";

/** A table of the report: the default export of a module in `tables/`. */
export interface Table {
  /** In file names; lower case with hyphens. */
  readonly name: string;
  /** Its heading. */
  readonly title: string;
  /** Where it stands in the report: smaller is earlier. */
  readonly order: number;
  /** Units and how to read it, in a sentence or two. */
  readonly note: string;
  /** The kind of problem that it is about; sequences if left out. */
  readonly problem?: Problem;
  /** Makes the content; without rows the table is left out. */
  build(run: RunData): TableContent;
}
