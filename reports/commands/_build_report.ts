/**
 * The report of a run's folder.
 *
 * @module
 */

import { readManifest, readRows } from "../../harness/store/store.ts";

/** Builds the report of a run, and of studies beside it, from rows and manifests in its folder. */
export async function buildReport(dir: string): Promise<void> {
  // Charts pull in Vega, which nothing else needs.
  const { writeReport } = await import("../pages/report.ts");
  await writeReport(dir, await readRows(dir), await readManifest(dir));
  const { writeStudyPages } = await import("../pages/study_pages.ts");
  await writeStudyPages(dir);
}

/** Says where the report of a run is. */
export function reportPlace(dir: string): string {
  return `Report: ${dir}/report.html, ${dir}/report.md; rows: ${dir}/rows.csv`;
}
