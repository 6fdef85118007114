/**
 * Cells of a summary that are made of Viterbi's on a made-up task.
 *
 * @module
 */

import { summarize } from "../../reports/numbers/summary.ts";
import type { SummaryRow } from "../../reports/numbers/summary_row.ts";
import { decoderColumns } from "./names.ts";
import { fakePaperRows } from "./rows.ts";

const VITERBI = summarize(fakePaperRows()).find(({ dataset, decoder }) =>
  dataset === "ewt_pos45" && decoder === "viterbi"
)!;

/** A right cell of ewt_pos45 whose decoder is so many times as fast as Viterbi. */
export function summaryCell(
  decoder: string,
  speed: number,
  fields: Partial<SummaryRow> = {},
): SummaryRow {
  return {
    ...VITERBI,
    ...decoderColumns(decoder),
    verdict: "correct",
    exact: true,
    times: VITERBI.times.map((time) => ({ ...time, elapsedMs: time.elapsedMs / speed })),
    ratio_to_viterbi: speed,
    ratio_low: speed,
    ratio_high: speed,
    ...fields,
  };
}
