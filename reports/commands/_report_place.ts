/**
 * Where a report is.
 *
 * @module
 */

/** Says where the report of a run is. */
export function reportPlace(dir: string): string {
  return `Report: ${dir}/report.html, ${dir}/report.md; rows: ${dir}/rows.csv`;
}
