/**
 * Writes the pages of the studies in a run's folder.
 *
 * @module
 */

import { importFolder } from "./modules.ts";
import { look } from "../drawing/look.ts";
import { escapeMarkdown, tableCsv, tableMarkdown } from "./render_table.ts";
import { renderPng, renderSvg } from "../drawing/render.ts";
import { runFacts } from "../numbers/run_facts.ts";
import { readStudies, type Studies } from "../numbers/study_rows.ts";
import type { StudyChart, StudyPage, StudyTable } from "../studies/contract.ts";

/** Studies that have no lines yet are left out, as are files that no page is about. */
const PAGES = new URL("../studies/", import.meta.url);

/** A study with what its page shows. */
export interface ComposedStudy {
  /** The page. */
  readonly page: StudyPage;
  /** In reading order. */
  readonly charts: readonly StudyChart[];
  /** In reading order. */
  readonly tables: readonly StudyTable[];
}

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
 * Writes `studies/NAME.md`, with its charts in `studies/charts/*.{vl.json,svg,png}` and its tables in
 * `studies/tables/*.{md,csv}`, for each study that a run's folder has lines of. The same lines and
 * manifest give the same bytes.
 *
 * @returns the paths of the pages
 */
export async function writeStudyPages(dir: string): Promise<string[]> {
  const written: string[] = [];
  for (const { page, charts, tables } of await composeStudies(await readStudies(dir))) {
    const folder = `${dir}/studies`;
    for (const part of ["charts", "tables"]) {
      await Deno.mkdir(`${folder}/${part}`, { recursive: true });
    }
    for (const chart of charts) await writeChart(`${folder}/charts/${chart.name}`, chart);
    for (const table of tables) await writeTable(`${folder}/tables/${table.name}`, table);
    const path = `${folder}/${page.name}.md`;
    const manifest = JSON.parse(await Deno.readTextFile(`${folder}/${page.name}.json`));
    await Deno.writeTextFile(path, pageMarkdown(page, charts, tables, manifest));
    written.push(path);
  }
  return written;
}

async function writeChart(path: string, { spec }: StudyChart): Promise<void> {
  const onWhite = { ...spec, config: look("light", "white") };
  const svg = await renderSvg(onWhite);
  await Deno.writeTextFile(`${path}.vl.json`, JSON.stringify(onWhite, null, 2) + "\n");
  await Deno.writeTextFile(`${path}.svg`, svg);
  await Deno.writeFile(`${path}.png`, await renderPng(svg));
}

async function writeTable(path: string, { title, note, content }: StudyTable): Promise<void> {
  await Deno.writeTextFile(`${path}.md`, `# ${title}\n\n${note}\n\n${tableMarkdown(content, 2)}`);
  await Deno.writeTextFile(`${path}.csv`, tableCsv(content));
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
