/**
 * Writes the pages of the studies in a run's folder.
 *
 * @module
 */

import { dirname } from "node:path";
import { readPlainText } from "../../datasets/plain_file.ts";
import { allPapers, claimPages } from "./claim_pages.ts";
import { claimPageMarkdown } from "./markdown/claim_page.ts";
import { type PageFiles, writeFiles } from "./files.ts";
import { composeStudies } from "./compose_studies.ts";
import { draw } from "../drawing/draw.ts";
import { escapeMarkdown, tableCsv, tableMarkdown } from "./render_table.ts";
import { runFacts } from "../numbers/run_facts.ts";
import type { RunData } from "../numbers/run_data.ts";
import type { StudyChart, StudyPage, StudyTable } from "../studies/contract.ts";

/**
 * The files of the studies that a run's folder has lines of, but their PNGs: `studies/NAME.md`,
 * with charts in `studies/charts/*.{vl.json,svg}` and tables in `studies/tables/*.{md,csv}`, and
 * `papers/NAME.md` of papers whose claims are judged by studies. The same lines, manifest and
 * summary give the same texts.
 *
 * @param run in the folder, with its studies; of a folder with studies alone it has no rows
 */
export async function studyFiles(dir: string, run: RunData): Promise<PageFiles> {
  const files = new Map<string, string>();
  for (const page of claimPages(await allPapers(), run)) {
    files.set(`papers/${page.name}.md`, claimPageMarkdown(page));
  }
  for (const { page, charts, tables } of await composeStudies(run.studies)) {
    for (const { name, spec } of charts) {
      const { json, svg } = await draw(spec);
      files.set(`studies/charts/${name}.vl.json`, json);
      files.set(`studies/charts/${name}.svg`, svg);
    }
    for (const { name, title, note, content } of tables) {
      const path = `studies/tables/${name}`;
      files.set(`${path}.md`, `# ${title}\n\n${note}\n\n${tableMarkdown(content, 2)}`);
      files.set(`${path}.csv`, tableCsv(content));
    }
    const manifest = JSON.parse(await readPlainText(`${dir}/studies/${page.name}.json`));
    files.set(`studies/${page.name}.md`, pageMarkdown(page, charts, tables, manifest));
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

function pageMarkdown(
  { name, title, introduction }: StudyPage,
  charts: readonly StudyChart[],
  tables: readonly StudyTable[],
  manifest: unknown,
): string {
  const facts = runFacts(manifest).filter(({ label }) => label !== "Suite" && label !== "Rounds");
  const blocks = [
    `# ${title}`,
    ...introduction,
    ...charts.flatMap((chart) => [
      `## ${chart.title}`,
      chart.description,
      `![${chart.title}](charts/${chart.name}.svg)`,
    ]),
    ...tables.flatMap((table) => [
      `## ${table.title}`,
      table.note,
      tableMarkdown(table.content, 3).trimEnd(),
    ]),
    "## Run",
    facts.map(({ label, value, code }) =>
      `- ${label}: ${code ? `\`${value.replaceAll("`", "'")}\`` : escapeMarkdown(value)}`
    ).join("\n"),
    `Data: \`${name}.csv\`; \`tables/\` has these tables as Markdown and CSV, \`charts/\` the charts as ` +
    "SVG, PNG and Vega-Lite.",
  ];
  return blocks.join("\n\n") + "\n";
}
