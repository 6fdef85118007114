/**
 * What the cells of a plan are there for.
 *
 * @module
 */

/** Dense Viterbi: the baseline of label sequences, in papers and charts. */
export const BASELINE = "viterbi";
/** The name of the control's rows. */
export const CONTROL = "control";

/**
 * What a cell is there for: `baseline` is what all others are compared with, `control` the baseline
 * once more, which shows how far two measurements of one thing differ, `rival` any other.
 */
export type Role = "baseline" | "control" | "rival";
