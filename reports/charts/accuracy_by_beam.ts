/**
 * Scores and accuracy by beam.
 *
 * @module
 */

import { decoderEncoding } from "../drawing/encoding.ts";
import { SCHEMA } from "../picture.ts";
import { beamSeries } from "../numbers/parsed_cells.ts";
import type { RunData } from "../numbers/run_data.ts";
import type { Chart } from "./contract.ts";

/** What is drawn from left to right: what each decoder looks for the most of. */
const SCORES: Readonly<Record<string, "parserScore" | "objective">> = {
  "pipeline": "parserScore",
  "oracle": "parserScore",
  "belief-propagation": "objective",
  "dual-decomposition": "objective",
};
/** A panel each, in this order. */
const PANELS = [
  ...[["pipeline"], ["oracle"], ["belief-propagation", "dual-decomposition"]],
];

/** The chart “Scores and accuracy by beam”. */
const beams: Chart = {
  problem: "parsing",
  name: "score-and-accuracy",
  title: "Scores and accuracy by beam",
  isOfPaper: true,
  order: 60,
  description: "F of labelled spans by the sum of the scores of the derivations, a point a beam " +
    "from 0.075 to 0.00001, over the sentences that are parsed at all of them. The pipeline " +
    "and the oracle by the parser's scores (Figure 1 of the paper), the integrated models by J " +
    "(Figure 5).",
  needs: "cells of ewt_ccg_dev at two beams or more",
  spec,
};
export default beams;

function spec(run: RunData) {
  const values = PANELS.flatMap((decoders) =>
    decoders.flatMap((decoder) =>
      beamSeries(run, decoder).map((point, order) => ({
        ...{ decoder, order, beam: point.beam, F: point.spanF },
        score: point[SCORES[decoder]!],
      }))
    )
  );
  if (values.length === 0) return undefined;
  const drawn = new Set<string>(values.map(({ decoder }) => decoder));
  const rows = run.cells.map(({ row }) => row).filter(({ decoder }) => drawn.has(decoder));
  const { color } = decoderEncoding(run.summary, rows);
  return {
    $schema: SCHEMA,
    title: { text: beams.title, subtitle: ["a point a beam; the largest is the narrowest"] },
    data: { values },
    spacing: 24,
    resolve: { scale: { color: "shared" as const } },
    hconcat: PANELS.map((decoders) => ({
      transform: [{ filter: { field: "decoder", oneOf: [...decoders] } }],
      width: 220,
      height: 240,
      layer: [
        { mark: { type: "line" as const, strokeWidth: 1.2 } },
        {
          mark: { type: "point" as const, filled: true, opacity: 1 },
          encoding: {
            size: {
              field: "order",
              type: "ordinal" as const,
              scale: { range: [90, 18] },
              legend: null,
            },
            tooltip: ["decoder", "beam", "score", "F"].map((field) => ({ field })),
          },
        },
      ],
      encoding: {
        x: {
          field: "score",
          type: "quantitative" as const,
          title: decoders.length === 1 ? "Σ of the parser's scores" : "Σ J",
          scale: { zero: false },
          axis: { tickCount: 3 },
        },
        y: {
          field: "F",
          type: "quantitative" as const,
          title: "F of labelled spans, %",
          scale: { zero: false },
        },
        order: { field: "order", type: "quantitative" as const },
        color,
      },
    })),
  };
}
