/**
 * How many sentences are proven after each iteration.
 *
 * @module
 */

import { iterationPoints, type ParsedCell } from "../numbers/parsed_cells.ts";
import type { Chart } from "./contract.ts";
import { type IterationDatum, iterationPanels } from "./_iteration_panels.ts";

/** The chart “Certified by iteration”. */
const certified: Chart = {
  problem: "parsing",
  name: "certified",
  title: "Certified by iteration",
  order: 20,
  description: "Share of the parsed sentences whose derivation the bound proves to be the best, " +
    "after each iteration. Decoders without bounds prove nothing and are left out.",
  needs: "traces of decoders with bounds and more than one iteration",
  spec: (run) =>
    iterationPanels(run, {
      title: certified.title,
      axis: "proven to be the best",
      scale: "share",
      data,
    }),
};
export default certified;

function data(cell: ParsedCell, _ofDataset: readonly ParsedCell[]): IterationDatum[] {
  const { row: { decoder, exact } } = cell;
  // The exact decoder goes on where its iterations end.
  if (exact) return [];
  const points = iterationPoints(cell, new Map());
  if (points.length < 2 || points.at(-1)!.proven === 0) return [];
  return points.map(({ iteration, proven }) => ({
    ...{ decoder, iteration, value: proven, line: decoder },
  }));
}
