/**
 * Edge evaluations as a share of dense Viterbi's by label count, log–log, a line per decoder.
 *
 * @module
 */

import {
  datum,
  decoderEncoding,
  drawableGeneral,
  span,
  widestFamily,
} from "../drawing/encoding.ts";
import { SCHEMA } from "../picture.ts";
import type { Chart, Spec } from "./contract.ts";
import { isHeadline } from "../numbers/variants.ts";
import { decoderLines, edgeShareAxis, labelAxis, VITERBI_LINE } from "./_viterbi_axis.ts";
import type { RunData } from "../numbers/run_data.ts";

/** The chart “Work by label count”. */
const workByLabelCount: Chart = {
  name: "work-by-label-count",
  title: "Work by label count",
  order: 40,
  description: "Edge evaluations as a share of the (T−1)·L² of dense Viterbi at k = 1, on the " +
    "synthetic family measured at the most label counts; both axes are logarithmic. The line at " +
    "100% is dense Viterbi. Counts are exact and the same on every machine: there are no intervals.",
  needs:
    "a decoder other than Viterbi counted at two or more label counts of one synthetic family " +
    "with k = 1",
  spec,
};

export default workByLabelCount;

function spec({ summary }: RunData): Spec | undefined {
  const cells = widestFamily(
    // A share of 0 has no place on a logarithmic axis.
    drawableGeneral(summary).filter((row) =>
      row.k === 1 && (row.edge_share ?? 0) > 0 && isHeadline(row)
    ),
  );
  if (cells.every((row) => row.role === "baseline")) return undefined;
  return {
    $schema: SCHEMA,
    title: {
      text: "Work by label count",
      subtitle: [
        `Synthetic family ${cells[0]!.family}, k = 1`,
        `counted on ${span(cells.map((row) => row.sentences))} sentences`,
      ],
    },
    data: { values: cells.map(datum) },
    width: 620,
    height: 360,
    encoding: { y: edgeShareAxis(cells) },
    layer: [
      VITERBI_LINE,
      ...decoderLines("share", labelAxis(cells), decoderEncoding(summary, cells), [
        { field: "decoder", title: "decoder" },
        { field: "dataset", title: "dataset" },
        { field: "labels", title: "labels", format: "," },
        { field: "shareText", title: "share of dense edges" },
        { field: "answers", title: "answers" },
        { field: "counted", title: "counted" },
      ]),
    ],
  };
}
