/**
 * Peak memory by k on logarithmic axes, a panel per dataset and a line per decoder.
 *
 * @module
 */

import { CELL_TOOLTIP, datum, decoderEncoding, span } from "../drawing/encoding.ts";
import { logTicks, SCHEMA } from "../picture.ts";
import type { Chart, Spec } from "./contract.ts";
import { formatNumber } from "../numbers/format.ts";
import { datasetShare, kLines, kPanels, SMALL_POINTS } from "./_k_lines.ts";
import { panelTitle } from "./_panels.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The chart “Memory by k”. */
const memoryByK: Chart = {
  name: "memory-by-k",
  title: "Memory by k",
  order: 35,
  description:
    "The most memory that a decoder's process held, by the number of paths asked for, k; " +
    "both axes are logarithmic, and the same in all panels. A process holds the runtime, all " +
    "lattices of its dataset and all answers besides what the decoder needs: where the lines of a " +
    "panel run together, it is that. Garbage is collected when the runtime likes. Points are medians " +
    "over rounds.",
  needs: "the peak memory of a decoder at two or more values of k on one dataset",
  spec,
};

export default memoryByK;

function spec({ summary }: RunData): Spec | undefined {
  const lines = kLines(summary, (row) => row.peak_mb !== undefined);
  const { cells } = lines;
  if (cells.length === 0) return undefined;
  const { color, shape, strokeDash } = decoderEncoding(summary, cells);
  const sizes = cells.map((row) => row.peak_mb!);
  const y = {
    field: "memory",
    type: "quantitative",
    title: "peak memory, MiB",
    scale: { type: "log", nice: false, padding: 10 },
    axis: { values: logTicks(sizes), format: ",~f" },
  } as const;
  return {
    $schema: SCHEMA,
    title: {
      text: memoryByK.title,
      subtitle: [
        datasetShare(summary, lines),
        `${span(cells.map((row) => row.sentences))} sentences decoded`,
      ],
    },
    data: {
      values: cells.map((row) => ({
        ...datum(row),
        panel: panelTitle(row),
        memory: Number(row.peak_mb!.toPrecision(7)),
        memoryText: formatNumber(row.peak_mb!),
      })),
    },
    ...kPanels(lines, [
      { mark: { type: "line" }, encoding: { y, color, strokeDash } },
      {
        mark: { type: "point", ...SMALL_POINTS },
        encoding: {
          y,
          color,
          shape,
          tooltip: [
            ...CELL_TOOLTIP,
            { field: "memoryText", title: "peak memory, MiB" },
            { field: "answers", title: "answers" },
          ],
        },
      },
    ]),
  };
}
