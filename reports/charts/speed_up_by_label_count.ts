/**
 * Speed as a multiple of dense Viterbi's by label count, log–log, a line per decoder.
 *
 * @module
 */

import {
  datum,
  decoderEncoding,
  drawableGeneral,
  labelCounts,
  logTicks,
  SCHEMA,
  SPEED_TOOLTIP,
  timedSample,
  VITERBI_LINE,
  widestFamily,
} from "../_chart_data.ts";
import type { Chart, Spec } from "../chart.ts";
import { BASELINE_COLOR } from "../decoder_scales.ts";
import { BASELINE, type SummaryRow } from "../summary.ts";

/** The chart “Speed-up by label count”. */
const speedUpByLabelCount: Chart = {
  name: "speed-up-by-label-count",
  title: "Speed-up by label count",
  order: 10,
  description: "Speed as a multiple of dense Viterbi's at k = 1 on the synthetic family measured " +
    "at the most label counts; both axes are logarithmic. The line at 1 is dense Viterbi; along the " +
    "dotted line the speed-up is L, which is what dense Viterbi's L² edges a position come to if a " +
    "decoder looks at only L of them: growth as steep as that is the most to hope for, as every " +
    "emission must be read. Points are medians over pairs of rounds, bars their 95% bootstrap " +
    "intervals.",
  needs: "one synthetic family timed at two or more label counts with k = 1",
  spec,
};

export default speedUpByLabelCount;

function spec(summary: readonly SummaryRow[]): Spec | undefined {
  const cells = widestFamily(
    drawableGeneral(summary).filter((row) =>
      row.k === 1 && row.ratio_to_viterbi !== undefined && row.decoder !== BASELINE
    ),
  );
  if (cells.length === 0) return undefined;
  const counts = labelCounts(cells);
  const values = cells.map(pointDatum);
  const ends = [1, ...values.flatMap(({ low, ratio, high }) => [low, ratio, high])];
  const domain = [Math.min(...ends), Math.max(...ends)];
  const growth = linearGrowth(counts, domain[1]!);
  const { color, shape, strokeDash } = decoderEncoding(summary, cells);
  const x = {
    field: "labels",
    type: "quantitative",
    title: "labels (L)",
    scale: { type: "log", nice: false, padding: 14 },
    axis: { values: counts, format: ",d", grid: false, labelOverlap: "greedy" },
  } as const;
  return {
    $schema: SCHEMA,
    title: {
      text: speedUpByLabelCount.title,
      subtitle: [`Synthetic family ${cells[0]!.family}, k = 1`, timedSample(cells)],
    },
    data: { values },
    width: 620,
    height: 400,
    encoding: {
      y: {
        type: "quantitative",
        title: "speed, multiple of dense Viterbi's",
        scale: { type: "log", nice: false, padding: 12, domain },
        axis: { values: logTicks(ends), format: "~g" },
      },
    },
    layer: [
      VITERBI_LINE,
      {
        data: { values: growth },
        mark: { type: "line", color: BASELINE_COLOR, strokeDash: [2, 4], strokeWidth: 1.5 },
        encoding: { x, y: { field: "linear", type: "quantitative" } },
      },
      {
        data: {
          values: [
            ...growth.slice(-1).map((end) => ({ ...end, text: "speed-up = L" })),
            { labels: counts.at(-1)!, linear: 1, text: "dense Viterbi" },
          ],
        },
        mark: { type: "text", color: BASELINE_COLOR, align: "right", dx: -4, dy: -8 },
        encoding: {
          x,
          y: { field: "linear", type: "quantitative" },
          text: { field: "text", type: "nominal" },
        },
      },
      {
        mark: { type: "rule" },
        encoding: { x, y: { field: "low", type: "quantitative" }, y2: { field: "high" }, color },
      },
      {
        mark: { type: "line" },
        encoding: { x, y: { field: "ratio", type: "quantitative" }, color, strokeDash },
      },
      {
        mark: { type: "point" },
        encoding: {
          x,
          y: { field: "ratio", type: "quantitative" },
          color,
          shape,
          tooltip: SPEED_TOOLTIP,
        },
      },
    ],
  };
}

/** Both ends of the line at L, as far as it lies in the picture. */
function linearGrowth(counts: readonly number[], most: number) {
  const [first, last] = [counts[0]!, Math.min(counts.at(-1)!, most)];
  return first < last ? [first, last].map((labels) => ({ labels, linear: labels })) : [];
}

function pointDatum(row: SummaryRow) {
  const ratio = row.ratio_to_viterbi!;
  return { ...datum(row), ratio, low: row.ratio_low ?? ratio, high: row.ratio_high ?? ratio };
}
