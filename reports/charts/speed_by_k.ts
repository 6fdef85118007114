/**
 * Speed by k, a panel per dataset and a line per decoder.
 *
 * @module
 */

import {
  datum,
  drawableGeneral,
  HOLLOW,
  SCHEMA,
  timedSample,
  widestFamily,
} from "../_chart_data.ts";
import { speedLayers } from "../_speed_layers.ts";
import type { Chart, Spec } from "../chart.ts";
import { formatCount } from "../format.ts";
import type { SummaryRow } from "../summary.ts";

/** More panels than this are a wall. */
const PANELS = 6;

/** The chart “Speed by k”. */
const speedByK: Chart = {
  name: "speed-by-k",
  title: "Speed by k",
  order: 30,
  description: "Sentences per second by the number of paths asked for, k; both axes are " +
    `logarithmic. At most ${PANELS} datasets: real ones, and the synthetic family measured at the ` +
    "most label counts. A decoder without a line has only one k. Points are medians over rounds, " +
    "bars their 95% bootstrap intervals. " +
    HOLLOW,
  needs: "a decoder timed at two or more values of k on one dataset",
  spec,
};

export default speedByK;

function spec(summary: readonly SummaryRow[]): Spec | undefined {
  const timed = drawableGeneral(summary).filter((row) => row.comparable_speed !== undefined);
  const datasets = chooseDatasets(timed);
  if (datasets.length === 0) return undefined;
  const panel = (row: SummaryRow): string => `${row.dataset} (L = ${formatCount(row.labels)})`;
  const cells = timed.filter((row) => datasets.includes(row.dataset));
  const total = new Set(summary.map((row) => row.dataset)).size;
  return {
    $schema: SCHEMA,
    title: {
      text: "Speed by k",
      subtitle: [
        `${datasets.length} of ${total} datasets`,
        timedSample(cells),
      ],
    },
    data: { values: cells.map((row) => ({ ...datum(row), panel: panel(row) })) },
    columns: datasets.length === 4 ? 2 : 3,
    // Shared axes would be drawn under the missing panels of the last row, too.
    resolve: { axis: { x: "independent" } },
    spacing: { row: 28, column: 24 },
    facet: {
      field: "panel",
      type: "nominal",
      title: null,
      sort: [...new Set(cells.map(panel))],
    },
    spec: {
      width: 190,
      height: 170,
      encoding: {
        x: {
          field: "k",
          type: "quantitative",
          title: "k (paths)",
          scale: { type: "log", nice: false, padding: 14 },
          axis: {
            values: [...new Set(cells.map((row) => row.k))].sort((a, b) => a - b),
            format: ",d",
            grid: false,
          },
        },
      },
      layer: speedLayers(summary, cells, 10),
    },
  };
}

/** Real datasets and others of the widest family, spread over its label counts. */
function chooseDatasets(cells: readonly SummaryRow[]): string[] {
  const lines = Map.groupBy(cells, (row) => JSON.stringify([row.dataset, row.decoder]));
  const usable = [...lines.values()].filter((line) => line.length > 1).flat();
  const real = names(usable.filter((row) => row.family === "real"));
  const family = names(widestFamily(usable));
  const chosen = [...real, ...spread(family, PANELS - real.length), ...names(usable)];
  return [...new Set(chosen)].slice(0, PANELS);
}

function names(cells: readonly SummaryRow[]): string[] {
  return [...new Set(cells.map((row) => row.dataset))];
}

/** `count` items of a list from its first to its last. */
function spread(items: readonly string[], count: number): string[] {
  if (items.length <= count) return [...items];
  const step = (items.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: Math.max(0, count) }, (_, i) => items[Math.round(i * step)]!);
}
