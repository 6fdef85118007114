/**
 * Speed and work as multiples of dense Viterbi's on synthetic families: by label count, and by the
 * strength of the transitions. All axes are logarithmic.
 *
 * @module
 */

import { BASELINE_COLOR } from "../numbers/hues.ts";
import { CLOCK_WORDS } from "../numbers/glance.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { isHeadline } from "../numbers/variants.ts";
import {
  at,
  dots,
  intervals,
  type Layer,
  level,
  lines,
  log,
  logTicks,
  mark,
  nominal,
  type Part,
  picture,
  type Tooltip,
} from "../picture.ts";
import {
  datum,
  drawable,
  drawableGeneral,
  labelCounts,
  looksOf,
  spanOf,
  SPEED_TOOLTIP,
  timedSample,
  widestFamily,
} from "./_cells.ts";
import type { Chart } from "./contract.ts";

/** What is said of counted edges. */
const WORK_TOOLTIP: Tooltip = {
  shareText: "share of dense edges",
  answers: "answers",
  counted: "counted",
};

const charts: readonly Chart[] = [
  {
    name: "speed-up-by-label-count",
    title: "Speed-up by label count",
    order: 10,
    description:
      "Speed as a multiple of dense Viterbi's at k = 1 on the synthetic family measured " +
      "at the most label counts; both axes are logarithmic. The line at 1 is dense Viterbi; along the " +
      "dotted line the speed-up is L, which is what dense Viterbi's L² edges a position come to if a " +
      "decoder looks at only L of them: growth as steep as that is the most to hope for, as every " +
      "emission must be read. Decoders are drawn with their defaults, dense Viterbi and the beam with " +
      "SIMD, too. Points are medians over pairs of rounds, bars their " +
      "intervals.",
    needs: "one synthetic family timed at two or more label counts with k = 1",
    spec({ summary }) {
      const cells = widestFamily(
        drawableGeneral(summary).filter((row) =>
          row.k === 1 && row.ratio_to_viterbi !== undefined && row.role !== "baseline" &&
          isHeadline(row)
        ),
      );
      if (cells.length === 0) return undefined;
      const counts = labelCounts(cells);
      const rows = cells.map((row) => ({ ...datum(row), ...ratioInterval(row) }));
      const y = viterbiAxis("speed, multiple of dense Viterbi's", ratiosIn(rows), ",~g");
      const growth = linearGrowth(counts, y.most);
      const x = labelAxis(counts);
      return picture({
        title: "Speed-up by label count",
        subtitle: [
          `Synthetic family ${cells[0]!.family}, k = 1; ${CLOCK_WORDS.decode}`,
          timedSample(cells),
        ],
        rows,
      }, {
        width: 620,
        height: 400,
        y: y.axis,
        looks: looksOf(summary, cells),
        layers: [
          VITERBI_LINE,
          mark("line", { x, y: at("linear"), color: null }, {
            rows: growth,
            mark: { color: BASELINE_COLOR, strokeDash: [2, 4], strokeWidth: 1.5 },
          }),
          ...ratioLayers(x, SPEED_TOOLTIP),
          ...lineNames(x, [
            ...growth.slice(-1).map((end) => ({ ...end, text: "speed-up = L" })),
            { labels: counts.at(-1)!, linear: 1, text: "dense Viterbi" },
          ]),
        ],
      });
    },
  },
  {
    name: "work-by-label-count",
    title: "Work by label count",
    order: 40,
    description: "Edge evaluations as a share of the (T−1)·L² of dense Viterbi at k = 1, on the " +
      "synthetic family measured at the most label counts; both axes are logarithmic. The line at " +
      "100% is dense Viterbi. Counts are exact and the same on every machine: there are no intervals.",
    needs:
      "a decoder other than Viterbi counted at two or more label counts of one synthetic family " +
      "with k = 1",
    spec({ summary }) {
      const cells = widestFamily(
        // A share of 0 has no place on a logarithmic axis.
        drawableGeneral(summary).filter((row) =>
          row.k === 1 && (row.edge_share ?? 0) > 0 && isHeadline(row)
        ),
      );
      if (cells.every((row) => row.role === "baseline")) return undefined;
      return picture({
        title: "Work by label count",
        subtitle: [`Synthetic family ${cells[0]!.family}, k = 1`, countedSample(cells)],
        rows: cells.map(datum),
      }, {
        width: 620,
        height: 360,
        y: edgeShareAxis(cells).axis,
        looks: looksOf(summary, cells),
        layers: [
          VITERBI_LINE,
          ...decoderLayers("share", labelAxis(labelCounts(cells)), {
            decoder: "decoder",
            dataset: "dataset",
            labels: ["labels", ","],
            ...WORK_TOOLTIP,
          }),
        ],
      });
    },
  },
  {
    name: "speed-by-strength",
    title: "Speed-up by strength of transitions",
    order: 45,
    description: "Speed as a multiple of dense Viterbi's at k = 1, on one synthetic family, from " +
      "transitions that hardly matter to transitions that decide; both axes are logarithmic. Below " +
      "the line at 1 a decoder loses to dense Viterbi. Points are medians over pairs of rounds, bars " +
      "their intervals.",
    needs: "a decoder other than Viterbi timed at two or more strengths of transitions with k = 1",
    spec({ summary }) {
      const points = strengthSweep(summary).filter(({ row }) =>
        row.ratio_to_viterbi !== undefined && row.role !== "baseline"
      );
      if (points.length === 0) return undefined;
      const cells = points.map(({ row }) => row);
      const rows = points.map(({ row, dial }) => ({ ...datum(row), dial, ...ratioInterval(row) }));
      return picture({
        title: "Speed-up by strength of transitions",
        subtitle: [`${sweepName(points)}; ${CLOCK_WORDS.decode}`, timedSample(cells)],
        rows,
      }, {
        width: 620,
        height: 380,
        y: viterbiAxis("speed, multiple of dense Viterbi's", ratiosIn(rows), "~g").axis,
        looks: looksOf(summary, cells),
        layers: [
          VITERBI_LINE,
          ...ratioLayers(strengthAxis(points), { dial: "strength", ...SPEED_TOOLTIP }),
        ],
      });
    },
  },
  {
    name: "work-by-strength",
    title: "Work by strength of transitions",
    order: 50,
    description: "Edge evaluations as a share of the (T−1)·L² of dense Viterbi at k = 1, on one " +
      "synthetic family, from transitions that hardly matter to transitions that decide; both axes " +
      "are logarithmic. The line at 100% is dense Viterbi. Counts are exact and the same on every " +
      "machine.",
    needs:
      "a decoder other than Viterbi counted at two or more strengths of transitions with k = 1",
    spec({ summary }) {
      const points = strengthSweep(summary).filter(({ row }) => (row.edge_share ?? 0) > 0);
      if (points.every(({ row }) => row.role === "baseline")) return undefined;
      const cells = points.map(({ row }) => row);
      return picture({
        title: "Work by strength of transitions",
        subtitle: [sweepName(points), countedSample(cells)],
        rows: points.map(({ row, dial }) => ({ ...datum(row), dial, nodes: row.node_expansions! })),
      }, {
        width: 620,
        height: 380,
        y: edgeShareAxis(cells).axis,
        looks: looksOf(summary, cells),
        layers: [
          VITERBI_LINE,
          ...decoderLayers("share", strengthAxis(points), {
            decoder: "decoder",
            dial: "strength",
            shareText: "share of dense edges",
            nodes: ["nodes opened, a sentence", ",.4~r"],
            ...WORK_TOOLTIP,
          }),
        ],
      });
    },
  },
];
export default charts;

