/**
 * A* with the heuristic that is best on a dataset: "A* (best)" of the paper's tables.
 *
 * @module
 */

import type { SummaryRow } from "../numbers/summary_row.ts";
import { fastestOf } from "../numbers/speed_ratio.ts";

/** The fastest A* among the cells of one dataset; undefined unless two heuristics were timed. */
export function bestAStar(cells: readonly SummaryRow[]): SummaryRow | undefined {
  const variants = cells.filter(({ decoder_base }) => decoder_base === "a-star");
  return variants.length < 2 ? undefined : fastestOf(variants);
}
