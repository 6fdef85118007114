/**
 * Speed by k on logarithmic axes, a panel per dataset and a line per decoder.
 *
 * @module
 */

import { datum, HOLLOW, timedSample } from "../drawing/encoding.ts";
import { SCHEMA } from "../picture.ts";
import { speedLayers } from "./_speed_layers.ts";
import type { Chart, Spec } from "./contract.ts";
import { datasetShare, kLines, kPanels, SMALL_POINTS } from "./_k_lines.ts";
import { panelTitle } from "./_panels.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The chart “Speed by k, log–log”. */
const speedByKLog: Chart = {
  name: "speed-by-k-log",
  title: "Speed by k, log–log",
  order: 31,
  description: "Sentences per second by the number of paths asked for, k; both axes are " +
    "logarithmic, and the same in all panels. Real datasets first, then synthetic ones. Decoders " +
    "that find one path only have no line. Points are medians over rounds, bars their 95% bootstrap " +
    `intervals. ${HOLLOW}`,
  needs: "a decoder timed at two or more values of k on one dataset",
  spec,
};

export default speedByKLog;

function spec({ summary }: RunData): Spec | undefined {
  const lines = kLines(summary, (row) => row.sentences_per_second !== undefined);
  const { cells } = lines;
  if (cells.length === 0) return undefined;
  return {
    $schema: SCHEMA,
    title: {
      text: speedByKLog.title,
      subtitle: [datasetShare(summary, lines), timedSample(cells)],
    },
    data: { values: cells.map((row) => ({ ...datum(row), panel: panelTitle(row) })) },
    ...kPanels(lines, speedLayers(summary, cells, 10, SMALL_POINTS)),
  };
}
