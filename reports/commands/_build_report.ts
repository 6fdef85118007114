/**
 * The report of a run's folder.
 *
 * @module
 */

import { readManifest, readRows } from "../../harness/store/store.ts";
import { readOptional } from "../../harness/store/table_file.ts";

/**
 * Builds the report of a run, and the pages of the studies beside it, from what is in its folder.
 * Reports show numbers of studies, too: after a study, both are built again.
 *
 * @returns the paths of the studies' pages
 */
export async function buildReport(dir: string): Promise<string[]> {
  const [rows, manifest] = [await readRows(dir), await readManifest(dir)];
  // Charts pull in Vega, which nothing else needs.
  const { writeReport } = await import("../pages/report.ts");
  await writeReport(dir, rows, manifest);
  return await buildStudyPages(dir);
}

/** Builds the pages of the studies in a folder, and the report if a run is there. */
export async function buildAfterStudy(dir: string): Promise<string[]> {
  const hasRun = await readOptional(`${dir}/manifest.json`) !== undefined;
  return await (hasRun ? buildReport(dir) : buildStudyPages(dir));
}

async function buildStudyPages(dir: string): Promise<string[]> {
  const { writeStudyPages } = await import("../pages/study_pages.ts");
  return await writeStudyPages(dir);
}

/** Says where the report of a run is. */
export function reportPlace(dir: string): string {
  return `Report: ${dir}/report.html, ${dir}/report.md; rows: ${dir}/rows.csv`;
}
