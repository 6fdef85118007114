/**
 * Times of studies.
 *
 * @module
 */

import type { StudyRow } from "../numbers/study_rows.ts";

/**
 * Total of some columns of milliseconds over some lines of a study; undefined if there are no
 * lines, or one lacks a time.
 */
export function totalMs(
  lines: readonly StudyRow[],
  columns: readonly string[],
): number | undefined {
  const times = lines.flatMap((line) => columns.map((column) => Number(line[column])));
  const total = times.reduce((sum, time) => sum + time, 0);
  return times.length > 0 && Number.isFinite(total) && total > 0 ? total : undefined;
}

/** How a line of a study is named on the pages. */
export function studyKey(study: string, ...fields: readonly string[]): string {
  return `studies/${study}.csv:${fields.join("/")}`;
}
