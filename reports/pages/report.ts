/**
 * Writes the report of a run into its folder.
 *
 * @module
 */

import type { Row } from "../../harness/store/rows.ts";
import { readSentenceTimes } from "../../harness/store/sentence_times.ts";
import { claimsMarkdown } from "./markdown/claims.ts";
import { composeReport, type ReportContent } from "./content.ts";
import { reportHtml } from "./html/report.ts";
import { latexTable } from "./latex/tabular.ts";
import { reportMarkdown } from "./markdown/report.ts";
import { numbersLatex, paperTableLatex } from "./latex/papers.ts";
import { paperMarkdown } from "./markdown/paper.ts";
import { papersCsv } from "./papers_csv.ts";
import { tableCsv, tableMarkdown } from "./render_table.ts";
import { renderPng } from "../drawing/render.ts";
import { readStudies } from "../numbers/study_rows.ts";
import { summaryCsv } from "../numbers/summary.ts";
import { summaryLatex } from "./latex/summary.ts";

/** The folders that a report fills, and how the names of its files end there. */
const FOLDERS: Readonly<Record<string, RegExp>> = {
  charts: /\.(vl\.json|svg|png)$/,
  latex: /\.tex$/,
  papers: /\.md$/,
  tables: /\.(md|csv)$/,
};

/**
 * Writes `summary.csv`, `claims.md`, `papers.csv`, `papers/*.md`, `tables/*.{md,csv}`,
 * `charts/*.{vl.json,svg,png}`, `latex/*.tex`, `report.md` and `report.html` into a run's folder,
 * from its rows, its manifest, its times of sentences and the studies in it. The same input gives the same bytes. What an
 * earlier report left in those folders is removed.
 *
 * @throws {RangeError} if there are no rows.
 */
export async function writeReport(
  dir: string,
  rows: readonly Row[],
  manifest: unknown,
): Promise<void> {
  const report = await composeReport(
    rows,
    manifest,
    await readStudies(dir),
    await readSentenceTimes(dir),
  );
  const files = new Map<string, string | Uint8Array>([
    ["summary.csv", summaryCsv(report.summary)],
    ...tableFiles(report),
    ...await chartFiles(report),
    ...paperFiles(report),
    ...latexFiles(report),
    ["claims.md", claimsMarkdown(report.claims)],
    ["report.md", reportMarkdown(report)],
    ["report.html", await reportHtml(report)],
  ]);
  for (const [folder, ours] of Object.entries(FOLDERS)) {
    await Deno.mkdir(`${dir}/${folder}`, { recursive: true });
    await removeStale(dir, folder, ours, files);
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

function paperFiles({ papers, charts }: ReportContent): [string, string][] {
  const isDrawn = (name: string): boolean =>
    charts.some(({ chart, drawing }) => chart.name === name && drawing !== undefined);
  return [
    ["papers.csv", papersCsv(papers)],
    ...papers.map((page): [string, string] => [
      `papers/${page.name}.md`,
      paperMarkdown(page, isDrawn),
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

/** What an earlier report of this folder made from rows that are no longer there. */
async function removeStale(
  dir: string,
  folder: string,
  ours: RegExp,
  files: ReadonlyMap<string, unknown>,
): Promise<void> {
  for await (const { name, isFile } of Deno.readDir(`${dir}/${folder}`)) {
    if (isFile && ours.test(name) && !files.has(`${folder}/${name}`)) {
      await Deno.remove(`${dir}/${folder}/${name}`);
    }
  }
}
