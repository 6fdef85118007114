/**
 * Speed by k on linear axes, as the paper draws it: a panel per dataset and a line per exact
 * decoder.
 *
 * Source: Huang et al. 2012, Figure 4.
 *
 * @module
 */

import {
  datum,
  decoderEncoding,
  HOLLOW,
  hollowPrefixes,
  SPEED_TOOLTIP,
  timedSample,
} from "../drawing/encoding.ts";
import { SCHEMA } from "../picture.ts";
import type { Chart, Spec } from "./contract.ts";
import { columnCount, datasetShare, kLines, SMALL_POINTS } from "./_k_lines.ts";
import { panelFrame, panelTitle } from "./_panels.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The axis of the paper's figure. */
const [LEAST, MOST] = [10, 100];
/** Fewer points are no curve. */
const FEW = 3;

/** The chart “Speed by k”. */
const speedByK: Chart = {
  name: "speed-by-k",
  title: "Speed by k",
  order: 30,
  description:
    "Sentences per second of the exact decoders by the number of paths asked for, k, up " +
    `to ${MOST}, on linear axes as in Figure 4 of Huang et al. 2012. Each panel has its own vertical ` +
    `axis, which ends at the fastest decoder from k = ${LEAST} on, where the paper's figure begins: ` +
    "lines that leave a panel at its top are faster there. Points are medians over rounds. Beams, " +
    `larger k and intervals are in the next chart. ${HOLLOW}`,
  needs: `an exact decoder timed at ${FEW} or more values of k up to ${MOST} on one dataset`,
  spec,
};

export default speedByK;

function spec({ summary }: RunData): Spec | undefined {
  const upToMost = summary.filter(({ k, exact }) => k <= MOST && exact);
  const lines = kLines(upToMost, (row) => row.sentences_per_second !== undefined, FEW);
  const { cells, datasets } = lines;
  if (cells.length === 0) return undefined;
  const encoding = decoderEncoding(summary, cells);
  return {
    $schema: SCHEMA,
    title: {
      text: speedByK.title,
      subtitle: [
        `Exact decoders, linear axes, ${datasetShare(summary, lines)}`,
        timedSample(cells),
      ],
    },
    data: { values: cells.map(datum) },
    columns: columnCount(datasets.length),
    spacing: { row: 28, column: 24 },
    resolve: { scale: { color: "shared", shape: "shared", strokeDash: "shared" } },
    concat: datasets.map((dataset) =>
      panel(cells.filter((row) => row.dataset === dataset), encoding)
    ),
  };
}

function panel(
  cells: readonly SummaryRow[],
  { color, shape, strokeDash }: ReturnType<typeof decoderEncoding>,
) {
  const slow = cells.filter(({ k }) => k >= LEAST);
  const speeds = (slow.length === 0 ? cells : slow).map((row) => row.sentences_per_second!);
  const y = {
    field: "speed",
    type: "quantitative" as const,
    title: "sentences per second",
    scale: { domain: [0, 1.05 * Math.max(...speeds)], nice: false },
    axis: { format: ",~f", tickCount: 5 },
  };
  return {
    ...panelFrame(panelTitle(cells[0]!), cells[0]!.dataset),
    width: 220,
    height: 190,
    encoding: {
      x: {
        field: "k",
        type: "quantitative" as const,
        title: "k (paths)",
        scale: { domain: [0, MOST], nice: false, padding: 6 },
        axis: { values: [1, 20, 40, 60, 80, MOST], grid: false },
      },
    },
    layer: [
      { mark: { type: "line" as const, clip: true }, encoding: { y, color, strokeDash } },
      {
        mark: { type: "point" as const, clip: true, ...SMALL_POINTS },
        encoding: { y, color, shape, ...hollowPrefixes(color), tooltip: SPEED_TOOLTIP },
      },
    ],
  };
}
