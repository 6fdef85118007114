/**
 * A* with the heuristic that is best on a dataset: "A* (best)" of the paper's tables.
 *
 * @module
 */

import { baseName } from "../_decoder_names.ts";
import type { SummaryRow } from "../summary.ts";

/** The fastest A* among the cells of one dataset; undefined unless two heuristics were timed. */
export function bestAStar(cells: readonly SummaryRow[]): SummaryRow | undefined {
  const variants = cells.filter(({ decoder }) => baseName(decoder) === "a-star");
  if (variants.length < 2) return undefined;
  return variants.reduce((best, row) =>
    row.ratio_to_viterbi! > best.ratio_to_viterbi! ? row : best
  );
}
