/**
 * Speed by label count, log–log, a line per decoder.
 *
 * @module
 */

import {
  datum,
  drawableGeneral,
  HOLLOW,
  labelCounts,
  SCHEMA,
  timedSample,
  widestFamily,
} from "../_chart_data.ts";
import { speedLayers } from "../_speed_layers.ts";
import type { Chart, Spec } from "../chart.ts";
import type { SummaryRow } from "../summary.ts";

/** The chart “Speed by label count”. */
const speedByLabelCount: Chart = {
  name: "speed-by-label-count",
  title: "Speed by label count",
  order: 10,
  description: "Sentences per second at k = 1 on the synthetic family measured at the most label " +
    "counts; both axes are logarithmic. Points are medians over rounds, bars their 95% " +
    "bootstrap intervals. The sentences of the larger label counts are not those of the smaller " +
    "ones, and may be shorter: compare decoders at one label count, not one decoder across them. " +
    HOLLOW,
  needs: "one synthetic family timed at two or more label counts with k = 1",
  spec,
};

export default speedByLabelCount;

function spec(summary: readonly SummaryRow[]): Spec | undefined {
  const cells = widestFamily(
    drawableGeneral(summary).filter((row) => row.k === 1 && row.comparable_speed !== undefined),
  );
  if (cells.length === 0) return undefined;
  const counts = labelCounts(cells);
  return {
    $schema: SCHEMA,
    title: {
      text: "Speed by label count",
      subtitle: [
        `Synthetic family ${cells[0]!.family}, k = 1`,
        timedSample(cells),
      ],
    },
    data: { values: cells.map(datum) },
    width: 620,
    height: 360,
    encoding: {
      x: {
        field: "labels",
        type: "quantitative",
        title: "labels (L)",
        scale: { type: "log", nice: false, padding: 14 },
        axis: { values: counts, format: ",d", grid: false, labelOverlap: "greedy" },
      },
    },
    layer: speedLayers(summary, cells, 12),
  };
}
