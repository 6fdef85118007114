/**
 * What exactness costs: the fastest exact decoder beside beams.
 *
 * Source: Huang et al. 2012, Table 4; Kaji et al. 2010, Table 4; Belanger et al., Tables 1 and 2.
 *
 * @module
 */

import { anyBeamWidth, beamWidth, calibrate, isSimd } from "../numbers/variants.ts";
import { formatCount, formatTimes } from "../numbers/format.ts";
import { isRight } from "../numbers/marks.ts";
import { type PublishedPair, publishedRatio } from "../papers/speeds.ts";
import { paperTitle, taskOf } from "../published/published.ts";
import { fastestOf, ratioOf } from "../numbers/speed_ratio.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { CLOCKS_NOTE, failedCell, pairCell } from "./_cells.ts";
import { type Cell, type Column, tableOf } from "../columns.ts";
import type { Table } from "./contract.ts";

const NOT_MEASURED: Cell = { text: "not measured", tone: "muted" };

/** How inner loops run, and whether a variant's do so. */
const TECHNOLOGIES: readonly { name: string; runs: (row: SummaryRow) => boolean }[] = [
  { name: "plain", runs: (row) => !isSimd(row) },
  { name: "SIMD", runs: isSimd },
];

/** What exact decoders are compared with. */
const RIVALS: readonly {
  readonly name: string;
  /** Undefined if the run lacks a width on the way to the one that is wide enough. */
  readonly width: (task: readonly SummaryRow[]) => number | undefined;
  /** The first one that has the task counts. */
  readonly published: readonly PublishedPair[];
}[] = [
  {
    name: "beam 1",
    width: () => 1,
    published: [
      { paper: "huang2012", table: "table4", fast: "iterative-viterbi", slow: "beam" },
      { paper: "belanger", table: "table1", fast: "column-generation", slow: "beam-1" },
    ],
  },
  {
    name: "beam 5",
    width: () => 5,
    published: [
      { paper: "belanger", table: "table1", fast: "column-generation", slow: "beam-5" },
    ],
  },
  {
    name: "calibrated beam",
    width: (task) => {
      const beam = calibrate(task);
      return beam && beamWidth(beam);
    },
    published: [
      {
        paper: "kaji2010",
        table: "table4",
        fast: "iterative-viterbi{expansion=column}",
        slow: "beam-calibrated",
      },
    ],
  },
];

/** The table “Exact at what price”. */
const exactPrice: Table = {
  name: "exact-price",
  title: "Exact at what price",
  order: 55,
  note:
    "Speed of the fastest exact decoder divided by that of a beam, real tasks, k = 1: from 1.00× on " +
    "exactness is free. Plain loops are compared with plain loops and SIMD with SIMD (`auto` is " +
    "SIMD). The calibrated beam is the narrowest of the widths 1, 2, 4, … whose token accuracy is " +
    "less than 0.1 points below that of exact decoding; the page of Kaji et al. names it beside " +
    "Table 4. The decoder is chosen on the sentences that it is reported on; the study `choice` " +
    "takes two halves. Published: iterative Viterbi over the beam of Huang et al. 2012, Table 4, " +
    "and over the calibrated one of Kaji et al. 2010, Table 4; where they lack the task, column " +
    "generation over the beams of Belanger et al., Table 1. " +
    CLOCKS_NOTE,
  build: ({ summary }) =>
    tableOf(
      [
        { name: "dataset", of: ({ best }) => best.dataset },
        { name: "labels", of: ({ best }) => best.labels, as: formatCount },
        { name: "loops", of: ({ loops }) => loops },
        { name: "fastest exact", of: ({ best }) => best.decoder },
        ...RIVALS.flatMap(({ name, width, published }): Column<Line>[] => [
          {
            name: `× ${name}`,
            align: "right",
            of: ({ best, cells, task }) => priceCell(best, cells, width(task)),
          },
          {
            name: `published × ${name}`,
            align: "right",
            of: ({ best }) => publishedCell(best.dataset, published),
          },
        ]),
      ],
      linesOf(summary),
    ),
};

export default exactPrice;

/** A task by one way of running inner loops: its cells, and the fastest exact decoder of these. */
type Line = ReturnType<typeof linesOf>[number];

/** None where no exact decoder was timed, and none of tasks without a beam. */
function linesOf(summary: readonly SummaryRow[]) {
  const real = summary.filter(({ family, k }) => family === "real" && k === 1);
  return [...Map.groupBy(real, ({ dataset }) => dataset).values()]
    .filter((task) => task.some(({ decoder_base }) => decoder_base === "beam"))
    .flatMap((task) =>
      TECHNOLOGIES.flatMap(({ name: loops, runs }) => {
        const cells = task.filter(runs);
        const best = fastestOf(cells.filter((row) => row.exact && isRight(row)));
        return best === undefined ? [] : [{ task, loops, cells, best }];
      })
    );
}

function priceCell(
  best: SummaryRow,
  cells: readonly SummaryRow[],
  width: number | undefined,
): Cell {
  const beam = cells.find((row) => width !== undefined && anyBeamWidth(row) === width);
  if (beam === undefined) return NOT_MEASURED;
  const [decode, unplaced] = (["decode", "memory64"] as const)
    .map((clock) => ratioOf(best, beam, clock));
  if (decode === undefined) return failedCell(beam) ?? NOT_MEASURED;
  return pairCell(best, decode, unplaced, beam);
}

function publishedCell(dataset: string, pairs: readonly PublishedPair[]): Cell {
  const task = taskOf(dataset) ?? "";
  for (const pair of pairs) {
    const ratio = publishedRatio(pair, task);
    if (ratio === undefined) continue;
    const hint = `${paperTitle(pair.paper)}, ${pair.table}: ${task}`;
    return { text: formatTimes(ratio), value: ratio, hint };
  }
  return { text: "" };
}
