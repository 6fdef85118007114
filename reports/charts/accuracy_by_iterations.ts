/**
 * Accuracy by the iterations that are allowed.
 *
 * @module
 */

import { SCHEMA } from "../picture.ts";
import { accuracyOf } from "../numbers/accuracy.ts";
import type { RunData } from "../numbers/run_data.ts";
import type { Chart } from "./contract.ts";
import { cellOf, inSpace, variantOf } from "../numbers/parsed_cells.ts";

/** Iterations that the suite has cells of. */
const ITERATIONS = [1, 2, 3, 5, 10, 25, 1000];
const SYSTEMS = { bp: "belief propagation", dd: "dual decomposition" } as const;

/** The chart “Accuracy by iterations”. */
const chart: Chart = {
  problem: "parsing",
  name: "accuracy-by-iterations",
  title: "Accuracy by iterations",
  isOfPaper: true,
  order: 40,
  description:
    "F of labelled dependencies of belief propagation and dual decomposition on dev with " +
    "at most so many iterations, and of the pipeline (dashed), which has none: Figure 4 of the " +
    "paper. Best derivations; all sentences with a parse.",
  needs: "cells of ewt_ccg_dev with several limits of iterations",
  spec,
};
export default chart;

function spec(run: RunData) {
  const values = ["ast", "reverse"].flatMap((space) => {
    const dataset = inSpace("ewt_ccg_dev", space);
    const baseline = cellOf(run, dataset, "pipeline");
    return ITERATIONS.flatMap((iterations) => [
      ...(Object.keys(SYSTEMS) as (keyof typeof SYSTEMS)[]).flatMap((system) => {
        const cell = cellOf(run, dataset, variantOf(`${system}-${iterations}`));
        return cell === undefined
          ? []
          : [{ space, iterations, system: SYSTEMS[system], F: accuracyOf(cell, "LF") }];
      }),
      ...(baseline === undefined
        ? []
        : [{ space, iterations, system: "pipeline", F: accuracyOf(baseline, "LF") }]),
    ]);
  }).filter(({ F }) => Number.isFinite(F));
  if (!values.some(({ system, iterations }) => system !== "pipeline" && iterations > 1)) {
    return undefined;
  }
  return {
    $schema: SCHEMA,
    title: { text: chart.title, subtitle: ["F of labelled dependencies on dev"] },
    data: { values },
    columns: 2,
    facet: { field: "space", type: "nominal" as const, title: null },
    spec: {
      width: 300,
      height: 220,
      mark: { type: "line" as const, point: { size: 24 }, strokeWidth: 1.5 },
      encoding: {
        x: {
          field: "iterations",
          type: "quantitative" as const,
          title: "iterations at most",
          scale: { type: "log" as const, nice: false },
          axis: { values: ITERATIONS },
        },
        y: {
          field: "F",
          type: "quantitative" as const,
          title: "LF, %",
          scale: { zero: false },
        },
        color: { field: "system", type: "nominal" as const, title: null },
        strokeDash: {
          condition: { test: "datum.system === 'pipeline'", value: [4, 3] },
          value: [1, 0],
        },
        tooltip: ["space", "system", "iterations", "F"].map((field) => ({ field })),
      },
    },
  };
}
