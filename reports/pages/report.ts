/**
 * Writes the report of a run into its folder.
 *
 * @module
 */

import type { Row } from "../../harness/store/rows.ts";
import { readRun } from "../../harness/store/store.ts";
import { hasTable, isThere } from "../../harness/store/table_file.ts";
import { claimsPage, paperPage, reportBlocks } from "./element_pages.ts";
import { markdownOf, tableCsv, tableMarkdown } from "./markdown.ts";
import { composeReport } from "./compose.ts";
import type { ReportContent } from "./content.ts";
import { reportHtml } from "./html/report.ts";
import { latexTable } from "./latex/tabular.ts";
import { numbersLatex, paperTableLatex } from "./latex/papers.ts";
import { papersCsv } from "./papers_csv.ts";
import { type PageFiles, writeFiles } from "./files.ts";
import { readRunData, runData } from "../numbers/read_run.ts";
import type { RunData } from "../numbers/run_data.ts";
import { readStudies } from "../numbers/study_rows.ts";
import { summaryCsv } from "../numbers/summary.ts";
import { writeStudyPages } from "./study_pages.ts";
import { summaryLatex } from "./latex/summary.ts";

/**
 * The files of a run's report but its PNGs, from its rows, its manifest, its times of sentences and
 * the studies in its folder. The same input gives the same texts.
 *
 * @throws {RangeError} if there are no rows.
 */
export async function reportFiles(run: RunData, manifest: unknown): Promise<PageFiles> {
  const report = await composeReport(run, manifest);
  return new Map([
    ["summary.csv", summaryCsv(report.summary)],
    ...tableFiles(report),
    ...chartFiles(report),
    ...paperFiles(report),
    ...latexFiles(report),
    ["claims.md", markdownOf(claimsPage(report.claims, report.claimsRule).blocks)],
    ["report.md", markdownOf(reportBlocks(report))],
    ["report.html", await reportHtml(report)],
  ]);
}

/**
 * Writes `summary.csv`, `claims.md`, `papers.csv`, `papers/*.md`, `tables/*.{md,csv}`,
 * `charts/*.{vl.json,svg,png}`, `latex/*.tex`, `report.md` and `report.html` into a run's folder.
 * What an earlier report wrote besides is removed, and nothing else.
 *
 * @throws {RangeError} if there are no rows.
 */
export async function writeReport(
  dir: string,
  rows: readonly Row[],
  manifest: unknown,
): Promise<RunData> {
  const run = await readRunData(dir, rows, manifest);
  await writeFiles(dir, await reportFiles(run, manifest));
  return run;
}

/**
 * Builds the report of a run, and the pages of the studies beside it, from what is in its folder.
 *
 * @returns the paths of the studies' pages, and of papers that are judged by studies
 */
export async function buildReport(dir: string): Promise<string[]> {
  const { rows, manifest } = await readRun(dir);
  return await writeStudyPages(dir, await writeReport(dir, rows, manifest));
}

/**
 * Builds the pages of the studies in a folder and, if a run is there, its report, which shows
 * numbers of studies, too.
 *
 * @returns the paths of the studies' pages, and of papers that are judged by studies
 */
export async function buildAfterStudy(dir: string): Promise<string[]> {
  const isRun = await isThere(`${dir}/manifest.json`) && await hasTable(`${dir}/rows.csv`);
  const { rows, manifest } = isRun ? await readRun(dir) : { rows: [], manifest: {} };
  // A run may have been killed before a cell of it was done.
  const run = rows.length > 0
    ? await writeReport(dir, rows, manifest)
    : runData([], { studies: await readStudies(dir) });
  return await writeStudyPages(dir, run);
}

function tableFiles(report: ReportContent): [string, string][] {
  return report.tables.flatMap(({ table: { name, title, note }, content }): [string, string][] => [
    [`tables/${name}.md`, `# ${title}\n\n${note}\n\n${tableMarkdown(content, 2)}`],
    [`tables/${name}.csv`, tableCsv(content)],
  ]);
}

function chartFiles({ charts }: ReportContent): [string, string][] {
  return charts.flatMap(({ chart: { name }, drawing }): [string, string][] =>
    drawing === undefined
      ? []
      : [[`charts/${name}.vl.json`, drawing.json], [`charts/${name}.svg`, drawing.svg]]
  );
}

function paperFiles({ papers, charts }: ReportContent): [string, string][] {
  const isDrawn = (name: string): boolean =>
    charts.some(({ chart, drawing }) => chart.name === name && drawing !== undefined);
  return [
    ["papers.csv", papersCsv(papers)],
    ...papers.map((page): [string, string] => [
      `papers/${page.name}.md`,
      markdownOf(paperPage(page, isDrawn).blocks),
    ]),
  ];
}

function latexFiles({ papers, tables, summary }: ReportContent): [string, string][] {
  return [
    ["latex/numbers.tex", numbersLatex(papers)],
    ["latex/run_numbers.tex", summaryLatex(summary)],
    ...papers.flatMap((page) => page.tables).map((compared): [string, string] => [
      `latex/${compared.table.name}.tex`,
      paperTableLatex(compared),
    ]),
    ...tables.map(({ table, content }): [string, string] => [
      `latex/${table.name}.tex`,
      latexTable(table.title, content),
    ]),
  ];
}
