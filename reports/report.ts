/**
 * Writes the report of a run into its folder.
 *
 * @module
 */

import type { Row } from "../harness/rows.ts";
import { claimsMarkdown } from "./claims_markdown.ts";
import { composeReport, type ReportContent } from "./content.ts";
import { reportHtml } from "./html.ts";
import { reportMarkdown } from "./markdown.ts";
import { tableCsv, tableMarkdown } from "./render_table.ts";
import { renderPng } from "./render.ts";
import { summaryCsv } from "./summary.ts";

/**
 * Writes `summary.csv`, `claims.md`, `tables/*.{md,csv}`, `charts/*.{vl.json,svg,png}`, `report.md` and
 * `report.html` into a run's folder, from its rows and manifest alone. The same rows and manifest
 * give the same bytes.
 *
 * @throws {RangeError} if there are no rows.
 */
export async function writeReport(
  dir: string,
  rows: readonly Row[],
  manifest: unknown,
): Promise<void> {
  const report = await composeReport(rows, manifest);
  const files = new Map<string, string | Uint8Array>([
    ["summary.csv", summaryCsv(report.summary)],
    ...tableFiles(report),
    ...await chartFiles(report),
    ["claims.md", claimsMarkdown(report.claims)],
    ["report.md", reportMarkdown(report)],
    ["report.html", await reportHtml(report)],
  ]);
  // What an earlier report of this folder drew from rows that are no longer there.
  for (const folder of ["tables", "charts"]) {
    await Deno.mkdir(`${dir}/${folder}`, { recursive: true });
  }
  for (const { chart, drawing } of report.charts) {
    if (drawing === undefined) await removeStale(dir, chart.name);
  }
  for (const [name, content] of files) {
    if (typeof content === "string") await Deno.writeTextFile(`${dir}/${name}`, content);
    else await Deno.writeFile(`${dir}/${name}`, content);
  }
}

function tableFiles(report: ReportContent): [string, string][] {
  return report.tables.flatMap(({ table: { name, title, note }, content }): [string, string][] => [
    [`tables/${name}.md`, `# ${title}\n\n${note}\n\n${tableMarkdown(content, 2)}`],
    [`tables/${name}.csv`, tableCsv(content)],
  ]);
}

async function chartFiles(report: ReportContent): Promise<[string, string | Uint8Array][]> {
  const files: [string, string | Uint8Array][] = [];
  for (const { chart: { name }, drawing } of report.charts) {
    if (drawing === undefined) continue;
    files.push([`charts/${name}.vl.json`, drawing.json]);
    files.push([`charts/${name}.svg`, drawing.svg]);
    files.push([`charts/${name}.png`, await renderPng(drawing.svg)]);
  }
  return files;
}

async function removeStale(dir: string, name: string): Promise<void> {
  for (const extension of ["vl.json", "svg", "png"]) {
    try {
      await Deno.remove(`${dir}/charts/${name}.${extension}`);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
