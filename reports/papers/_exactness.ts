/**
 * Tables of speed and exactness by width of the beam.
 *
 * @module
 */

import type { PaperCell } from "./contract.ts";
import { shareCells, speedCells } from "./_speeds.ts";
import type { RunData } from "../numbers/run_data.ts";

/** Two cells for each decoder of a table of Belanger et al., which is about one task. */
export function exactnessCells(run: RunData, table: string): PaperCell[] {
  const paper = "belanger";
  return [
    ...speedCells(run, { paper, table, baseline: "viterbi" })
      .map((cell) => ({ ...cell, column: "× Viterbi" })),
    ...shareCells(run, paper, table).map((cell) => ({ ...cell, column: "% exact" })),
  ];
}
