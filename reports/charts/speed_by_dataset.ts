/**
 * Speed on every dataset, a point per decoder.
 *
 * @module
 */

import {
  datum,
  decoderEncoding,
  drawableGeneral,
  HOLLOW,
  hollowPrefixes,
  logTicks,
  SCHEMA,
  SPEED_TOOLTIP,
  speedEnds,
  timedSample,
} from "../drawing/encoding.ts";
import type { Chart, Spec } from "./contract.ts";
import { formatCount } from "../numbers/format.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";

const ROW_HEIGHT = 26;

/** The chart “Speed by dataset”. */
const speedByDataset: Chart = {
  name: "speed-by-dataset",
  title: "Speed by dataset",
  order: 20,
  description: "Sentences per second at k = 1 on every dataset, real ones first; the axis is " +
    "logarithmic. Points are medians over rounds, bars their 95% bootstrap intervals. Compare " +
    "decoders along a line: sentences are longer in some datasets than in others. " +
    HOLLOW,
  needs: "a cell timed with k = 1",
  spec,
};

export default speedByDataset;

function spec(summary: readonly SummaryRow[]): Spec | undefined {
  const timed = drawableGeneral(summary).filter((row) =>
    row.k === 1 && row.comparable_speed !== undefined
  );
  if (timed.length === 0) return undefined;
  const real = (row: SummaryRow): boolean => row.family === "real";
  const cells = [...timed.filter(real), ...timed.filter((row) => !real(row))];
  const name = (row: SummaryRow): string => `${row.dataset} (L = ${formatCount(row.labels)})`;
  const lines = [...new Set(cells.map(name))];
  const { color, shape } = decoderEncoding(summary, cells);
  return {
    $schema: SCHEMA,
    title: {
      text: "Speed by dataset",
      subtitle: [
        "k = 1",
        timedSample(cells),
      ],
    },
    data: { values: cells.map((row) => ({ ...datum(row), line: name(row) })) },
    width: 500,
    height: ROW_HEIGHT * lines.length,
    encoding: {
      y: {
        field: "line",
        type: "nominal",
        title: null,
        sort: lines,
        axis: { grid: true, ticks: false, domain: false, labelPadding: 10 },
      },
    },
    layer: [
      {
        mark: { type: "rule" },
        encoding: {
          x: {
            field: "low",
            type: "quantitative",
            title: "sentences per second",
            scale: { type: "log", nice: false, padding: 12 },
            axis: { values: logTicks(speedEnds(cells)), format: "~s", grid: false },
          },
          x2: { field: "high" },
          color,
        },
      },
      {
        mark: { type: "point" },
        encoding: {
          x: { field: "speed", type: "quantitative" },
          color,
          shape,
          ...hollowPrefixes(color),
          tooltip: SPEED_TOOLTIP,
        },
      },
    ],
  };
}