/** Dense Viterbi: a line at 1 across the chart. */
const VITERBI_LINE: Layer = level("y", 1, { mark: { color: BASELINE_COLOR } });

/** A vertical axis for several fields, over their values and 1, where dense Viterbi is. */
function viterbiAxis(title: string, values: readonly number[], format: string) {
  const all = [1, ...values];
  const domain = [Math.min(...all), Math.max(...all)];
  const axis = log(undefined, title, { padding: 12, domain, ticks: logTicks(all), format });
  return { axis, most: domain[1]! };
}

/** The same for shares of dense Viterbi's edges, above 0. */
function edgeShareAxis(cells: readonly SummaryRow[]) {
  const shares = cells.map((row) => row.edge_share!);
  return viterbiAxis("edge evaluations, share of dense Viterbi", shares, "~%");
}

function labelAxis(counts: readonly number[]): Part {
  return log("labels", "labels (L)", {
    padding: 14,
    ticks: counts,
    format: ",d",
    axis: { grid: false, labelOverlap: "greedy" },
  })([]);
}

function strengthAxis(points: readonly Point[]): Part {
  return log("dial", "standard deviation of the transitions over that of the emissions", {
    padding: 14,
    ticks: dials(points),
    format: undefined,
    axis: { grid: false, labelOverlap: "greedy" },
  })([]);
}

