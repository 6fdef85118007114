/**
 * The share of sentences that have converged by iteration.
 *
 * @module
 */

import { SCHEMA } from "../picture.ts";
import type { RunData } from "../numbers/run_data.ts";
import type { Chart } from "./contract.ts";
import { cellOf, convergedBy, inSpace } from "../numbers/parsed_cells.ts";

/** Iterations that points are drawn at. */
const POINTS = [1, 2, 3, 4, 5, 7, 10, 15, 25, 50, 100, 200, 500, 1000];
/** What is drawn, by variant. */
const LINES: Readonly<Record<string, string>> = {
  "dual-decomposition{iterations=1000}": "dual decomposition",
  "belief-propagation{iterations=1000,tolerance=2}": "belief propagation, 1e-2",
  "belief-propagation{iterations=1000}": "belief propagation, 1e-3",
  "belief-propagation{iterations=1000,tolerance=6}": "belief propagation, 1e-6",
};

/** The chart “Converged by iteration”. */
const chart: Chart = {
  problem: "parsing",
  name: "converged-by-iteration",
  title: "Converged by iteration",
  isOfPaper: true,
  order: 50,
  description: "Share of the parsed sentences of dev on which both submodels agree (dual " +
    "decomposition), or on which no belief has changed by more than a limit (belief propagation), " +
    "by iteration: Figure 6 of the paper.",
  needs: "cells of ewt_ccg_dev with 1,000 iterations",
  spec,
};
export default chart;

function spec(run: RunData) {
  const values = ["ast", "reverse"].flatMap((space) =>
    Object.entries(LINES).flatMap(([decoder, line]) => {
      const cell = cellOf(run, inSpace("ewt_ccg_dev", space), decoder);
      return cell === undefined ? [] : POINTS.map((iteration) => ({
        ...{ space, line, iteration },
        share: convergedBy(cell, iteration),
      }));
    })
  );
  if (values.length === 0) return undefined;
  return {
    $schema: SCHEMA,
    title: { text: chart.title, subtitle: ["share of the parsed sentences of dev"] },
    data: { values },
    columns: 2,
    facet: { field: "space", type: "nominal" as const, title: null },
    spec: {
      width: 300,
      height: 220,
      mark: { type: "line" as const, point: { size: 18 }, strokeWidth: 1.5 },
      encoding: {
        x: {
          field: "iteration",
          type: "quantitative" as const,
          scale: { type: "log" as const, nice: false },
          axis: { values: [1, 10, 100, 1000] },
        },
        y: {
          field: "share",
          type: "quantitative" as const,
          title: "converged",
          scale: { domain: [0, 1] },
          axis: { format: "%" },
        },
        color: {
          field: "line",
          type: "nominal" as const,
          title: null,
          sort: Object.values(LINES),
          legend: { labelLimit: 220 },
        },
        tooltip: ["space", "line", "iteration", "share"].map((field) => ({ field })),
      },
    },
  };
}
