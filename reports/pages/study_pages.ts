/**
 * Writes the pages of the studies in a run's folder.
 *
 * @module
 */

import { dirname } from "node:path";
import { readPlainText } from "../../datasets/plain_file.ts";
import { allPapers, claimPages } from "./claim_pages.ts";
import { claimPage, studyPage } from "./element_pages.ts";
import { markdownOf, tableCsv, tableMarkdown } from "./markdown.ts";
import { type PageFiles, writeFiles } from "./files.ts";
import { draw } from "../drawing/render.ts";
import type { Studies } from "../numbers/study_rows.ts";
import { runFacts } from "../numbers/run_facts.ts";
import type { RunData } from "../numbers/run_data.ts";
import { type ComposedStudy, findStudies } from "../studies/contract.ts";

/** The studies that a run has lines of, in the order of their pages. */
export async function composeStudies(studies: Studies): Promise<ComposedStudy[]> {
  const all = (await findStudies()).map(({ value }) => value);
  return all.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1)).flatMap((page) => {
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
 */
export async function studyFiles(dir: string, run: RunData): Promise<PageFiles> {
  const files = new Map<string, string>();
  for (const page of claimPages(await allPapers(), run)) {
    files.set(`papers/${page.name}.md`, markdownOf(claimPage(page).blocks));
  }
  for (const study of await composeStudies(run.studies)) {
    const { page, charts, tables } = study;
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
    const facts = runFacts(manifest)
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
