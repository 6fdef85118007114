/**
 * The beam that is just wide enough.
 *
 * Source: Kaji et al. 2010, §5.3.
 *
 * @module
 */

import type { SummaryRow } from "./summary_row.ts";
import { beamWidth } from "./variants.ts";

/** Share of the tokens that a calibrated beam may lose. */
const COMPARABLE = 0.001;

/**
 * The narrowest calibrated beam among the cells of one dataset; undefined if a width on the way
 * was not measured, or none is wide enough.
 */
export function calibrate(task: readonly SummaryRow[]): SummaryRow | undefined {
  const exact = task.find(({ role }) => role === "baseline")?.token_accuracy;
  if (exact === undefined) return undefined;
  for (let width = 1;; width *= 2) {
    const beam = task.find((row) => beamWidth(row) === width);
    if (beam?.token_accuracy === undefined) return undefined;
    if (exact - beam.token_accuracy < COMPARABLE) return beam;
  }
}
