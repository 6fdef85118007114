/**
 * Edge evaluations as a share of dense Viterbi's by the strength of the transitions.
 *
 * @module
 */

import { datum, decoderEncoding, span } from "../drawing/encoding.ts";
import type { Chart, Spec } from "./contract.ts";
import { type Point, strengthAxis, strengthSweep, SWEEP_FRAME, sweepName } from "./_strength.ts";
import { decoderLines, edgeShareAxis, VITERBI_LINE } from "./_viterbi_axis.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The chart “Work by strength of transitions”. */
const workByStrength: Chart = {
  name: "work-by-strength",
  title: "Work by strength of transitions",
  order: 50,
  description: "Edge evaluations as a share of the (T−1)·L² of dense Viterbi at k = 1, on one " +
    "synthetic family, from transitions that hardly matter to transitions that decide; both axes " +
    "are logarithmic. The line at 100% is dense Viterbi. Counts are exact and the same on every " +
    "machine.",
  needs: "a decoder other than Viterbi counted at two or more strengths of transitions with k = 1",
  spec,
};

export default workByStrength;

function spec({ summary }: RunData): Spec | undefined {
  const points = strengthSweep(summary).filter(({ row }) => (row.edge_share ?? 0) > 0);
  if (points.every(({ row }) => row.role === "baseline")) return undefined;
  const cells = points.map(({ row }) => row);
  return {
    ...SWEEP_FRAME,
    title: {
      text: workByStrength.title,
      subtitle: [
        sweepName(points),
        `counted on ${span(cells.map((row) => row.sentences))} sentences`,
      ],
    },
    data: { values: points.map(pointDatum) },
    encoding: { y: edgeShareAxis(cells) },
    layer: [
      VITERBI_LINE,
      ...decoderLines("share", strengthAxis(points), decoderEncoding(summary, cells), [
        { field: "decoder", title: "decoder" },
        { field: "dial", title: "strength" },
        { field: "shareText", title: "share of dense edges" },
        { field: "nodes", title: "nodes opened, a sentence", format: ",.4~r" },
        { field: "answers", title: "answers" },
        { field: "counted", title: "counted" },
      ]),
    ],
  };
}

function pointDatum({ row, dial }: Point): Record<string, string | number> {
  return { ...datum(row), dial, nodes: row.node_expansions! };
}
