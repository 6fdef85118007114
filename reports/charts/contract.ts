/**
 * The chart contract: what a file in `charts/` exports to be a chart of the report.
 *
 * @module
 */

import type { Figure } from "../blocks.ts";
import type { Problem, RunData } from "../numbers/run_data.ts";
import type { Spec } from "../picture.ts";

/** A chart of the report: the default export of a module in `charts/`. */
export interface Chart extends Figure {
  /** Where it stands in the report: smaller is earlier. */
  readonly order: number;
  /** The kind of problem that it is about; sequences if left out. */
  readonly problem?: Problem;
  /** It draws the data of a paper, and other runs have nothing of it. */
  readonly isOfPaper?: true;
  /** What a run must hold for the chart to be drawn; shown where it is not. */
  readonly needs: string;
  /** Makes the specification with its data inlined; undefined if the run lacks what it needs. */
  spec(run: RunData): Spec | undefined;
}
