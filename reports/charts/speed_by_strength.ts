/**
 * Speed as a multiple of Viterbi's by the strength of the transitions.
 *
 * @module
 */

import { datum, decoderEncoding, SPEED_TOOLTIP, timedSample } from "../drawing/encoding.ts";
import type { Chart, Spec } from "./contract.ts";
import { type Point, strengthAxis, strengthSweep, SWEEP_FRAME, sweepName } from "./_strength.ts";
import { axisWithViterbi, ratioInterval, ratioLines, VITERBI_LINE } from "./_viterbi_axis.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The chart “Speed-up by strength of transitions”. */
const speedByStrength: Chart = {
  name: "speed-by-strength",
  title: "Speed-up by strength of transitions",
  order: 45,
  description: "Speed as a multiple of dense Viterbi's at k = 1, on one synthetic family, from " +
    "transitions that hardly matter to transitions that decide; both axes are logarithmic. Below " +
    "the line at 1 a decoder loses to dense Viterbi. Points are medians over pairs of rounds, bars " +
    "their 95% bootstrap intervals.",
  needs: "a decoder other than Viterbi timed at two or more strengths of transitions with k = 1",
  spec,
};

export default speedByStrength;

function spec({ summary }: RunData): Spec | undefined {
  const points = strengthSweep(summary).filter(({ row }) =>
    row.ratio_to_viterbi !== undefined && row.role !== "baseline"
  );
  if (points.length === 0) return undefined;
  const cells = points.map(({ row }) => row);
  const values = points.map(pointDatum);
  return {
    ...SWEEP_FRAME,
    title: {
      text: speedByStrength.title,
      subtitle: [sweepName(points), timedSample(cells)],
    },
    data: { values },
    encoding: {
      y: axisWithViterbi(
        "speed, multiple of dense Viterbi's",
        values.flatMap(({ low, ratio, high }) => [low, ratio, high]),
        "~g",
      ),
    },
    layer: [
      VITERBI_LINE,
      ...ratioLines(strengthAxis(points), decoderEncoding(summary, cells), [
        { field: "dial", title: "strength" },
        ...SPEED_TOOLTIP,
      ]),
    ],
  };
}

function pointDatum({ row, dial }: Point) {
  return { ...datum(row), dial, ...ratioInterval(row) };
}
