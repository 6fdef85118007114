/**
 * Exit codes of the command line; 0 is all right.
 *
 * @module
 */

/** A wrong answer, or counts that differ. */
export const EXIT_WRONG = 1;
/** Bad usage or input. */
export const EXIT_USAGE = 2;
/** Nothing or not everything was measured, or the system gave neither room nor leave to go on. */
export const EXIT_INCOMPLETE = 3;
