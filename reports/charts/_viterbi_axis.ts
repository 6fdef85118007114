/**
 * Charts whose vertical axis is a multiple of dense Viterbi, with lines of decoders over it.
 *
 * @module
 */

import { type DecoderEncoding, labelCounts } from "../drawing/encoding.ts";
import { logTicks } from "../picture.ts";
import { BASELINE_COLOR } from "../drawing/decoder_looks.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";

/** The layer that draws dense Viterbi as a line at 1 across the chart. */
export const VITERBI_LINE = {
  data: { values: [{}] },
  mark: { type: "rule", color: BASELINE_COLOR },
  encoding: { y: { datum: 1 } },
} as const;

/** A vertical logarithmic axis over some values and 1, where dense Viterbi is. */
export function axisWithViterbi(title: string, values: readonly number[], format: string) {
  const all = [1, ...values];
  const domain = [Math.min(...all), Math.max(...all)];
  return {
    type: "quantitative",
    title,
    scale: { type: "log", nice: false, padding: 12, domain },
    axis: { values: logTicks(all), format },
  } as const;
}

/** The same for shares of dense Viterbi's edges, above 0. */
export function edgeShareAxis(cells: readonly SummaryRow[]) {
  const shares = cells.map((row) => row.edge_share!);
  return axisWithViterbi("edge evaluations, share of dense Viterbi", shares, "~%");
}

/**
 * A horizontal axis of label counts. Layers do not share it: the line of Viterbi has no x, and so
 * spans the width.
 */
export function labelAxis(cells: readonly SummaryRow[]) {
  return {
    field: "labels",
    type: "quantitative",
    title: "labels (L)",
    scale: { type: "log", nice: false, padding: 14 },
    axis: { values: labelCounts(cells), format: ",d", grid: false, labelOverlap: "greedy" },
  } as const;
}

/** A horizontal axis. */
type XAxis = { readonly field: string; readonly type: "quantitative" };

/**
 * The layers of a line and its points for each decoder.
 *
 * @param field of the datum, for the height
 */
export function decoderLines<X extends XAxis, Tip>(
  field: string,
  x: X,
  { color, shape, strokeDash }: DecoderEncoding,
  tooltip: Tip[],
) {
  const y = { field, type: "quantitative" } as const;
  return [
    { mark: { type: "line" as const }, encoding: { x, y, color, strokeDash } },
    { mark: { type: "point" as const }, encoding: { x, y, color, shape, tooltip } },
  ];
}

/** The same for ratios of speeds, over their intervals; the data hold `ratioInterval`. */
export function ratioLines<X extends XAxis, Tip>(x: X, encoding: DecoderEncoding, tooltip: Tip[]) {
  const { color } = encoding;
  const y = { field: "low", type: "quantitative" } as const;
  return [
    { mark: { type: "rule" as const }, encoding: { x, y, y2: { field: "high" }, color } },
    ...decoderLines("ratio", x, encoding, tooltip),
  ];
}

/**
 * The speed of a cell as a multiple of dense Viterbi's; without an interval its rule has no length.
 */
export function ratioInterval(row: SummaryRow): { ratio: number; low: number; high: number } {
  const ratio = row.ratio_to_viterbi!;
  return { ratio, low: row.ratio_low ?? ratio, high: row.ratio_high ?? ratio };
}
