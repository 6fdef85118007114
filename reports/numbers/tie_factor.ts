/**
 * The error of measurement of a run.
 *
 * @module
 */

import type { SummaryRow } from "./summary_row.ts";

/**
 * The factor below which two speeds of a run are a tie: the worst of the baseline against itself,
 * either way. Undefined without a control.
 */
export function tieFactor(summary: readonly SummaryRow[]): number | undefined {
  const ratios = summary.filter(({ role }) => role === "control")
    .flatMap((row) => row.ratio_to_viterbi ?? []);
  return ratios.length === 0 ? undefined : Math.max(...ratios.map((r) => Math.max(r, 1 / r)));
}
