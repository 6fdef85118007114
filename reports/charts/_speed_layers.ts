/**
 * How speed is drawn wherever the axes are logarithmic: intervals, lines and points.
 *
 * @module
 */

import { decoderEncoding, hollowPrefixes, SPEED_TOOLTIP, speedEnds } from "../drawing/encoding.ts";
import { logTicks } from "../picture.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";

/**
 * The layers of a chart of sentences per second over whatever is on the x axis.
 *
 * @param summary all cells of the run, which fix the decoders' colours
 * @param cells those that are drawn
 * @param padding pixels above and below
 * @param point what the marks of points have of their own
 */
export function speedLayers(
  summary: readonly SummaryRow[],
  cells: readonly SummaryRow[],
  padding: number,
  point: { readonly size?: number } = {},
) {
  const { color, shape, strokeDash } = decoderEncoding(summary, cells);
  return [
    {
      mark: { type: "rule" as const },
      encoding: {
        y: {
          field: "low",
          type: "quantitative" as const,
          title: "sentences per second",
          scale: { type: "log" as const, nice: false, padding },
          axis: {
            values: logTicks(speedEnds(cells)),
            format: "~s",
            // Not 100m: a tenth of a sentence.
            labelExpr: "datum.value < 1 ? format(datum.value, '~g') : datum.label",
          },
        },
        y2: { field: "high" },
        color,
      },
    },
    {
      mark: { type: "line" as const },
      encoding: { y: { field: "speed", type: "quantitative" as const }, color, strokeDash },
    },
    {
      mark: { type: "point" as const, ...point },
      encoding: {
        y: { field: "speed", type: "quantitative" as const },
        color,
        shape,
        ...hollowPrefixes(color),
        tooltip: SPEED_TOOLTIP,
      },
    },
  ];
}
