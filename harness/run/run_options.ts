/**
 * How to run a plan.
 *
 * @module
 */

import type { Row } from "../store/rows.ts";

/** How to run a plan. */
export interface RunOptions {
  /** Folder for the rows. */
  readonly out: string;
  /** Seed of the synthetic lattices and of the order of the cells. */
  readonly seed: number;
  /** Counts the runs into the folder. */
  readonly session: number;
  /** Rows of earlier sessions; what has a row is not run again. */
  readonly done: readonly Row[];
}
