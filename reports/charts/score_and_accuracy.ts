/**
 * What higher scores are worth: accuracies by the scores of the derivations, beam by beam.
 *
 * Source: Auli and Lopez 2011, Figures 1 and 5.
 *
 * @module
 */

import { beamSeries } from "../numbers/parsed_cells.ts";
import { at, linear, lines, mark, nominal, picture, tooltipOf } from "../picture.ts";
import { huesOf } from "./_cells.ts";
import { withLabels } from "./_label_lanes.ts";
import type { Chart } from "./contract.ts";

/** Panels of the decoders that maximise the parser's scores, and of those that maximise J. */
const MAXIMISED = [
  { decoders: ["pipeline"], score: "parserScore", axis: "Σ of the parser's scores" },
  { decoders: ["oracle"], score: "parserScore", axis: "Σ of the parser's scores" },
  { decoders: ["belief-propagation", "dual-decomposition"], score: "objective", axis: "Σ J" },
] as const;

/** A panel in pixels. */
const SIZE = { width: 220, height: 240 };

/** The chart “Scores and accuracy by beam”. */
const scoreAndAccuracy: Chart = {
  problem: "parsing",
  name: "score-and-accuracy",
  title: "Scores and accuracy by beam",
  isOfPaper: true,
  order: 60,
  description:
    "F of labelled dependencies, by our own patterns of heads, by the sum of the scores of the " +
    "derivations, a point a beam from 0.075 to 0.00001, over the sentences that are parsed at " +
    "all of them. The pipeline and the oracle by the parser's scores (Figure 1 of the paper), " +
    "the integrated models by J (Figure 5). The paper draws its points and prints no number of " +
    "them.",
  needs: "cells of ewt_ccg_dev at two beams or more",
  spec(run) {
    const rows = MAXIMISED.flatMap(({ decoders, score }) =>
      withLabels(
        decoders.flatMap((decoder) =>
          beamSeries(run, decoder).map(({ beam, labelledF: F, ...scores }, order) => {
            return { decoder, order, beam: String(beam), F, score: scores[score] };
          })
        ),
        ({ score: x, F: y, beam: text }) => ({ x, y, text }),
        SIZE,
      )
    );
    if (rows.length === 0) return undefined;
    const looks = { color: huesOf(run, rows) };
    const subtitle = ["a point a beam, which stands beside it where there is room"];
    return picture({ title: "Scores and accuracy by beam", subtitle, rows }, {
      spacing: 24,
      share: ["color"],
      panels: MAXIMISED.map(({ decoders, axis }) => ({
        only: ["decoder", ...decoders],
        ...SIZE,
        x: linear("score", axis, { scale: { zero: false }, axis: { tickCount: 3 } }),
        y: linear("F", "LF, %", { scale: { zero: false } }),
        channels: { order: at("order") },
        looks,
        layers: [
          lines({ mark: { strokeWidth: 1.2 } }),
          mark("point", {
            size: { field: "order", type: "ordinal", scale: { range: [90, 18] }, legend: null },
            tooltip: tooltipOf({ decoder: "decoder", beam: "beam", score: "score", F: "F" }),
          }, { mark: { filled: true, opacity: 1 } }),
          mark("text", { text: nominal("label") }, {
            mark: { align: "left", dx: 5, dy: -5, fontSize: 9 },
          }),
        ],
      })),
    });
  },
};
export default scoreAndAccuracy;
