/**
 * Composes the report of a run and the pages of its studies, and writes them into its folder.
 *
 * @module
 */

import { dirname } from "node:path";
import type { Row } from "../../harness/store/rows.ts";
import { readRun } from "../../harness/store/store.ts";
import { hasTable, isThere } from "../../harness/store/table_file.ts";
import {
  claimPage,
  claimsPage,
  drawnTitles,
  elementPages,
  paperPage,
  reportBlocks,
  studyPage,
  tableBlocks,
} from "./element_pages.ts";
import { markdownOf, tableCsv } from "./markdown.ts";
import { importFolder, type ReportContent } from "./content.ts";
import { reportHtml } from "./html/report.ts";
import { latexTable } from "./latex/tabular.ts";
import { numbersLatex, papersCsv, paperTableLatex, summaryLatex } from "./latex/papers.ts";
import { addChart, type PageFiles, writeFiles } from "./files.ts";
import { readRunData, runData } from "../numbers/read_run.ts";
import type { RunData, Studies } from "../numbers/run_data.ts";
import { readStudies, readStudyManifest } from "../numbers/study_rows.ts";
import { summaryCsv } from "../numbers/summary.ts";
import type { Chart } from "../charts/contract.ts";
import { findings, soundness, tiles } from "../numbers/findings.ts";
import { headline } from "../numbers/glance.ts";
import { parsesHeadline } from "../numbers/parses_headline.ts";
import { draw } from "../drawing/render.ts";
import { PARSING_GUIDE, READING_GUIDE } from "./reading_guide.ts";
import { allPapers, claimPages, composeClaims, paperPages } from "./paper_pages.ts";
import { plannedCells, runFacts } from "../numbers/run_facts.ts";
import type { Table } from "../tables/contract.ts";
import type { ComposedStudy, Study, StudyTable } from "../studies/contract.ts";

/** Whether a file of a report is wanted: pictures and the HTML page take most of the time. */
export type Wanted = (path: string) => boolean;

const EVERYTHING: Wanted = () => true;

/**
 * The files of a run's report but its PNGs, from its rows, its manifest, its times of sentences and
 * the studies in its folder. The same input gives the same texts.
 *
 * @param wanted pictures and the HTML page that are not wanted are empty
 * @throws {RangeError} if there are no rows.
 */
