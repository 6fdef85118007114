/**
 * Writes the pages of the studies in a run's folder.
 *
 * @module
 */

import { dirname } from "node:path";
import { type PageFiles, writeFiles } from "./files.ts";
import { importFolder } from "./modules.ts";
import { draw } from "../drawing/draw.ts";
import { escapeMarkdown, tableCsv, tableMarkdown } from "./render_table.ts";
import { runFacts } from "../numbers/run_facts.ts";
import { readStudies, type Studies } from "../numbers/study_rows.ts";
import type { ComposedStudy, StudyChart, StudyPage, StudyTable } from "../studies/contract.ts";

/** Studies that have no lines yet are left out, as are files that no page is about. */
const PAGES = new URL("../studies/", import.meta.url);

/** The studies that a run has lines of, in the order of their pages. */
export async function composeStudies(studies: Studies): Promise<ComposedStudy[]> {
  const pages = await importFolder<StudyPage>(PAGES);
  return pages.flatMap((page) => {
    const lines = studies.get(page.name) ?? [];
    return lines.length === 0
      ? []
      : [{ page, charts: page.charts(lines), tables: page.tables(lines) }];
  });
}

/**
 * The files of the studies that a run's folder has lines of, but their PNGs: `studies/NAME.md`,
 * with charts in `studies/charts/*.{vl.json,svg}` and tables in `studies/tables/*.{md,csv}`. The
 * same lines and manifest give the same texts.
 */
export async function studyFiles(dir: string): Promise<PageFiles> {
  const files = new Map<string, string>();
  for (const { page, charts, tables } of await composeStudies(await readStudies(dir))) {
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
    const manifest = JSON.parse(await Deno.readTextFile(`${dir}/studies/${page.name}.json`));
    files.set(`studies/${page.name}.md`, pageMarkdown(page, charts, tables, manifest));
  }
  return files;
}

/**
 * Writes the pages of the studies in a run's folder.
 *
 * @returns the paths of the pages
 */
export async function writeStudyPages(dir: string): Promise<string[]> {
  const files = await studyFiles(dir);
  await writeFiles(dir, files, "studies/report_files.json");
  return [...files.keys()].filter((name) => dirname(name) === "studies")
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