/** A line for each decoder through its points. */
function decoderLayers(field: string, x: Part, tooltip: Tooltip): Layer[] {
  const place = { x, y: at(field) };
  return [lines({ channels: place }), dots(tooltip, { channels: place })];
}

/** The same for ratios of speeds, over their intervals. */
function ratioLayers(x: Part, tooltip: Tooltip): Layer[] {
  return [
    intervals("y", ["low", "high"], { channels: { x } }),
    ...decoderLayers("ratio", x, tooltip),
  ];
}

/** A ratio to dense Viterbi with its interval, which has no length where there is none. */
function ratioInterval(row: SummaryRow): { ratio: number; low: number; high: number } {
  const ratio = row.ratio_to_viterbi!;
  return { ratio, low: row.ratio_low ?? ratio, high: row.ratio_high ?? ratio };
}

function ratiosIn(rows: readonly ReturnType<typeof ratioInterval>[]): number[] {
  return rows.flatMap(({ low, ratio, high }) => [low, ratio, high]);
}

function countedSample(cells: readonly SummaryRow[]): string {
  return `counted on ${spanOf(cells.map((row) => row.sentences), "sentence")}`;
}

/** Names above the ends of lines, on a halo where others cross them. */
function lineNames(
  x: Part,
  rows: readonly { labels: number; linear: number; text: string }[],
): Layer[] {
  const place = { x, y: at("linear") };
  return [{ style: "halo" }, { color: BASELINE_COLOR }].map((ink) =>
    mark("text", { ...place, text: nominal("text"), color: null }, {
      rows,
      mark: { align: "right", dx: -4, dy: -9, ...ink },
    })
  );
}

/** Both ends of the line at L, as far as it lies in the picture. */
function linearGrowth(counts: readonly number[], most: number) {
  const [first, last] = [counts[0]!, Math.min(counts.at(-1)!, most)];
  return first < last ? [first, last].map((labels) => ({ labels, linear: labels })) : [];
}

/** A cell with the dial of its family. */
interface Point {
  /** The cell. */
  readonly row: SummaryRow;
  /** Strength of the transitions. */
  readonly dial: number;
}

/** Families whose dial is the strength of the transitions. */
const STRENGTHS: readonly string[] = ["strong", "structureless", "weak"];

/**
 * The drawable cells at k = 1 of the family (at one label count) that was measured with the most
 * dials above 0; empty if none has two.
 */
function strengthSweep(summary: readonly SummaryRow[]): Point[] {
  const points = drawable(summary).flatMap((row) => {
    const { dial = 0, length } = row.dataset_settings;
    // The axis is logarithmic; datasets with a fixed length are about growth.
    return row.k !== 1 || dial <= 0 || length !== undefined || !STRENGTHS.includes(row.family)
      ? []
      : [{ row, dial, sweep: `${row.family} ${row.labels}` }];
  });
  let widest: Point[] = [];
  for (const [, sweep] of Map.groupBy(points, (point) => point.sweep)) {
    if (dials(sweep).length > dials(widest).length) widest = sweep;
  }
  return dials(widest).length < 2 ? [] : widest;
}

/** Family and label count of a sweep, for a subtitle. */
function sweepName(points: readonly Point[]): string {
  const { row } = points[0]!;
  return `Synthetic family ${row.family}, L = ${row.labels}, k = 1`;
}

function dials(points: readonly Point[]): number[] {
  return [...new Set(points.map(({ dial }) => dial))].sort((a, b) => a - b);
}
