/**
 * Speed as a multiple of dense Viterbi's: a row per decoder, a column per dataset.
 *
 * @module
 */

import { formatNumber, formatTimesInterval, formatTwoDigits } from "../numbers/format.ts";
import { CLOCK_WORDS } from "../numbers/glance.ts";
import { answersText, verdictMark } from "../numbers/marks.ts";
import { generalCells, orderDecoders } from "../numbers/variants.ts";
import { figuresOf, type SummaryRow } from "../numbers/summary_row.ts";
import { mark, names, nominal, picture, type Tooltip, tooltipOf } from "../picture.ts";
import { CELL_TOOLTIP, panelTitle, timedSample } from "./_cells.ts";
import type { Chart } from "./contract.ts";

const CELL = { width: 48, height: 22 };
/** From here on a cell is so dark that black text on it is hard to read; in decades. */
const DARK = 0.62;

/** The chart “Decoders and datasets”. */
const heatMap: Chart = {
  name: "heat-map",
  title: "Decoders and datasets",
  order: 15,
  description:
    "Speed as a multiple of dense Viterbi's at k = 1 in every cell, real datasets first; " +
    "blue is faster than dense Viterbi, orange slower, on a logarithmic scale. ≈ some answers are " +
    "not the best path. Cells that ran out of time, failed, or were wrong though their decoder " +
    "claims to be exact say so; – was not run.",
  needs: "a decoder other than Viterbi timed with k = 1",
  spec({ summary }) {
    const cells = generalCells(summary).filter((row) =>
      row.k === 1 && row.role === "rival" && row.status !== "skipped"
    );
    const timed = cells.filter(({ ratio_to_viterbi, verdict }) =>
      ratio_to_viterbi !== undefined && verdict !== "wrong"
    );
    if (timed.length === 0) return undefined;
    const isReal = ({ family }: SummaryRow) => family === "real";
    const columns = [
      ...new Map([...cells.filter(isReal), ...cells].map((row) => [panelTitle(row), row.dataset])),
    ];
    const decoders = orderDecoders(cells);
    const known = new Map(cells.map((row) => [`${panelTitle(row)} ${row.decoder}`, row]));
    const most = Math.max(...timed.map((row) => Math.abs(Math.log10(row.ratio_to_viterbi!))), 0.3);
    const rows = decoders.flatMap((decoder) =>
      columns.map(([column, dataset]) =>
        cellDatum(known.get(`${column} ${decoder}`), { decoder, column, dataset }, most)
      )
    );
    return picture({
      title: heatMap.title,
      subtitle: [
        "Speed, multiple of dense Viterbi's; k = 1",
        CLOCK_WORDS.decode,
        timedSample(timed),
      ],
      rows,
    }, {
      width: { step: CELL.width },
      height: { step: CELL.height },
      x: names("column", columns.map(([column]) => column), {
        axis: { orient: "bottom", labelAngle: -35, labelPadding: 6, grid: undefined },
      }),
      y: names("decoder", decoders, { axis: { grid: undefined } }),
      layers: [
        mark("rect", {
          color: {
            field: "decades",
            type: "quantitative",
            // Through grey: other interpolations of orange and blue make a green of their own.
            scale: {
              domain: [-most, 0, most],
              range: ["#b35806", "#f0eee9", "#1b6ca8"],
              interpolate: "rgb",
            },
            legend: null,
          },
          tooltip: tooltipOf(TOOLTIP),
        }, { where: "isValid(datum.decades)", mark: { cornerRadius: 2 } }),
        mark("text", {
          text: nominal("text"),
          color: {
            condition: [
              { test: "!isValid(datum.decades)", value: "#7d7d7d" },
              { test: `abs(datum.decades) > ${DARK} * ${most}`, value: "#ffffff" },
            ],
            value: "#1f2328",
          },
          tooltip: tooltipOf(TOOLTIP),
        }, { mark: { fontSize: 10 } }),
      ],
    });
  },
};

export default heatMap;

const TOOLTIP: Tooltip = {
  ...CELL_TOOLTIP,
  ratioText: "× Viterbi [interval]",
  speedText: "sentences/s",
  answers: "answers",
  status: "status",
};

function cellDatum(
  row: SummaryRow | undefined,
  place: { readonly decoder: string; readonly column: string; readonly dataset: string },
  most: number,
): Record<string, string | number> {
  if (row === undefined) return { ...place, text: "–" };
  const { status, verdict } = row;
  const { ratio, speed } = figuresOf(row);
  const common = { ...place, labels: row.labels, k: row.k, status };
  // The speed of a wrong answer is the speed of nothing.
  if (verdict === "wrong") return { ...common, text: "wrong" };
  if (ratio === undefined) return { ...common, text: status === "ok" ? "?" : status };
  return {
    ...common,
    text: `${verdictMark(row)}${shortRatio(ratio.median)}`,
    decades: Number(Math.max(-most, Math.min(most, Math.log10(ratio.median))).toPrecision(5)),
    ratioText: formatTimesInterval(ratio),
    ...(speed === undefined ? {} : { speedText: formatNumber(speed.median) }),
    answers: answersText(row),
  };
}

/** Two digits are what fits a cell. */
function shortRatio(ratio: number): string {
  return ratio < 0.00995 ? ratio.toExponential(0) : formatTwoDigits(ratio);
}
