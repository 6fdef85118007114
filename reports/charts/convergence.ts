/**
 * How bound and derivation close in on the best score.
 *
 * @module
 */

import { iterationPoints, type ParsedCell, provenBest } from "../numbers/parsed_cells.ts";
import type { Chart } from "./contract.ts";
import { type IterationDatum, iterationPanels } from "./_iteration_panels.ts";

/** The chart “Convergence”. */
const convergence: Chart = {
  problem: "parsing",
  name: "convergence",
  title: "Convergence of bound and derivation",
  order: 10,
  description:
    "How far the best bound so far is above the best score, and the best derivation so " +
    "far below it, after each iteration: means over the sentences, in nats. A sentence that has " +
    "ended stays where it ended. The axis is linear near 0.",
  needs: "traces of decoders with iterations, and the best score of all sentences",
  spec: (run) =>
    iterationPanels(run, {
      title: convergence.title,
      axis: "nats from the best score",
      scale: "gap",
      data,
    }),
};
export default convergence;

function data(cell: ParsedCell, ofDataset: readonly ParsedCell[]): IterationDatum[] {
  // The exact decoder ends by other means than its iterations.
  if (cell.row.exact) return [];
  const { decoder } = cell.row;
  const datum = (line: string, iteration: number, value: number) =>
    Number.isFinite(value) ? [{ decoder, line, iteration, value }] : [];
  const points = iterationPoints(cell, provenBest(ofDataset));
  if (points.length < 2) return [];
  return points.flatMap(({ iteration, primalGap, dualGap }) => [
    ...datum("derivation", iteration, primalGap),
    ...datum("bound", iteration, dualGap),
  ]);
}
