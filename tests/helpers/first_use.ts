/**
 * Made-up first-use curves, and runs made up for the tables that want others.
 *
 * @module
 */

import type { FirstUseCurve } from "../../reports/numbers/run_data.ts";
import type { SummaryRow } from "../../reports/numbers/summary_row.ts";

/** Two processes each; `auto` pays for its preparation between 10 and 100 sentences. */
export const FAKE_CURVES: readonly FirstUseCurve[] = [
  curve("auto", [[1, [9, 11]], [10, [10, 12]], [100, [20, 22]], [1000, [100, 110]]]),
  curve("viterbi", [[1, [2, 2]], [10, [11, 9]], [100, [95, 105]]]),
];

/** The summary with the k-best decoder under the name of the advised one. */
export function asAuto(summary: readonly SummaryRow[]): SummaryRow[] {
  return summary.map((row) =>
    row.decoder === "iterative-viterbi-a-star"
      ? { ...row, decoder: "auto", decoder_base: "auto", unplaced_ratio_to_viterbi: 1.25 }
      : row
  );
}

/** A cell on a reader's own pack instead of a real task. */
export function asOwn(row: SummaryRow): SummaryRow {
  return row.family === "real" ? { ...row, dataset_base: `own-${row.dataset}` } : row;
}

function curve(decoder: string, points: readonly [number, number[]][]): FirstUseCurve {
  return { dataset: "ewt_pos45", decoder, elapsedMs: new Map(points) };
}
