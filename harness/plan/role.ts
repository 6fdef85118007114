/**
 * What the cells of a plan are there for.
 *
 * @module
 */

/** The decoder that all others are compared with, and the reference for their answers. */
export const BASELINE = "viterbi";
/** The name of the control's rows. */
export const CONTROL = "control";

/**
 * What a cell is there for: `baseline` is what all others are compared with, `control` the baseline
 * once more, which shows how far two measurements of one thing differ, `rival` any other.
 */
export type Role = "baseline" | "control" | "rival";
