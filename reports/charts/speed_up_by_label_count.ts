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
  SPEED_TOOLTIP,
  timedSample,
  widestFamily,
} from "../drawing/encoding.ts";
import { SCHEMA } from "../picture.ts";
import type { Chart, Spec } from "./contract.ts";
import { BASELINE_COLOR } from "../drawing/decoder_looks.ts";
import { isHeadline } from "../numbers/variants.ts";
import {
  axisWithViterbi,
  labelAxis,
  ratioInterval,
  ratioLines,
  VITERBI_LINE,
} from "./_viterbi_axis.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The chart “Speed-up by label count”. */
const speedUpByLabelCount: Chart = {
  name: "speed-up-by-label-count",
  title: "Speed-up by label count",
  order: 10,
  description: "Speed as a multiple of dense Viterbi's at k = 1 on the synthetic family measured " +
    "at the most label counts; both axes are logarithmic. The line at 1 is dense Viterbi; along the " +
    "dotted line the speed-up is L, which is what dense Viterbi's L² edges a position come to if a " +
    "decoder looks at only L of them: growth as steep as that is the most to hope for, as every " +
    "emission must be read. Decoders are drawn with their defaults, dense Viterbi and the beam with " +
    "SIMD, too. Points are medians over pairs of rounds, bars their 95% bootstrap " +
    "intervals.",
  needs: "one synthetic family timed at two or more label counts with k = 1",
  spec,
};

export default speedUpByLabelCount;

function spec({ summary }: RunData): Spec | undefined {
  const cells = widestFamily(
    drawableGeneral(summary).filter((row) =>
      row.k === 1 && row.ratio_to_viterbi !== undefined && row.role !== "baseline" &&
      isHeadline(row)
    ),
  );
  if (cells.length === 0) return undefined;
  const counts = labelCounts(cells);
  const values = cells.map((row) => ({ ...datum(row), ...ratioInterval(row) }));
  const y = axisWithViterbi(
    "speed, multiple of dense Viterbi's",
    values.flatMap(({ low, ratio, high }) => [low, ratio, high]),
    ",~g",
  );
  const growth = linearGrowth(counts, y.scale.domain[1]!);
  const x = labelAxis(cells);
  return {
    $schema: SCHEMA,
    title: {
      text: speedUpByLabelCount.title,
      subtitle: [`Synthetic family ${cells[0]!.family}, k = 1`, timedSample(cells)],
    },
    data: { values },
    width: 620,
    height: 400,
    encoding: { y },
    layer: [
      VITERBI_LINE,
      {
        data: { values: growth },
        mark: { type: "line", color: BASELINE_COLOR, strokeDash: [2, 4], strokeWidth: 1.5 },
        encoding: { x, y: { field: "linear", type: "quantitative" } },
      },
      ...ratioLines(x, decoderEncoding(summary, cells), SPEED_TOOLTIP),
      ...lineNames(x, [
        ...growth.slice(-1).map((end) => ({ ...end, text: "speed-up = L" })),
        { labels: counts.at(-1)!, linear: 1, text: "dense Viterbi" },
      ]),
    ],
  };
}

/** Names above the ends of lines, on a halo where others cross them. */
function lineNames<X>(x: X, values: readonly { labels: number; linear: number; text: string }[]) {
  const place = { type: "text", align: "right", dx: -4, dy: -9 } as const;
  return [{ style: "halo" }, { color: BASELINE_COLOR }].map((ink) => ({
    data: { values: [...values] },
    mark: { ...place, ...ink },
    encoding: {
      x,
      y: { field: "linear", type: "quantitative" } as const,
      text: { field: "text", type: "nominal" } as const,
    },
  }));
}

/** Both ends of the line at L, as far as it lies in the picture. */
function linearGrowth(counts: readonly number[], most: number) {
  const [first, last] = [counts[0]!, Math.min(counts.at(-1)!, most)];
  return first < last ? [first, last].map((labels) => ({ labels, linear: labels })) : [];
}
