/**
 * How to run a plan.
 *
 * @module
 */

/** How to run a plan. */
export interface RunOptions {
  /** Folder for the rows. */
  readonly out: string;
  /** Seed of the synthetic lattices and of the order of the cells. */
  readonly seed: number;
  /** Counts the runs into the folder. */
  readonly session: number;
}
