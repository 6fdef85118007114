/**
 * The table contract: what a file in `tables/` exports to be a table of the report.
 *
 * @module
 */

import type { Row } from "../../harness/store/rows.ts";
import type { FirstUseCurve } from "../numbers/first_use_curves.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { TableContent } from "./content.ts";

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
  /** Makes the content; without rows the table is left out. */
  build(
    summary: readonly SummaryRow[],
    rows: readonly Row[],
    firstUse?: readonly FirstUseCurve[],
  ): TableContent;
}