export async function reportFiles(
  run: RunData,
  manifest: unknown,
  wanted: Wanted = EVERYTHING,
): Promise<PageFiles> {
  const report = await composeReport(run, manifest, wanted);
  const { charts, papers, tables } = report;
  const files = new Map([["summary.csv", summaryCsv(report.summary)]]);
  for (const table of tables) addTable(files, "tables", table);
  for (const { chart, drawing } of charts) {
    if (drawing !== undefined) addChart(files, `charts/${chart.name}`, drawing);
  }
  files.set("papers.csv", papersCsv(papers));
  for (const page of papers) {
    files.set(`papers/${page.name}.md`, markdownOf(paperPage(page, drawnTitles(report)).blocks));
  }
  files.set("latex/numbers.tex", numbersLatex(papers));
  files.set("latex/run_numbers.tex", summaryLatex(report.summary));
  for (const compared of papers.flatMap((page) => page.tables)) {
    files.set(`latex/${compared.table.name}.tex`, paperTableLatex(compared));
  }
  for (const { name, title, content } of tables) {
    files.set(`latex/${name}.tex`, latexTable(name, title, content));
  }
  files.set("claims.md", markdownOf(claimsPage(report.claims, report.claimsRule).blocks));
  files.set("report.md", markdownOf(reportBlocks(report)));
  const isWanted = wanted("report.html");
  files.set("report.html", isWanted ? await reportHtml(report, elementPages(report)) : "");
  return files;
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
  const run = await readRun(dir);
  const data = await readRunData(dir, run.rows, run.manifest, run);
  await writeFiles(dir, await reportFiles(data, run.manifest));
  return await writeStudyPages(dir, data);
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

/** Adds a table as Markdown and as CSV. */
function addTable(files: Map<string, string>, folder: string, table: StudyTable): void {
  files.set(`${folder}/${table.name}.md`, markdownOf(tableBlocks(table, 1)));
  files.set(`${folder}/${table.name}.csv`, tableCsv(table.content));
}

/**
 * Composes the report of a run: its charts, tables and papers are the modules of `charts/`,
 * `tables/` and `papers/` that are about its problem. The same run and manifest give the same
 * report.
 *
 * @throws {RangeError} if there are no rows.
 */
export async function composeReport(
  run: RunData,
  manifest: unknown,
  wanted: Wanted = EVERYTHING,
): Promise<ReportContent> {
  const { problem, rows, summary, suite } = run;
  if (rows.length === 0) throw new RangeError("Cannot report a run without rows: 0 rows");
  const facts = runFacts(manifest);
  const isOfChains = problem === "sequence";
  const planned = plannedCells(manifest);
  const gain = isOfChains ? undefined : parsesHeadline(run);
  const isOf = (element: { readonly problem?: RunData["problem"] }): boolean =>
    (element.problem ?? "sequence") === problem;
  const ofProblem = (await allPapers()).filter(isOf);
  const papers = ofProblem.filter(({ isAbout }) => isAbout?.(run) ?? true);
  const claims = composeClaims(papers, run);
  const charts = (await importFolder<Chart>(new URL("../charts/", import.meta.url)))
    .filter((chart) => isOf(chart) && (chart.isOfPaper === undefined || papers.length > 0));
  const tables = (await importFolder<Table>(new URL("../tables/", import.meta.url))).filter(isOf);
  return {
    title: suite === "" ? "Trellis report" : `Trellis report: suite ${suite}`,
    headline: isOfChains ? headline(summary) ?? "How many times as fast as Viterbi" : gain ?? "",
    findings: isOfChains ? findings(summary, planned) : [
      ...(gain === undefined ? [] : [{ tone: "plain", text: `${gain}.` } as const]),
      ...soundness(summary, planned),
    ],
    tiles: tiles(summary, facts),
    guide: isOfChains ? READING_GUIDE : PARSING_GUIDE,
    facts,
    summary,
    studies: await composeStudies(run.studies),
    claims,
    claimsRule: ofProblem[0]!.claimsRule,
    papers: paperPages(papers, run, claims),
    claimPages: claimPages(papers, run),
    charts: await Promise.all(charts.map(async (chart) => {
      const spec = chart.spec(run);
      return { chart, drawing: spec && await draw(spec, wanted(`charts/${chart.name}.svg`)) };
    })),
    tables: tables.map((table) => ({ ...table, content: table.build(run) }))
      .filter(({ content }) => content.rows.length > 0),
  };
}

/** The studies that a run has lines of, in the order of their pages. */
export async function composeStudies(studies: Studies): Promise<ComposedStudy[]> {
  const all = await importFolder<Study>(new URL("../studies/", import.meta.url));
  return all.flatMap((page) => {
    const lines = studies.get(page.name) ?? [];
    return lines.length === 0 ? [] : [{ page, ...page.show(lines) }];
  });
}

/**
 * The files of the studies that a run's folder has lines of, but their PNGs: `studies/NAME.md`,
 * with charts in `studies/charts/*.{vl.json,svg}` and tables in `studies/tables/*.{md,csv}`, and
 * `papers/NAME.md` of papers whose claims are judged by studies. The same lines, manifest and
 * summary give the same texts.
 *
 * @param run in the folder, with its studies; of a folder with studies alone it has no rows
 * @param wanted pictures that are not wanted are empty
 */
export async function studyFiles(
  dir: string,
  run: RunData,
  wanted: Wanted = EVERYTHING,
): Promise<PageFiles> {
  const files = new Map<string, string>();
  for (const page of claimPages(await allPapers(), run)) {
    files.set(`papers/${page.name}.md`, markdownOf(claimPage(page).blocks));
  }
  for (const study of await composeStudies(run.studies)) {
    const { page, charts, tables } = study;
    for (const { name, spec } of charts) {
      const path = `studies/charts/${name}`;
      addChart(files, path, await draw(spec, wanted(`${path}.svg`)));
    }
    for (const table of tables) addTable(files, "studies/tables", table);
    const facts = runFacts(await readStudyManifest(dir, page.name))
      .filter(({ label }) => label !== "Suite" && label !== "Rounds");
    files.set(`studies/${page.name}.md`, markdownOf(studyPage(study, facts).blocks));
  }
  return files;
}

/**
 * Writes the pages of the studies in a run's folder.
 *
 * @param run as of `studyFiles`
 * @returns the paths of the pages
 */
export async function writeStudyPages(dir: string, run: RunData): Promise<string[]> {
  const files = await studyFiles(dir, run);
  await writeFiles(dir, files, "studies/report_files.json");
  return [...files.keys()].filter((name) => ["studies", "papers"].includes(dirname(name)))
    .map((name) => `${dir}/${name}`);
}
