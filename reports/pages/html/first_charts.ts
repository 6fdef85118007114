/**
 * What stands on the first page of the HTML report.
 *
 * @module
 */

/** Charts by name, the first one first; all others have a page of their own. */
export const FIRST_CHARTS: readonly string[] = ["at-a-glance", "exactness-frontier"];

/** The table that it begins with if the run holds a pack of the reader's own. */
export const FIRST_TABLE = "your-pack";
