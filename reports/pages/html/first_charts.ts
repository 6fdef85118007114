/**
 * Which charts stand on the first page of the HTML report.
 *
 * @module
 */

/** Their names, the first one first; all others have a page of their own. */
export const FIRST_CHARTS: readonly string[] = ["at-a-glance", "exactness-frontier"];
